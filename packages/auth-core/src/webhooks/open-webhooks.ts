/** The webhooks of accounts, with the core's own events and errors. */

import type { ResolvedLoginOptions } from "@bourse/credentials";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { type CoreWebhooks, openWebhooks, type WebhookOptions } from "@bourse/outbox";

import { AuthError } from "../errors.ts";
import { AUTH_EVENTS } from "./auth-events.ts";

type Parts = Pick<ResolvedLoginOptions, "store" | "masterKey" | "clock" | "ids"> & {
  readonly webhooks: WebhookOptions | undefined;
};

const KEY_BYTES = 32;

/** Opens the webhooks of the core. @throws KernelError OPTION_INVALID */
export function openAuthWebhooks({ store, masterKey, clock, ids, webhooks }: Parts): CoreWebhooks {
  return openWebhooks({
    store,
    key: hkdfSha256(masterKey, "bourse webhooks", KEY_BYTES),
    clock,
    ids,
    events: AUTH_EVENTS,
    webhooks,
    refuse: (code, message, given) => new AuthError(code, message, given as never),
  });
}
