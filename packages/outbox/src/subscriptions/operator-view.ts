/** Webhooks of all owners and their failed deliveries, for the operator, who needs no key: addresses stay encrypted. */

import {
  anyFunction,
  anyText,
  checkArguments,
  objectOf,
  wholeNumber,
  type Store,
} from "@bourse/kernel";

import { outboxEntries } from "../entries/entry-document.ts";
import { waitingAgain } from "../entries/waiting-again.ts";
import { WEBHOOK_BOX } from "./emit-event.ts";
import type { EventContent } from "./event-content.ts";
import { webhookSubscriptions, type Webhook } from "./webhook-document.ts";

/** A webhook as the operator sees it. */
export interface StoredWebhook extends Omit<Webhook, "url"> {
  /** Owner of the webhook, as the service names it in its store. */
  readonly owner: string;
}

/** A delivery that was given up. */
export interface FailedDelivery {
  /** UUID of the delivery. */
  readonly id: string;
  /** Id of the webhook. */
  readonly webhook: string;
  /** Type of the event. */
  readonly type: string;
  /** Time of the event in milliseconds since the Unix epoch (UTC). */
  readonly occurredAt: number;
  /** Number of requests that were begun. */
  readonly attempts: number;
  /** Sentence about the last failure. */
  readonly error: string;
}

const STORE = objectOf({ find: anyFunction, transaction: anyFunction });
const LIMIT = wholeNumber({ min: 1, max: 1000 });

/**
 * Lists webhooks of all owners, those of one owner together, at most `limit` (1–1000).
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function storedWebhooks(
  store: Store,
  limit: number,
): Promise<readonly StoredWebhook[]> {
  checkArguments("storedWebhooks", { store: STORE, limit: LIMIT }, [store, limit]);
  const { items } = await store.find(webhookSubscriptions, { index: "by_owner", limit });
  return items.map(({ value: { id, owner, events, enabled, createdAt } }) => {
    return { id, owner, events, enabled, createdAt };
  });
}

/** Lists deliveries that were given up, newest first, at most `limit` (1–1000). @throws as {@link storedWebhooks} */
export async function failedDeliveries(
  store: Store,
  limit: number,
): Promise<readonly FailedDelivery[]> {
  checkArguments("failedDeliveries", { store: STORE, limit: LIMIT }, [store, limit]);
  const query = { index: "by_created", equals: [WEBHOOK_BOX, "dead"], order: "desc" } as const;
  const { items } = await store.find(outboxEntries, { ...query, limit });
  return items.map(({ value: { id, attempts, error, content } }) => {
    // Only events of this package are in this outbox.
    const { webhook, type, at } = content as EventContent;
    return { id, webhook, type, occurredAt: at, attempts, error: error ?? "" };
  });
}

/**
 * Makes a delivery that was given up wait again, under the same event id. Resolves to false when there is no such one.
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function replayFailed(store: Store, id: string): Promise<boolean> {
  checkArguments("replayFailed", { store: STORE, id: anyText }, [store, id]);
  const now = await store.now();
  return await store.transaction(async (tx) => {
    const found = await tx.get(outboxEntries, id);
    if (found?.value.box !== WEBHOOK_BOX || found.value.status !== "dead") return false;
    await tx.replace(outboxEntries, waitingAgain(found.value, now), found.version);
    return true;
  });
}
