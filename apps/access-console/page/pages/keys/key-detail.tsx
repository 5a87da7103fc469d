/** One key, without its secret: what it may do, when it was used, and its end. */

import type { GetApiKeyOutput, RotateApiKeyOutput } from "@bourse/client/auth";
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
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { useShown } from "../../model/use-shown.ts";
import { Awaited } from "../../parts/awaited.tsx";
import { KeyBounds } from "./key-bounds.tsx";
import { OwnerName } from "./key-owner.tsx";
import { KeyUsage } from "./key-usage.tsx";
import { MadeKey } from "./made-key.tsx";
import { PERMISSIONS } from "./permissions.ts";
import { RotateKey } from "./rotate-key.tsx";

/** The key of the heading; undefined while it is loaded. */
export const shownKey = signal<GetApiKeyOutput | undefined>(undefined);

export function KeyDetail({ id }: { readonly id: string }) {
  const one = useLoaded(`key ${id}`, (auth) => auth.getApiKey({ params: { id } }));
  const [asked, setAsked] = useState<"revoke" | "rotate">();
  // Only here, in this part's memory: it is gone with the page.
  const [made, setMade] = useState<RotateApiKeyOutput>();
  const key = one.value.value;
  const owner = key?.organizationId;
  const all = owner === undefined ? ["keys"] : ["organizations", owner];
  const revoke = useAction<void, void>(async () => {
    await call((auth) => auth.revokeApiKey({ params: { id } }, ONCE));
    toast(`${key?.name ?? "The key"} is revoked. It is refused from the next request on.`);
    go(all);
  });
  useShown(shownKey, key);
  useCommands([
    { label: "Replace this key", keys: "r", run: () => setAsked("rotate") },
    { label: "Revoke this key", keys: "x", run: () => setAsked("revoke") },
    { label: "Back to the keys", keys: "u", run: () => go(all) },
  ]);
  if (made !== undefined) {
    const back = () => {
      setMade(undefined);
      setAsked(undefined);
      void one.refresh();
    };
    const title = `The new key of ${made.name} is ready`;
    return <MadeKey of={made} title={title} onCopied={back} />;
  }
  return (
    <>
      <Card
        title="The key"
        wide
        aside={key && <Badge state={key.status} kind={key.status === "active" ? "good" : "poor"} />}
      >
        <Awaited one={one} page="keys" all="All keys" />
        {key && <Facts of={key} />}
        {key && asked === undefined && (
          <div class="buttons">
            <button type="button" class="second" onClick={() => setAsked("rotate")}>
              Replace
            </button>
            <button type="button" class="second danger" onClick={() => setAsked("revoke")}>
              Revoke
            </button>
            <a class="button second" href={formatPlace(["audit"], { subject: id })}>
              What was done to it
            </a>
            <a class="button second" href={formatPlace(all)}>
              {owner === undefined ? "All keys" : "All keys of the organization"}
            </a>
          </div>
        )}
        {key && asked === "rotate" && (
          <RotateKey of={key} onMade={setMade} onBack={() => setAsked(undefined)} />
        )}
        {key && asked === "revoke" && (
          <Confirm
            title="Confirm the revocation"
            words={["Revoke for good", "Revoking…"]}
            isDestructive
            busy={revoke.busy}
            onYes={() => void revoke.run()}
            onBack={() => setAsked(undefined)}
          >
            <Notice kind="fair">
              Programs that send <bdi>{key.name}</bdi> are refused from their next request on. A
              revoked key cannot be brought back.
            </Notice>
            <p />
          </Confirm>
        )}
        {revoke.problem && <Notice kind="poor">{revoke.problem}</Notice>}
      </Card>
      {key && <KeyUsage of={key} />}
      {key && <KeyBounds key={key.id} of={key} onSaved={() => void one.refresh()} />}
    </>
  );
}

function Facts({ of: key }: { readonly of: GetApiKeyOutput }) {
  return (
    <dl class="pairs">
      <dt>Begins with</dt>
      <dd>
        <code>{key.prefix}…</code>
      </dd>
      {key.organizationId !== undefined && (
        <>
          <dt>Owner</dt>
          <dd>
            <OwnerName id={key.organizationId} />
          </dd>
        </>
      )}
      <dt>Permissions</dt>
      <dd>
        {key.permissions.map((name) => (
          <div key={name}>
            <strong>{name}</strong> <span class="hint">{PERMISSIONS[name]}</span>
          </div>
        ))}
      </dd>
      <dt>Last used</dt>
      <dd>
        {key.lastUsed === null
          ? "never"
          : `${moment(key.lastUsed)}, to the minute, from ${key.lastUsedAddress ?? "an address that is not known"}`}
      </dd>
      <dt>Created</dt>
      <dd>{moment(key.createdAt)}</dd>
      <dt>Expires</dt>
      <dd>{key.expiresAt === null ? "when it is revoked" : moment(key.expiresAt)}</dd>
      {key.former.map((former) => (
        <Fragment key={former.prefix}>
          <dt>Replaced key</dt>
          <dd>
            <code>{former.prefix}…</code> is accepted until {moment(former.validUntil)}; last used{" "}
            {former.lastUsed === null ? "never" : moment(former.lastUsed)}
          </dd>
        </Fragment>
      ))}
      <dt>Id</dt>
      <dd>
        <Code text={key.id} label="id of the key" />
      </dd>
    </dl>
  );
}
