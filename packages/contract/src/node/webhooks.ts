/** Webhooks of the node: subscriptions of its owner and of API keys to its events, and their deliveries. */

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
import { Count, INVALID, STANDBY_NOTE, text, Text, Time, WRITING } from "./fields.ts";

/** The type of an event of the node that webhooks get; `*` stands for all. */
export const WebhookEvent = oneOf([
  "health.component_change",
  "token.transfer_completed",
  "token.transfer_failed",
  "token.added",
  "data.shared",
  "data.received",
  "system.node_started",
  "system.node_stopping",
  "system.error",
  "*",
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** 1–10 types, none twice. */
const Events = /* @__PURE__ */ shownAs(
  z
    .array(WebhookEvent)
    .min(1)
    .max(10)
    .refine((given) => new Set(given).size === given.length, "must name each event once"),
  { uniqueItems: true },
);

const newFields = {
  /** Address that events are posted to, `https:`, 1–2,048 characters, without a login or a fragment. */
  url: text(1, 2048),
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
  /** Time of creation, Unix seconds. */
  created_at: Time,
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
  url: text(1, 2048).optional(),
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
  /** True: the webhook is deleted. */
  success: z.literal(true),
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
  /** Time of the event, Unix seconds. */
  occurred_at: Time,
  /** Time of the next request, or of the end of the one under way, Unix seconds; null once the delivery has ended. */
  next_attempt_at: Time.nullable(),
};
/** A delivery of one event to one webhook. */
export interface WebhookDelivery extends Fields<typeof deliveryFields> {}
export const WebhookDelivery: ObjectSchema<WebhookDelivery> = object(deliveryFields);

const listFields = {
  /** The webhooks of the caller, oldest first. */
  webhooks: list(Webhook),
  /** Number of webhooks. */
  count: Count,
};
/** The webhooks of a caller. */
export interface WebhookList extends Fields<typeof listFields> {}
export const WebhookList: ObjectSchema<WebhookList> = object(listFields);

const pageFields = {
  /** Deliveries of the page, newest first. */
  deliveries: list(WebhookDelivery),
  /** Number of deliveries in the page. */
  count: Count,
  /** Cursor of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A page of the deliveries of a webhook. */
export interface WebhookDeliveryList extends Fields<typeof pageFields> {}
export const WebhookDeliveryList: ObjectSchema<WebhookDeliveryList> = object(pageFields);

const webhookParams = {
  /** Webhook id, 1–100 characters. */
  id: text(1, 100),
};
interface WebhookParams extends Fields<typeof webhookParams> {}
const WebhookParams: ObjectSchema<WebhookParams> = object(webhookParams);

const deliveryParams = {
  ...webhookParams,
  /** Delivery id, 1–100 characters. */
  delivery_id: text(1, 100),
};
interface DeliveryParams extends Fields<typeof deliveryParams> {}
const DeliveryParams: ObjectSchema<DeliveryParams> = object(deliveryParams);

const queryFields = {
  /** Maximum number of deliveries in the answer, 1–100. Default 50. */
  limit: q.integer({ min: 1, max: 100 }).default(50),
  /** Position of the page, `next_cursor` of the page before. Default: the first page. */
  cursor: text(1, 1000).optional(),
};
interface DeliveryQuery extends Fields<typeof queryFields> {}
interface DeliveryQueryInput extends InputFields<typeof queryFields> {}
const DeliveryQuery: ObjectSchema<DeliveryQuery, DeliveryQueryInput> = exactObject(queryFields);

const OFF = { WEBHOOKS_UNAVAILABLE: 501 } as const;
const COMMON = { ...INVALID, ...WRITING, ...OFF } as const;

export const webhookRoutes = {
  /**
   * Create a webhook for events of the node; only this answer shows its secret.
   *
   * `POST /webhooks` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createWebhook({
   *     body: { url: "https://hooks.example.com/bourse", events: ["data.received"] },
   *   });
   */
  createWebhook: route("POST", "/webhooks", {
    body: NewWebhook,
    bodyLimit: 16_384,
    responses: { 201: WebhookWithSecret },
    errors: { ...COMMON, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the caller's webhooks, oldest first.
   *
   * `GET /webhooks` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.listWebhooks();
   */
  listWebhooks: route("GET", "/webhooks", {
    responses: { 200: WebhookList },
    errors: COMMON,
  }),
  /**
   * Change a webhook, or switch it off or on.
   *
   * `PATCH /webhooks/:id` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.updateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { enabled: false },
   *   });
   */
  updateWebhook: route("PATCH", "/webhooks/:id", {
    params: WebhookParams,
    body: WebhookChange,
    bodyLimit: 16_384,
    responses: { 200: Webhook },
    errors: { ...COMMON, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * Delete a webhook with its deliveries.
   *
   * `DELETE /webhooks/:id` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.deleteWebhook({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  deleteWebhook: route("DELETE", "/webhooks/:id", {
    params: WebhookParams,
    responses: { 200: WebhookDeleted },
    errors: { ...COMMON, NOT_FOUND: 404 },
  }),
  /**
   * Replace the secret of a webhook; only this answer shows the new one.
   *
   * `POST /webhooks/:id/rotate` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.rotateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { grace_seconds: 3600 },
   *   });
   */
  rotateWebhook: route("POST", "/webhooks/:id/rotate", {
    params: WebhookParams,
    body: WebhookRotation,
    bodyLimit: 16_384,
    responses: { 200: WebhookWithSecret },
    errors: { ...COMMON, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * List the deliveries of a webhook, newest first.
   *
   * `GET /webhooks/:id/deliveries` with an API key, unless a program on the node's machine calls it
   * directly; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listWebhookDeliveries({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *   });
   */
  listWebhookDeliveries: route("GET", "/webhooks/:id/deliveries", {
    params: WebhookParams,
    query: DeliveryQuery,
    pages: "deliveries",
    responses: { 200: WebhookDeliveryList },
    errors: { ...COMMON, NOT_FOUND: 404, CURSOR_INVALID: 422 },
  }),
  /**
   * Send a delivery again that has ended.
   *
   * `POST /webhooks/:id/deliveries/:delivery_id/replay` with an API key, unless a program on the
   * node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.replayWebhookDelivery({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       delivery_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *   });
   */
  replayWebhookDelivery: route("POST", "/webhooks/:id/deliveries/:delivery_id/replay", {
    params: DeliveryParams,
    responses: { 202: WebhookDelivery },
    errors: { ...COMMON, NOT_FOUND: 404, CONFLICT: 409 },
  }),
};

/** Notes of {@link webhookRoutes}. A function, so that bundlers drop it from clients. */
export function webhookNotes(): NotesOf<typeof webhookRoutes> {
  const tags = ["webhooks"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const url = "https://hooks.example.com/bourse";
  const secret = "whsec_bm90LWEtc2VjcmV0LWp1c3QtYW4t";
  const events: WebhookEvent[] = ["data.received"];
  const time = 1_767_225_600;
  const webhook = { id, url, events, enabled: true, created_at: time };
  const delivery = {
    id: "6e1c1d0a-58f0-4a53-9c43-52b1f7a9d001",
    event_id: "0d4c1c86-0f2b-4d8f-8a7e-1f0f3a6f2b10",
    type: "data.received",
    occurred_at: time,
  };
  const delivered = { status: "delivered", attempts: 1, error: null } as const;
  const again = { status: "waiting", attempts: 0, error: null } as const;
  return {
    createWebhook: {
      tags,
      unspecified: [
        STANDBY_NOTE,
        "An event is posted as {type, timestamp, data}, with the data of the event socket, and the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks.",
        "Any answer of 200–299 within ten seconds takes the event; 410 switches the webhook off; redirects are not followed.",
        "An event that is not taken is posted again 15 times, the last time about 36 hours later. It may come more than once and in any order: webhook-id is the same.",
        "Only https addresses of the public internet are called, unless WEBHOOK_ALLOW_PRIVATE=yes admits others; ten webhooks a key.",
        "A key needs `read`; its webhooks get nothing once it is revoked or over, and are nobody else's. Direct local callers and the operator share theirs. A key of an account of an auth server has none (403).",
      ],
      example: {
        body: { url, events },
        response: { ...webhook, secret },
      },
    },
    listWebhooks: { tags, example: { response: { webhooks: [webhook], count: 1 } } },
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
      example: { response: { id, success: true } },
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
      unspecified: ["Ended deliveries are kept for 72 hours (WEBHOOK_KEEP_HOURS)."],
      example: {
        response: {
          deliveries: [{ ...delivery, ...delivered, next_attempt_at: null }],
          count: 1,
          next_cursor: null,
        },
      },
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
