/** The removal of a webhook. */

import { deleteFound } from "@bourse/kernel";

import { outboxEntries } from "../entries/entry-document.ts";
import { findOwned } from "./own-webhooks.ts";
import { webhookSubscriptions } from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

/** Removes all webhooks of an owner with their deliveries. @throws StoreError */
export async function removeAllWebhooks(
  parts: Pick<WebhookActParts, "store" | "refuse">,
  owner: string,
): Promise<void> {
  const query = { index: "by_owner", equals: [owner] } as const;
  const { items } = await parts.store.find(webhookSubscriptions, query);
  for (const { value } of items) await removeWebhook(parts, owner, value.id);
}

/** Removes a webhook, its secret and its deliveries. @throws the core's error NOT_FOUND */
export async function removeWebhook(
  parts: Pick<WebhookActParts, "store" | "refuse">,
  owner: string,
  id: string,
): Promise<void> {
  const { store } = parts;
  await store.transaction(async (tx) => {
    await findOwned(parts, owner, id, tx);
    await tx.delete(webhookSubscriptions, id);
  });
  // Nothing is sent any more; what an end of the process leaves here goes when it is too old.
  while ((await deleteFound(store, outboxEntries, { index: "by_receiver", equals: [id] })) > 0);
}
