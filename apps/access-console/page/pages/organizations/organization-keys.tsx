/** The API keys that an organization owns. */

import type { GetOrganizationOutput } from "@bourse/client/auth";
import { Card, formatPlace, go, useCommands } from "@bourse/ui";

import { KeyTable } from "../keys/key-table.tsx";

export function OrganizationKeys({ of: { id, name } }: { readonly of: GetOrganizationOutput }) {
  const newKey = (): void => go(["keys", "new"], { organization: id });
  useCommands([{ label: "New API key of the organization", keys: "n", run: newKey }]);
  return (
    <Card
      title="API keys"
      wide
      aside={
        <a class="button small" href={formatPlace(["keys", "new"], { organization: id })}>
          New key
        </a>
      }
    >
      <KeyTable
        organizationId={id}
        owner={name}
        none={
          <p class="hint">
            The organization has no API key yet. Its keys stay when the person leaves who has made
            them.
          </p>
        }
      />
    </Card>
  );
}
