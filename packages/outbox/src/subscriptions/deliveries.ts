/** Deliveries of a webhook, for its owner. */

import { hasCode } from "@bourse/kernel";

import { type OutboxEntryDocument, outboxEntries } from "../entries/entry-document.ts";
import { waitingAgain } from "../entries/waiting-again.ts";
import type { EventContent } from "./event-content.ts";
import { findOwned } from "./own-webhooks.ts";
import type { WebhookActParts } from "./webhooks-options.ts";

/** A delivery of one event to one webhook. All times in milliseconds since the Unix epoch (UTC). */
export interface WebhookDelivery {
  /** UUID of the delivery. */
  readonly id: string;
  /** Id of the event, which its receiver gets as the header `webhook-id`; the same when it is sent again. */
  readonly eventId: string;
  /** Type of the event. */
  readonly type: string;
  /** State: not taken yet, taken by the receiver, or given up. */
  readonly status: "waiting" | "delivered" | "failed";
  /** Number of requests that were begun since the event, or its last replay. */
  readonly attempts: number;
  /** Sentence about the last failure; null when there was none. */
  readonly error: string | null;
  /** Time of the event. */
  readonly occurredAt: number;
  /** Time of the next request, or of the end of the one under way; null once the delivery has ended, or is held. */
  readonly nextAttemptAt: number | null;
}

/** One page of deliveries. */
export interface WebhookDeliveryPage {
  /** Deliveries, newest first. */
  readonly items: readonly WebhookDelivery[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

type Parts = Pick<WebhookActParts, "store" | "refuse">;

/** Deliveries of a webhook, newest first. @throws the core's error NOT_FOUND, VALIDATION_ERROR */
export async function listDeliveries(
  parts: Parts,
  owner: string,
  id: string,
  page: { readonly limit?: number; readonly cursor?: string | undefined } = {},
): Promise<WebhookDeliveryPage> {
  await findOwned(parts, owner, id);
  const { limit, cursor } = page;
  const at = {
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = { index: "by_receiver", equals: [id], order: "desc", ...at } as const;
  try {
    const { items, next } = await parts.store.find(outboxEntries, query);
    return { items: items.map(({ value }) => deliveryOf(value)), next };
  } catch (error) {
    if (!hasCode(error, "STORE_CURSOR_INVALID")) throw error;
    const message = "The cursor is not one of this list.";
    throw parts.refuse("VALIDATION_ERROR", message, { details: { path: "cursor" } });
  }
}

/**
 * Sends a delivery again that has ended or is held, under the same event id.
 *
 * @throws the core's error NOT_FOUND, CONFLICT
 */
export async function replayDelivery(
  parts: Parts,
  owner: string,
  id: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const { store, refuse } = parts;
  const now = await store.now();
  return await store.transaction(async (tx) => {
    await findOwned(parts, owner, id, tx);
    const found = await tx.get(outboxEntries, deliveryId);
    if (found?.value.group !== id) {
      throw refuse("NOT_FOUND", "The webhook has no delivery with this id.");
    }
    if (found.value.status === "waiting") {
      throw refuse("CONFLICT", "The delivery has not ended: it is tried again by itself.");
    }
    const again = await tx.replace(outboxEntries, waitingAgain(found.value, now), found.version);
    return deliveryOf(again.value);
  });
}

const HELD =
  "The service was restored from a backup, so this may have been delivered: it is sent when its operator releases it.";

function deliveryOf(entry: OutboxEntryDocument): WebhookDelivery {
  const { id, status, attempts, error, dueAt } = entry;
  // Only events of this package have a receiver.
  const { id: eventId, type, at: occurredAt } = entry.content as EventContent;
  return {
    id,
    eventId,
    type,
    status: status === "dead" ? "failed" : status === "held" ? "waiting" : status,
    attempts,
    error: status === "held" ? HELD : error,
    occurredAt,
    nextAttemptAt: status === "waiting" ? dueAt : null,
  };
}
