/** One key, without its secret: what it may do, when it was used, and its end. */

import type { GetApiKeyOutput } from "@bourse/client/auth";
import {
  Badge,
  Card,
  Code,
  Confirm,
  formatPlace,
  go,
  moment,
  Notice,
  ONCE,
  toast,
  useAction,
  useCommands,
} from "@bourse/ui";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { useShown } from "../../model/use-shown.ts";
import { Awaited } from "../../parts/awaited.tsx";
import { PERMISSIONS } from "./permissions.ts";

/** The key of the heading; undefined while it is loaded. */
export const shownKey = signal<GetApiKeyOutput | undefined>(undefined);

export function KeyDetail({ id }: { readonly id: string }) {
  const one = useLoaded(`key ${id}`, (auth) => auth.getApiKey({ params: { id } }));
  const [asked, setAsked] = useState(false);
  const key = one.value.value;
  const revoke = useAction<void, void>(async () => {
    await call((auth) => auth.revokeApiKey({ params: { id } }, ONCE));
    toast(`${key?.name ?? "The key"} is revoked. It is refused from the next request on.`);
    go(["keys"]);
  });
  useShown(shownKey, key);
  useCommands([
    { label: "Revoke this key", keys: "x", run: () => setAsked(true) },
    { label: "Back to the keys", keys: "u", run: () => go(["keys"]) },
  ]);
  return (
    <Card
      title="The key"
      wide
      aside={key && <Badge state={key.status} kind={key.status === "active" ? "good" : "poor"} />}
    >
      <Awaited one={one} page="keys" all="All keys" />
      {key && <Facts of={key} />}
      {key && !asked && (
        <div class="buttons">
          <button type="button" class="second danger" onClick={() => setAsked(true)}>
            Revoke
          </button>
          <a class="button second" href={formatPlace(["keys"])}>
            All keys
          </a>
        </div>
      )}
      {key && asked && (
        <Confirm
          title="Confirm the revocation"
          words={["Revoke for good", "Revoking…"]}
          isDestructive
          busy={revoke.busy}
          onYes={() => void revoke.run()}
          onBack={() => setAsked(false)}
        >
          <Notice kind="fair">
            Programs that send {key.name} are refused from their next request on. A revoked key
            cannot be brought back.
          </Notice>
          <p />
        </Confirm>
      )}
      {revoke.problem && <Notice kind="poor">{revoke.problem}</Notice>}
    </Card>
  );
}

function Facts({ of: key }: { readonly of: GetApiKeyOutput }) {
  return (
    <dl class="pairs">
      <dt>Begins with</dt>
      <dd>
        <code>{key.prefix}…</code>
      </dd>
      <dt>Permissions</dt>
      <dd>
        {key.permissions.map((name) => (
          <div key={name}>
            <strong>{name}</strong> <span class="hint">{PERMISSIONS[name]}</span>
          </div>
        ))}
      </dd>
      <dt>Last used</dt>
      <dd>{key.lastUsed === null ? "never" : `${moment(key.lastUsed)}, to the minute`}</dd>
      <dt>Created</dt>
      <dd>{moment(key.createdAt)}</dd>
      <dt>Expires</dt>
      <dd>{key.expiresAt === null ? "when it is revoked" : moment(key.expiresAt)}</dd>
      <dt>Id</dt>
      <dd>
        <Code text={key.id} label="id of the key" />
      </dd>
    </dl>
  );
}
