/** One organization: its people, its invitations, its API keys and its end, as far as the reader's role goes. */

import type { GetOrganizationOutput, ListMembersOutput } from "@bourse/client/auth";
import { Card, Code, formatPlace, go, moment, Notice, useCommands } from "@bourse/ui";

import { user } from "../../model/login.ts";
import { reaches, ROLES } from "../../model/roles.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { useShown } from "../../model/use-shown.ts";
import { Awaited } from "../../parts/awaited.tsx";
import { Ending } from "./ending.tsx";
import { Invitations } from "./invitations.tsx";
import { Members } from "./members.tsx";
import { OrganizationKeys } from "./organization-keys.tsx";
import { Rename } from "./rename.tsx";
import { shownOrganization } from "./shown-organization.ts";

export function OrganizationPage({ id }: { readonly id: string }) {
  const params = { id };
  const one = useLoaded(`organization ${id}`, (auth) => auth.getOrganization({ params }));
  const people = useLoaded(`members ${id}`, (auth) => auth.listMembers({ params }));
  const organization = one.value.value;
  const members = people.value.value;
  const refresh = (): void => void Promise.all([one.refresh(), people.refresh()]);
  useShown(shownOrganization, organization?.name);
  useCommands([
    { label: "Back to the organizations", keys: "u", run: () => go(["organizations"]) },
  ]);
  const isManager = organization !== undefined && reaches(organization.role, "admin");
  const isLast = organization !== undefined && isOnlyOwner(organization, members);
  return (
    <>
      <Card title="The organization" wide={!isManager}>
        <Awaited one={one} page="organizations" all="All organizations" />
        {organization && <Facts of={organization} />}
      </Card>
      {organization && isManager && <Rename of={organization} onSaved={refresh} />}
      {organization && (
        <Members
          of={organization}
          members={members}
          problem={people.problem.value}
          isOnlyOwner={isLast}
          onChanged={refresh}
        />
      )}
      {organization && members && isManager && <Invitations of={organization} />}
      {organization && members && isManager && <OrganizationKeys of={organization} />}
      {organization && members && <Ending of={organization} isOnlyOwner={isLast} />}
    </>
  );
}

/** True for the reader when nobody else is an owner: the service refuses their leaving. */
function isOnlyOwner(
  { role }: GetOrganizationOutput,
  members: ListMembersOutput | undefined = [],
): boolean {
  const isOther = ({ userId }: ListMembersOutput[number]): boolean => userId !== user.value?.id;
  return role === "owner" && !members.some((one) => one.role === "owner" && isOther(one));
}

function Facts({ of: { id, role, createdAt } }: { readonly of: GetOrganizationOutput }) {
  return (
    <>
      <dl class="pairs">
        <dt>Your role</dt>
        <dd>
          <strong>{role}</strong> <span class="hint">{ROLES[role]}</span>
        </dd>
        <dt>Created</dt>
        <dd>{moment(createdAt)}</dd>
        <dt>Id</dt>
        <dd>
          <Code text={id} label="id of the organization" />
        </dd>
      </dl>
      {role === "member" && (
        <Notice kind="fair">
          As a member you see who else is here. Ask an owner or administrator for what you need.
        </Notice>
      )}
      <div class="buttons after">
        <a class="button second" href={formatPlace(["organizations"])}>
          All organizations
        </a>
      </div>
    </>
  );
}
