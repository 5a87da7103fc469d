/** One delivery of an event to the receiver of a webhook. */

import { OutboxError } from "../errors.ts";
import type { OutboxDelivery } from "../options.ts";
import type { EventContent } from "./event-content.ts";
import { signaturesOf } from "./sign-webhook.ts";
import { type WebhookTarget, targetOf, webhookSubscriptions } from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

type Parts = Pick<WebhookActParts, "store" | "key" | "clock" | "options" | "spell">;

const GONE = 410;

/**
 * Posts an event, signed, and resolves when the receiver has answered with a status of 200–299. An answer 410 switches
 * the webhook off.
 *
 * @throws OutboxError DELIVERY_REFUSED when the webhook is gone or off
 */
export async function deliverEvent(
  parts: Parts,
  { payload, signal }: OutboxDelivery<EventContent>,
): Promise<void> {
  const { store, key, clock, spell = (data) => data } = parts;
  const found = (await store.get(webhookSubscriptions, payload.webhook))?.value;
  if (found === undefined) throw refused("The webhook was removed.");
  if (!found.enabled) throw refused("The webhook is switched off.");
  const target = await targetOf(key, found);
  if (target === undefined) throw refused("The webhook was stored under another master key.");
  const { id, type, at, data } = payload;
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: spell(data) });
  const now = clock.now();
  const timestamp = Math.floor(now / 1000);
  const secrets = secretsAt(target, now);
  const headers = {
    "content-type": "application/json",
    "user-agent": "bourse-webhooks",
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": await signaturesOf(secrets, { id, timestamp, body }),
  };
  const status = await parts.options.sender.send({ url: target.url, headers, body }, { signal });
  if (status >= 200 && status < 300) return;
  if (status !== GONE) throw new Error(sentenceOf(status));
  await switchOff(parts, found.id);
  throw refused("The receiver answered 410: the webhook was switched off.", status);
}

function secretsAt({ secret, former }: WebhookTarget, now: number): readonly string[] {
  return former !== null && now < former.until ? [secret, former.secret] : [secret];
}

async function switchOff({ store }: Pick<Parts, "store">, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(webhookSubscriptions, id);
    if (found === undefined) return;
    await tx.replace(webhookSubscriptions, { ...found.value, enabled: false }, found.version);
  });
}

function sentenceOf(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? "; redirects are not followed" : ""}.`;
}

function refused(message: string, status?: number): OutboxError {
  const details = status === undefined ? {} : { status };
  return new OutboxError("DELIVERY_REFUSED", message, { details });
}
