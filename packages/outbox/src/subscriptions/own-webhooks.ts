/** Webhooks of one owner, read. */

import type { Versioned } from "@bourse/kernel";

import {
  type Webhook,
  type WebhookDocument,
  type WebhookTarget,
  targetOf,
  viewOf,
  webhookSubscriptions,
} from "./webhook-document.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

type Parts = Pick<WebhookActParts, "store" | "key" | "refuse">;

/** Maximum number of webhooks of one owner, whatever the options say. */
export const MAX_OWNED = 100;

/** An owner's webhooks, oldest first. @throws the core's error CONFLICT */
export async function listWebhooks(parts: Parts, owner: string): Promise<readonly Webhook[]> {
  const query = { index: "by_owner", equals: [owner], limit: MAX_OWNED } as const;
  const { items } = await parts.store.find(webhookSubscriptions, query);
  return await Promise.all(
    items.map(async ({ value }) => viewOf(value, await openTarget(parts, value))),
  );
}

/** One webhook of an owner. @throws the core's error NOT_FOUND, CONFLICT */
export async function getWebhook(parts: Parts, owner: string, id: string): Promise<Webhook> {
  const { value } = await findOwned(parts, owner, id);
  return viewOf(value, await openTarget(parts, value));
}

/** The stored form of an owner's webhook. @throws the core's error NOT_FOUND for a foreign or unknown one */
export async function findOwned(
  { store, refuse }: Pick<Parts, "store" | "refuse">,
  owner: string,
  id: string,
  reader: Pick<WebhookActParts["store"], "get"> = store,
): Promise<Versioned<WebhookDocument>> {
  const found = await reader.get(webhookSubscriptions, id);
  if (found?.value.owner === owner) return found;
  throw refuse("NOT_FOUND", "You have no webhook with this id.");
}

/** Address and secrets of a webhook. @throws the core's error CONFLICT when they were encrypted under another key */
export async function openTarget(
  { key, refuse }: Pick<Parts, "key" | "refuse">,
  document: WebhookDocument,
): Promise<WebhookTarget> {
  const target = await targetOf(key, document);
  if (target !== undefined) return target;
  const message = "The webhook was stored under another master key: remove it and create it anew.";
  throw refuse("CONFLICT", message);
}
