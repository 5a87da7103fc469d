/** The webhooks of accounts, with the core's own events and errors. */

import type { ResolvedLoginOptions } from "@bourse/credentials";
import type { Json } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import {
  type CoreWebhooks,
  openWebhooks,
  type RefuseWebhook,
  type WebhookOptions,
} from "@bourse/outbox";

import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { ACCOUNT_EVENT_TYPES } from "../ledger/account-event.ts";
import { CURATION_EVENT_TYPES } from "../ledger/curation-event.ts";

type Parts = Pick<ResolvedLoginOptions, "store" | "masterKey" | "clock" | "ids"> & {
  readonly webhooks: WebhookOptions | undefined;
};

const KEY_BYTES = 32;

/** Opens the webhooks of the core. @throws KernelError OPTION_INVALID */
export function openCurationWebhooks({
  store,
  masterKey,
  clock,
  ids,
  webhooks,
}: Parts): CoreWebhooks {
  return openWebhooks({
    store,
    key: hkdfSha256(masterKey, "bourse webhooks", KEY_BYTES),
    clock,
    ids,
    events: [...CURATION_EVENT_TYPES, ...ACCOUNT_EVENT_TYPES],
    spell: inSnakeCase,
    webhooks,
    refuse,
  });
}

const refuse: RefuseWebhook = (code, message, given = {}) => {
  if (code === "VALIDATION_ERROR") {
    const { path } = (given.details ?? {}) as { readonly path?: string };
    return invalid([path === "cursor" ? "query" : "body", path ?? "url"], message);
  }
  if (code === "CONFLICT") return new CurationError("STATE_CONFLICT", message, { details: {} });
  return new CurationError(code, message, given as never);
};

/** The data of an event in the spelling of the API, as receivers get it. */
function inSnakeCase(data: Json): Json {
  const members = Object.entries(data as Readonly<Record<string, Json>>);
  const spelled = members.map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(spelled) as Json;
}
