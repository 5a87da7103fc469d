/** The organizations of the reader, and the invitations to others. */

import type { ListOrganizationsOutput } from "@bourse/client/auth";
import {
  Card,
  Empty,
  formatPlace,
  go,
  moment,
  Notice,
  Table,
  useCommands,
  ReadingHint,
} from "@bourse/ui";

import { ROLES } from "../../model/roles.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { OwnInvitations } from "./own-invitations.tsx";

export function OrganizationList() {
  const list = useLoaded("organizations", (auth) => auth.listOrganizations());
  const invitations = useLoaded("own invitations", (auth) => auth.listInvitations());
  const all = list.value.value;
  const newPlace = ["organizations", "new"];
  useCommands([{ label: "New organization", keys: "n", run: () => go(newPlace) }]);
  // One after the other, so that nothing moves.
  const isKnown = invitations.value.value !== undefined || invitations.problem.value !== undefined;
  return (
    <>
      <Card
        title="Yours"
        wide
        aside={
          <a class="button small" href={formatPlace(newPlace)}>
            New organization
          </a>
        }
      >
        {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
        {all === undefined && list.problem.value === undefined && (
          <ReadingHint>Loading…</ReadingHint>
        )}
        {all?.length === 0 && <NoOrganization />}
        {all !== undefined && all.length > 0 && <OrganizationTable rows={all} />}
      </Card>
      {(all !== undefined || list.problem.value !== undefined) && isKnown && (
        <OwnInvitations
          list={invitations}
          onAnswered={() => void Promise.all([list.refresh(), invitations.refresh()])}
        />
      )}
    </>
  );
}

function OrganizationTable({ rows }: { readonly rows: ListOrganizationsOutput }) {
  return (
    <Table
      label="Organizations"
      head={["Name", "Your role", "Created"]}
      count={rows.length}
      empty="None."
    >
      {rows.map(({ id, name, role, createdAt }) => (
        <tr key={id}>
          <td>
            <a class="breaking" href={formatPlace(["organizations", id])}>
              {name}
            </a>
          </td>
          <td title={ROLES[role]}>{role}</td>
          <td>{moment(createdAt)}</td>
        </tr>
      ))}
    </Table>
  );
}

function NoOrganization() {
  return (
    <Empty
      title="You are in no organization yet."
      action={
        <a class="button" href={formatPlace(["organizations", "new"])}>
          Create the first one
        </a>
      }
    >
      API keys of an organization stay when one of its people leaves, and those who manage it all
      manage them. Invite the others by mail, each with a role.
    </Empty>
  );
}
