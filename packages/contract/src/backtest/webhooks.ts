/** Webhooks of an API key: subscriptions to events of its jobs, and their deliveries. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { shownAs } from "../route/schema.ts";
import { storable } from "../route/text-checks.ts";
import { Count, Cursor, GUARD, MaybeTime, security, Text, Timestamp } from "./fields.ts";

/** The type of an event of a job or an order; `*` stands for all. */
export const WebhookEvent = oneOf([
  "job.created",
  "job.started",
  "job.completed",
  "job.failed",
  "job.cancelled",
  "order.unconfirmed",
  "order.placed",
  "order.partially_filled",
  "order.filled",
  "order.cancelled",
  "order.rejected",
  "*",
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** 1–12 types, none twice. */
const Events = /* @__PURE__ */ shownAs(
  z
    .array(WebhookEvent)
    .min(1)
    .max(12)
    .refine((given) => new Set(given).size === given.length, "must name each event once"),
  { uniqueItems: true },
);

const newFields = {
  /** Address that events are posted to, `https:`, 1–2,048 characters, without a login or a fragment. */
  url: storable(1, 2048),
  /** Types of the events that it gets, each named once; `*` stands for all. */
  events: Events,
};
/** A webhook to create. */
export interface NewWebhook extends Fields<typeof newFields> {}
export const NewWebhook: ObjectSchema<NewWebhook> = exactObject(newFields);

const webhookFields = {
  /** Webhook id, a UUID. */
  id: Text,
  /** Address that events are posted to. */
  url: Text,
  /** Types of the events that it gets; `*` stands for all. */
  events: list(Text),
  /** False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing. */
  enabled: z.boolean(),
  /** Time of creation. */
  created_at: Timestamp,
};
/** A webhook without its secret. */
export interface Webhook extends Fields<typeof webhookFields> {}
export const Webhook: ObjectSchema<Webhook> = object(webhookFields);

const secretFields = {
  ...webhookFields,
  /** Secret of the signatures (Standard Webhooks), `whsec_…`. No other answer shows it. */
  secret: Text,
};
/** A webhook with its secret: the only answer that shows it. */
export interface WebhookWithSecret extends Fields<typeof secretFields> {}
export const WebhookWithSecret: ObjectSchema<WebhookWithSecret> = object(secretFields);

const changeFields = {
  /** Address that events are posted to, `https:`, 1–2,048 characters. Default: unchanged. */
  url: storable(1, 2048).optional(),
  /** Types of the events that it gets, each named once; `*` stands for all. Default: unchanged. */
  events: Events.optional(),
  /** False to switch the webhook off, true to switch it on again. Default: unchanged. */
  enabled: z.boolean().optional(),
};
/** Members of a webhook that change. */
export interface WebhookChange extends Fields<typeof changeFields> {}
export const WebhookChange: ObjectSchema<WebhookChange> = exactObject(changeFields);

const rotationFields = {
  /** Seconds for which the former secret signs as well, 0–604,800. Default 86,400. */
  grace_seconds: z.int().min(0).max(604_800).optional(),
};
/** The replacement of a webhook's secret. */
export interface WebhookRotation extends Fields<typeof rotationFields> {}
export const WebhookRotation: ObjectSchema<WebhookRotation> = exactObject(rotationFields);

const deletedFields = {
  /** Id of the webhook that was deleted. */
  id: Text,
  /** Always `deleted`. */
  status: z.literal("deleted"),
};
/** The answer to the deletion of a webhook. */
export interface WebhookDeleted extends Fields<typeof deletedFields> {}
export const WebhookDeleted: ObjectSchema<WebhookDeleted> = object(deletedFields);

const deliveryFields = {
  /** Delivery id, a UUID. */
  id: Text,
  /** Id of the event, the header `webhook-id`; the same whenever it is sent again. */
  event_id: Text,
  /** Type of the event. */
  type: Text,
  /** `waiting` until the receiver has answered 200–299 (`delivered`), or it was given up (`failed`). */
  status: oneOf(["waiting", "delivered", "failed"]),
  /** Number of requests that were begun since the event, or its last replay. */
  attempts: Count,
  /** Sentence about the last failure; null when there was none. */
  error: Text.nullable(),
  /** Time of the event. */
  occurred_at: Timestamp,
  /** Time of the next request, or of the end of the one under way; null once the delivery has ended. */
  next_attempt_at: MaybeTime,
};
/** A delivery of one event to one webhook. */
export interface WebhookDelivery extends Fields<typeof deliveryFields> {}
export const WebhookDelivery: ObjectSchema<WebhookDelivery> = object(deliveryFields);

const webhookParams = {
  /** Webhook id, a UUID. */
  id: Text,
};
interface WebhookParams extends Fields<typeof webhookParams> {}
const WebhookParams: ObjectSchema<WebhookParams> = object(webhookParams);

const deliveryParams = {
  ...webhookParams,
  /** Delivery id, a UUID. */
  delivery_id: Text,
};
interface DeliveryParams extends Fields<typeof deliveryParams> {}
const DeliveryParams: ObjectSchema<DeliveryParams> = object(deliveryParams);

const queryFields = {
  /** Maximum number of deliveries in the answer, 1–100. Default 50. */
  limit: q.integer({ min: 1, max: 100 }).default(50),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: Cursor.optional(),
};
interface DeliveryQuery extends Fields<typeof queryFields> {}
interface DeliveryQueryInput extends InputFields<typeof queryFields> {}
const DeliveryQuery: ObjectSchema<DeliveryQuery, DeliveryQueryInput> = object(queryFields);

const OFF = { WEBHOOKS_UNAVAILABLE: 501 } as const;

export const webhookRoutes = {
  /**
   * Create a webhook for the jobs and orders of this API key; only this answer shows its secret.
   *
   * `POST /webhooks` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.createWebhook({
   *     body: { url: "https://hooks.example.com/bourse", events: ["job.completed"] },
   *   });
   */
  createWebhook: route("POST", "/webhooks", {
    security,
    body: NewWebhook,
    responses: { 201: WebhookWithSecret },
    errors: {
      ...GUARD,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      QUOTA_EXCEEDED: 409,
      ...OFF,
    },
  }),
  /**
   * List the webhooks of this API key, oldest first.
   *
   * `GET /webhooks` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.listWebhooks();
   */
  listWebhooks: route("GET", "/webhooks", {
    security,
    responses: { 200: list(Webhook) },
    errors: { ...GUARD, ...OFF },
  }),
  /**
   * Change a webhook, or switch it off or on.
   *
   * `PATCH /webhooks/:id` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.updateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { enabled: false },
   *   });
   */
  updateWebhook: route("PATCH", "/webhooks/:id", {
    security,
    params: WebhookParams,
    body: WebhookChange,
    responses: { 200: Webhook },
    errors: {
      ...GUARD,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      NOT_FOUND: 404,
      CONFLICT: 409,
      ...OFF,
    },
  }),
  /**
   * Delete a webhook with its deliveries.
   *
   * `DELETE /webhooks/:id` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.deleteWebhook({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  deleteWebhook: route("DELETE", "/webhooks/:id", {
    security,
    params: WebhookParams,
    responses: { 200: WebhookDeleted },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Replace the secret of a webhook; only this answer shows the new one.
   *
   * `POST /webhooks/:id/rotate` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.rotateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { grace_seconds: 3600 },
   *   });
   */
  rotateWebhook: route("POST", "/webhooks/:id/rotate", {
    security,
    params: WebhookParams,
    body: WebhookRotation,
    responses: { 200: WebhookWithSecret },
    errors: {
      ...GUARD,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      NOT_FOUND: 404,
      CONFLICT: 409,
      ...OFF,
    },
  }),
  /**
   * List the deliveries of a webhook, newest first.
   *
   * `GET /webhooks/:id/deliveries` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.listWebhookDeliveries({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *   });
   */
  listWebhookDeliveries: route("GET", "/webhooks/:id/deliveries", {
    security,
    params: WebhookParams,
    query: DeliveryQuery,
    pages: true,
    responses: { 200: list(WebhookDelivery) },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Send a delivery again that has ended.
   *
   * `POST /webhooks/:id/deliveries/:delivery_id/replay` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.replayWebhookDelivery({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       delivery_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *   });
   */
  replayWebhookDelivery: route("POST", "/webhooks/:id/deliveries/:delivery_id/replay", {
    security,
    params: DeliveryParams,
    responses: { 202: WebhookDelivery },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, NOT_FOUND: 404, CONFLICT: 409, ...OFF },
  }),
};

/** Notes of {@link webhookRoutes}. A function, so that bundlers drop it from clients. */
export function webhookNotes(): NotesOf<typeof webhookRoutes> {
  const tags = ["webhooks"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const url = "https://hooks.example.com/bourse";
  const secret = "whsec_bm90LWEtc2VjcmV0LWp1c3QtYW4t";
  const events: WebhookEvent[] = ["job.completed"];
  const time = "2026-01-01T00:00:00.000Z";
  const webhook = { id, url, events, enabled: true, created_at: time };
  const delivery = {
    id: "6e1c1d0a-58f0-4a53-9c43-52b1f7a9d001",
    event_id: "0d4c1c86-0f2b-4d8f-8a7e-1f0f3a6f2b10",
    type: "job.completed",
    occurred_at: time,
  };
  const delivered = { status: "delivered", attempts: 1, error: null } as const;
  const again = { status: "waiting", attempts: 0, error: null } as const;
  return {
    createWebhook: {
      tags,
      unspecified: [
        "An event is posted as {type, timestamp, data} with the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks.",
        "Any answer of 200–299 within ten seconds takes the event; 410 switches the webhook off; redirects are not followed.",
        "An event that is not taken is posted again 15 times, the last time about 36 hours later. It may come more than once and in any order: webhook-id is the same.",
        "Only https addresses of the public internet are called, unless WEBHOOK_ALLOW_PRIVATE=yes admits others; ten webhooks a key.",
        "data of a job's event is {job_id, job_type, status}, of an order's {order_id, client_order_id, symbol, side, order_type, quantity, status, filled_quantity}.",
        "order.unconfirmed tells that the exchange has not answered; order.placed follows when it shows the order, else order.rejected. The order_id may change with order.placed; client_order_id stays.",
        "Orders at an exchange are looked at every five seconds, ten of them at a time; each fact is told once.",
        "A webhook hears of the jobs and orders of its API key, or of its account for keys of an auth server; without keys, of those that nobody's key has created.",
      ],
      example: {
        body: { url, events },
        response: { ...webhook, secret },
      },
    },
    listWebhooks: { tags, example: { response: [webhook] } },
    updateWebhook: {
      tags,
      unspecified: [
        "What waited while a webhook was switched off has failed, and can be replayed.",
      ],
      example: { body: { enabled: false }, response: { ...webhook, enabled: false } },
    },
    deleteWebhook: {
      tags,
      unspecified: ["A foreign and an unknown webhook are 404."],
      example: { response: { id, status: "deleted" } },
    },
    rotateWebhook: {
      tags,
      unspecified: [
        "Until the grace period ends, webhook-signature holds one signature for each secret.",
      ],
      example: { body: { grace_seconds: 3600 }, response: { ...webhook, secret } },
    },
    listWebhookDeliveries: {
      tags,
      unspecified: [
        "Newest first; the next page is in the header Link, rel=next. Ended deliveries are kept for 72 hours (WEBHOOK_KEEP_HOURS).",
      ],
      example: { response: [{ ...delivery, ...delivered, next_attempt_at: null }] },
    },
    replayWebhookDelivery: {
      tags,
      unspecified: [
        "The event comes under the same webhook-id. A delivery that waits is 409 CONFLICT.",
      ],
      example: { response: { ...delivery, ...again, next_attempt_at: time } },
    },
  };
}
