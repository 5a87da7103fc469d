/** The keys that are not revoked, newest first, and a check of a key that somebody holds. */

import { Card, Empty, formatPlace, go, useCommands, useQuery } from "@bourse/ui";

import { reaches } from "../../model/roles.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { ChoiceFilter } from "../../parts/choice-filter.tsx";
import { KeyTable } from "./key-table.tsx";
import { VerifyKey } from "./verify-key.tsx";

export function KeyList() {
  const [wanted, setOwner] = useQuery("owner");
  const list = useLoaded("organizations", (auth) => auth.listOrganizations());
  const managed = (list.value.value ?? []).filter(({ role }) => reaches(role, "admin"));
  const organization = managed.find(({ id }) => id === wanted);
  const isOwn = wanted === "";
  const ofOwner = isOwn ? {} : { organization: wanted };
  const newPlace = formatPlace(["keys", "new"], ofOwner);
  useCommands([{ label: "New API key", keys: "n", run: () => go(["keys", "new"], ofOwner) }]);
  return (
    <>
      <Card
        title="Keys in force"
        wide
        aside={
          <a class="button small" href={newPlace}>
            New key
          </a>
        }
      >
        <KeyTable
          organizationId={isOwn ? undefined : wanted}
          owner={isOwn ? "you" : (organization?.name ?? "an organization")}
          none={<NoKey place={newPlace} isOwn={isOwn} />}
        >
          <ChoiceFilter
            id="owner"
            label="Owner"
            all="you"
            value={wanted}
            choices={Object.fromEntries(managed.map(({ id, name }) => [id, name]))}
            onChange={setOwner}
          />
        </KeyTable>
      </Card>
      <VerifyKey />
    </>
  );
}

interface NoKeyProps {
  readonly place: string;
  /** True for the reader's own keys. */
  readonly isOwn: boolean;
}

function NoKey({ place, isOwn }: NoKeyProps) {
  return (
    <Empty
      title={isOwn ? "You have no API key yet." : "The organization has no API key yet."}
      action={
        <a class="button" href={place}>
          Create the first key
        </a>
      }
    >
      A key lets a program call this service and others in your name, without your password and with
      no more permissions than it needs. Make one for each program, so that each can be revoked
      alone.
    </Empty>
  );
}
