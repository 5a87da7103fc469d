/** The fan-out of an event: an entry of the outbox for each webhook that wants it, with the change itself. */

import type { Json, Transaction } from "@bourse/kernel";

import { addEntry } from "../entries/add-entry.ts";
import type { EventContent } from "./event-content.ts";
import { MAX_OWNED } from "./own-webhooks.ts";
import { type WebhookDocument, webhookSubscriptions } from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

/** Name of the outbox of webhooks. */
export const WEBHOOK_BOX = "webhooks";

/** An event of a core. */
export interface WebhookEvent {
  /** Type of the event, one of those that the core has. */
  readonly type: string;
  /** Ids and states that the event is about; no secrets. */
  readonly data: { readonly [name: string]: Json };
}

/** Adds an event for every webhook of its owner that wants it, in the caller's transaction. */
export async function emitEvent(
  parts: Pick<WebhookActParts, "clock" | "ids">,
  tx: Pick<Transaction, "find" | "insert">,
  owner: string,
  event: WebhookEvent,
): Promise<void> {
  const query = { index: "by_owner", equals: [owner], limit: MAX_OWNED } as const;
  const { items } = await tx.find(webhookSubscriptions, query);
  await addEvent(
    parts,
    tx,
    parts.ids.uuid(),
    event,
    items.map(({ value }) => value),
  );
}

/** Adds an event with the id `id` for those of `webhooks` that want it. */
export async function addEvent(
  { clock, ids }: Pick<WebhookActParts, "clock" | "ids">,
  tx: Pick<Transaction, "insert">,
  id: string,
  { type, data }: WebhookEvent,
  webhooks: readonly WebhookDocument[],
): Promise<void> {
  const wanting = webhooks.filter(
    ({ enabled, events }) => enabled && (events.includes(type) || events.includes("*")),
  );
  for (const { id: webhook } of wanting) {
    const content: EventContent = { webhook, id, type, at: clock.now(), data };
    await addEntry({ name: WEBHOOK_BOX, clock }, tx, { id: ids.uuid(), content, group: webhook });
  }
}
