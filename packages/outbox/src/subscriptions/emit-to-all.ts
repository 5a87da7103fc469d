/** The fan-out of an event that every owner may hear of. */

import type { Page, Transaction } from "@bourse/kernel";

import { addEvent, type WebhookEvent } from "./emit-event.ts";
import { type WebhookDocument, webhookSubscriptions } from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

const PAGE = 1000;

/** Adds an event for every webhook that wants it and whose owner is admitted, in the caller's transaction. */
export async function emitToAll(
  parts: Pick<WebhookActParts, "clock" | "ids">,
  tx: Pick<Transaction, "find" | "insert">,
  event: WebhookEvent,
  admits: (owner: string) => Promise<boolean>,
): Promise<void> {
  const id = parts.ids.uuid();
  let from: { readonly cursor?: string } = {};
  for (;;) {
    const query = { index: "by_owner", limit: PAGE, ...from } as const;
    const { items, next }: Page<WebhookDocument> = await tx.find(webhookSubscriptions, query);
    for (const { value } of items) {
      if (await admits(value.owner)) await addEvent(parts, tx, id, event, [value]);
    }
    if (next === null) return;
    from = { cursor: next };
  }
}
