/** Changes of a webhook by its owner. */

import { hasCode, type Versioned } from "@bourse/kernel";

import { checkEvents, checkUrl } from "./check-webhook.ts";
import { findOwned, openTarget } from "./own-webhooks.ts";
import { newSecret } from "./sign-webhook.ts";
import {
  type Webhook,
  type WebhookDocument,
  type WebhookTarget,
  type WebhookWithSecret,
  sealTarget,
  viewOf,
  webhookSubscriptions,
} from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

/** Members of a webhook that change; the others stay. */
export interface WebhookChange {
  /** Address that events are posted to. Default: as it is. */
  readonly url?: string | undefined;
  /** Types of the events that it gets. Default: as they are. */
  readonly events?: readonly string[] | undefined;
  /** False to switch the webhook off, true to switch it on again. Default: as it is. */
  readonly enabled?: boolean | undefined;
}

/** Changes a webhook. @throws the core's error NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function changeWebhook(
  parts: WebhookActParts,
  owner: string,
  id: string,
  { url, events, enabled }: WebhookChange,
): Promise<Webhook> {
  const found = await findOwned(parts, owner, id);
  const before = await openTarget(parts, found.value);
  const target = url === undefined ? before : { ...before, url: checkUrl(parts, url) };
  const value = await replace(parts, found, target, {
    ...(events === undefined ? {} : { events: checkEvents(parts, events) }),
    ...(enabled === undefined ? {} : { enabled }),
  });
  return viewOf(value, target);
}

/** Longest time in seconds for which a replaced secret signs as well: 7 days. */
const MAX_GRACE_SECONDS = 604_800;
const DEFAULT_GRACE_SECONDS = 86_400;

/**
 * Replaces the secret; the former one signs as well for `graceSeconds`.
 *
 * @throws the core's error NOT_FOUND, VALIDATION_ERROR, CONFLICT
 */
export async function rotateSecret(
  parts: WebhookActParts,
  owner: string,
  id: string,
  graceSeconds: number = DEFAULT_GRACE_SECONDS,
): Promise<WebhookWithSecret> {
  const { clock, refuse } = parts;
  if (!(Number.isInteger(graceSeconds) && graceSeconds >= 0 && graceSeconds <= MAX_GRACE_SECONDS)) {
    const message = `The former secret signs for 0 to ${MAX_GRACE_SECONDS} seconds more.`;
    throw refuse("VALIDATION_ERROR", message, { details: { path: "graceSeconds" } });
  }
  const found = await findOwned(parts, owner, id);
  const { url, secret: replaced } = await openTarget(parts, found.value);
  const former = { secret: replaced, until: clock.now() + graceSeconds * 1000 };
  const secret = newSecret();
  const target = { url, secret, former: graceSeconds === 0 ? null : former };
  return { ...viewOf(await replace(parts, found, target, {}), target), secret };
}

/** @throws the core's error CONFLICT when the webhook was changed in between */
async function replace(
  { store, key, refuse }: Pick<WebhookActParts, "store" | "key" | "refuse">,
  { value, version }: Versioned<WebhookDocument>,
  target: WebhookTarget,
  changes: Partial<Pick<WebhookDocument, "events" | "enabled">>,
): Promise<WebhookDocument> {
  const sealed = await sealTarget(key, value.id, target);
  try {
    const changed = { ...value, ...changes, sealed };
    return (await store.replace(webhookSubscriptions, changed, version)).value;
  } catch (error) {
    if (!hasCode(error, "STORE_CONFLICT")) throw error;
    throw refuse("CONFLICT", "The webhook was changed in between: read it and try again.");
  }
}
