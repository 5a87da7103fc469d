/** Webhooks of a core: who wants which events, and their deliveries. */

import type { Collection, Entity, Transaction } from "@bourse/kernel";

import { outboxCollections } from "../entries/entry-document.ts";
import type { OutboxFigures } from "../entries/measure.ts";
import { createOutbox, type Outbox } from "../outbox.ts";
import { type WebhookChange, changeWebhook, rotateSecret } from "./change-webhook.ts";
import { type NewWebhook, createWebhook } from "./create-webhook.ts";
import { deliverEvent } from "./deliver-event.ts";
import {
  type WebhookDelivery,
  type WebhookDeliveryPage,
  listDeliveries,
  replayDelivery,
} from "./deliveries.ts";
import { emitEvent, WEBHOOK_BOX, type WebhookEvent } from "./emit-event.ts";
import { emitToAll } from "./emit-to-all.ts";
import type { EventContent } from "./event-content.ts";
import { getWebhook, listWebhooks } from "./own-webhooks.ts";
import { removeAllWebhooks, removeWebhook } from "./remove-webhook.ts";
import { type Webhook, type WebhookWithSecret, webhookSubscriptions } from "./webhook-document.ts";
import {
  resolveWebhookOptions,
  type WebhookActParts,
  type WebhooksParts,
} from "./webhooks-options.ts";

/** Webhooks of the owners of a core. Errors are the core's own. */
export interface Webhooks {
  /**
   * Creates a webhook; its secret is told this once.
   *
   * @throws VALIDATION_ERROR (details.path names the field), QUOTA_EXCEEDED, WEBHOOKS_UNAVAILABLE
   */
  create(owner: string, webhook: NewWebhook): Promise<WebhookWithSecret>;
  /** Webhooks of an owner, oldest first, at most 100. @throws WEBHOOKS_UNAVAILABLE */
  list(owner: string): Promise<readonly Webhook[]>;
  /** One webhook of an owner. @throws NOT_FOUND for a foreign or unknown one, WEBHOOKS_UNAVAILABLE */
  get(owner: string, id: string): Promise<Webhook>;
  /** Changes a webhook. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT, WEBHOOKS_UNAVAILABLE */
  change(owner: string, id: string, change: WebhookChange): Promise<Webhook>;
  /**
   * Replaces the secret, and tells the new one this once. The former one signs as well for `graceSeconds`, 0–604,800,
   * default 86,400.
   *
   * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT, WEBHOOKS_UNAVAILABLE
   */
  rotate(owner: string, id: string, graceSeconds?: number): Promise<WebhookWithSecret>;
  /** Removes a webhook with its deliveries. @throws NOT_FOUND, WEBHOOKS_UNAVAILABLE */
  remove(owner: string, id: string): Promise<void>;
  /**
   * Deliveries of a webhook, newest first, 1–1000 a page, default 100.
   *
   * @throws NOT_FOUND, VALIDATION_ERROR (details.path `cursor`), WEBHOOKS_UNAVAILABLE
   */
  deliveries(
    owner: string,
    id: string,
    page?: { readonly limit?: number; readonly cursor?: string | undefined },
  ): Promise<WebhookDeliveryPage>;
  /** Sends an ended delivery again under the same event id. @throws NOT_FOUND, CONFLICT, WEBHOOKS_UNAVAILABLE */
  replay(owner: string, id: string, deliveryId: string): Promise<WebhookDelivery>;
  /** Begins to deliver in the background. Nothing happens when no webhooks are set up. @throws StoreError */
  start(): Promise<void>;
  /** Delivers what is due now. Resolves to the number of deliveries that were taken. @throws StoreError */
  deliverDue(): Promise<number>;
  /** Deliveries that wait, those that were given up, and the age of the oldest one that waits. @throws StoreError */
  measure(): Promise<OutboxFigures>;
}

/** Webhooks of one core, for its own use. */
export interface CoreWebhooks extends Webhooks {
  /** True when webhooks are set up. */
  readonly isOn: boolean;
  /** Adds an event for every webhook of its owner that wants it, in the transaction of the change. */
  emit(tx: Pick<Transaction, "find" | "insert">, owner: string, event: WebhookEvent): Promise<void>;
  /** Adds an event for every webhook that wants it and whose owner is admitted, in the transaction of the change. */
  emitToAll(
    tx: Pick<Transaction, "find" | "insert">,
    event: WebhookEvent,
    admits: (owner: string) => Promise<boolean>,
  ): Promise<void>;
  /** Removes all webhooks of an owner that is deleted, with their deliveries. @throws StoreError */
  removeAll(owner: string): Promise<void>;
  /** Stops delivering. */
  close(): Promise<void>;
}

/** Collections of a store with webhooks, those of its outbox included. */
export const webhookCollections: readonly Collection<Entity>[] = [
  webhookSubscriptions,
  ...outboxCollections,
];

const NOTHING: OutboxFigures = Object.freeze({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 });

/** Opens the webhooks of a core. @throws KernelError OPTION_INVALID */
export function openWebhooks(given: WebhooksParts): CoreWebhooks {
  if (given.webhooks === undefined) return withoutWebhooks(given);
  const parts: WebhookActParts = { ...given, options: resolveWebhookOptions(given.webhooks) };
  const outbox = openOutbox(parts);
  return Object.freeze<CoreWebhooks>({
    isOn: true,
    create: (owner, webhook) => createWebhook(parts, owner, webhook),
    list: (owner) => listWebhooks(parts, owner),
    get: (owner, id) => getWebhook(parts, owner, id),
    change: (owner, id, change) => changeWebhook(parts, owner, id, change),
    rotate: (owner, id, graceSeconds) => rotateSecret(parts, owner, id, graceSeconds),
    remove: (owner, id) => removeWebhook(parts, owner, id),
    deliveries: (owner, id, page) => listDeliveries(parts, owner, id, page),
    replay: (owner, id, deliveryId) => replayDelivery(parts, owner, id, deliveryId),
    emit: (tx, owner, event) => emitEvent(parts, tx, owner, event),
    emitToAll: (tx, event, admits) => emitToAll(parts, tx, event, admits),
    removeAll: (owner) => removeAllWebhooks(parts, owner),
    start: () => outbox.start(),
    deliverDue: () => outbox.deliverDue(),
    measure: () => outbox.measure(),
    close: () => outbox.close(),
  });
}

/** 16 requests in about 36 hours: 10 s after the first failure, then twice as long each time, up to 6 hours. */
const RETRIES = { maxAttempts: 16, firstRetrySeconds: 10, longestRetrySeconds: 21_600 } as const;
/** A receiver that fails for this long loses what waits for it. */
const MAX_AGE_SECONDS = 259_200;
const DELIVERY_SECONDS = 10;
const GROUP_CONCURRENCY = 8;

function openOutbox(parts: WebhookActParts): Outbox<EventContent> {
  const { store, key, clock, ids, processClock } = parts;
  const { keepHours, concurrency, watermark, onFailure, metrics } = parts.options;
  const keepSeconds = keepHours * 3600;
  return createOutbox<EventContent>({
    store,
    key,
    clock,
    ids,
    ...(processClock === undefined ? {} : { processClock }),
    name: WEBHOOK_BOX,
    concurrency,
    groupConcurrency: Math.max(1, Math.min(GROUP_CONCURRENCY, Math.floor(concurrency / 4))),
    deliverySeconds: DELIVERY_SECONDS,
    ...RETRIES,
    maxAgeSeconds: MAX_AGE_SECONDS,
    keepDeadSeconds: keepSeconds,
    keepDeliveredSeconds: keepSeconds,
    ...(watermark === undefined ? {} : { watermark }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(metrics === undefined ? {} : { metrics }),
    deliver: (delivery) => deliverEvent(parts, delivery),
  });
}

function withoutWebhooks(parts: Pick<WebhooksParts, "store" | "refuse">): CoreWebhooks {
  const unavailable = (): Promise<never> =>
    Promise.reject(parts.refuse("WEBHOOKS_UNAVAILABLE", "This service sends no webhooks."));
  return Object.freeze<CoreWebhooks>({
    isOn: false,
    create: unavailable,
    list: unavailable,
    get: unavailable,
    change: unavailable,
    rotate: unavailable,
    remove: unavailable,
    deliveries: unavailable,
    replay: unavailable,
    emit: async () => undefined,
    emitToAll: async () => undefined,
    removeAll: (owner) => removeAllWebhooks(parts, owner),
    start: async () => undefined,
    deliverDue: async () => 0,
    measure: async () => NOTHING,
    close: async () => undefined,
  });
}
