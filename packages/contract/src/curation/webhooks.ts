/** Webhooks of an account: subscriptions to events of drafts and markets, and their deliveries. */

import * as z from "zod";

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
import { ACCOUNT_EVENT_TYPES, EVENT_TYPES } from "./events.ts";
import {
  ACTING,
  BODY,
  bodyLimit,
  Count,
  INVALID,
  MaybeTime,
  page,
  Text,
  text,
  Timestamp,
  TOKEN,
} from "./fields.ts";

/** The type of an event of a draft, of the market that it became, or of the account itself; `*` stands for all. */
export const WebhookEvent = oneOf([...EVENT_TYPES, ...ACCOUNT_EVENT_TYPES, "*"]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** 1–20 types, none twice. */
const Events = /* @__PURE__ */ shownAs(
  z
    .array(WebhookEvent)
    .min(1)
    .max(20)
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
  /** Time of creation, ISO 8601 in UTC. */
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
  url: text(1, 2048).optional(),
  /** Types of the events that it gets, each named once; `*` stands for all. Default: unchanged. */
  events: Events.optional(),
  /** False to switch the webhook off, true to switch it on again. Default: unchanged. */
  enabled: z.boolean().optional(),
};
/** Members of a webhook that change. */
export interface WebhookChange extends Fields<typeof changeFields> {}
export const WebhookChange: ObjectSchema<WebhookChange> = exactObject(changeFields);

const deletedFields = {
  /** Id of the webhook that was deleted. */
  id: Text,
};
/** The webhook that was deleted. */
export interface DeletedWebhook extends Fields<typeof deletedFields> {}
export const DeletedWebhook: ObjectSchema<DeletedWebhook> = object(deletedFields);

const rotationFields = {
  /** Seconds for which the former secret signs as well, 0–604,800. Default 86,400. */
  grace_seconds: z.int().min(0).max(604_800).optional(),
};
/** The replacement of a webhook's secret. */
export interface WebhookRotation extends Fields<typeof rotationFields> {}
export const WebhookRotation: ObjectSchema<WebhookRotation> = exactObject(rotationFields);

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
  /** Time of the event, ISO 8601 in UTC. */
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

/** A page of deliveries. */
interface DeliveryQuery extends Fields<typeof page> {}
interface DeliveryQueryInput extends InputFields<typeof page> {}
const DeliveryQuery: ObjectSchema<DeliveryQuery, DeliveryQueryInput> = object(page);

const LIMITED = { RATE_LIMITED: 429 } as const;
const OFF = { WEBHOOKS_UNAVAILABLE: 501 } as const;

export const webhookRoutes = {
  /**
   * Create a webhook; only this answer shows its secret.
   *
   * `POST /webhooks` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.createWebhook({
   *     body: { url: "https://hooks.example.com/bourse", events: ["draft.decided"] },
   *   });
   */
  createWebhook: route("POST", "/webhooks", {
    security: "bearer",
    body: NewWebhook,
    bodyLimit,
    responses: { 201: WebhookWithSecret },
    errors: { ...BODY, ...TOKEN, ...LIMITED, ...ACTING, QUOTA_EXCEEDED: 409, ...OFF },
  }),
  /**
   * List the caller's webhooks, oldest first.
   *
   * `GET /webhooks` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.listWebhooks();
   */
  listWebhooks: route("GET", "/webhooks", {
    security: "bearer",
    responses: { 200: list(Webhook) },
    errors: { ...TOKEN, ...OFF },
  }),
  /**
   * Read a webhook.
   *
   * `GET /webhooks/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.getWebhook({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getWebhook: route("GET", "/webhooks/:id", {
    security: "bearer",
    params: WebhookParams,
    responses: { 200: Webhook },
    errors: { ...TOKEN, NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Change a webhook, or switch it off or on.
   *
   * `PATCH /webhooks/:id` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.updateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { enabled: false },
   *   });
   */
  updateWebhook: route("PATCH", "/webhooks/:id", {
    security: "bearer",
    params: WebhookParams,
    body: WebhookChange,
    bodyLimit,
    responses: { 200: Webhook },
    errors: { ...BODY, ...TOKEN, ...LIMITED, NOT_FOUND: 404, STATE_CONFLICT: 409, ...OFF },
  }),
  /**
   * Delete a webhook with its deliveries.
   *
   * `DELETE /webhooks/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.deleteWebhook({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  deleteWebhook: route("DELETE", "/webhooks/:id", {
    security: "bearer",
    params: WebhookParams,
    responses: { 200: DeletedWebhook },
    errors: { ...TOKEN, ...LIMITED, NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Replace the secret of a webhook; only this answer shows the new one.
   *
   * `POST /webhooks/:id/rotate` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.rotateWebhook({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { grace_seconds: 3600 },
   *   });
   */
  rotateWebhook: route("POST", "/webhooks/:id/rotate", {
    security: "bearer",
    params: WebhookParams,
    body: WebhookRotation,
    bodyLimit,
    responses: { 200: WebhookWithSecret },
    errors: { ...BODY, ...TOKEN, ...LIMITED, NOT_FOUND: 404, STATE_CONFLICT: 409, ...OFF },
  }),
  /**
   * List the deliveries of a webhook, newest first.
   *
   * `GET /webhooks/:id/deliveries` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - WEBHOOKS_UNAVAILABLE (501): Ask the operator to switch webhooks on.
   * @example
   *   await client.listWebhookDeliveries({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *   });
   */
  listWebhookDeliveries: route("GET", "/webhooks/:id/deliveries", {
    security: "bearer",
    params: WebhookParams,
    query: DeliveryQuery,
    pages: true,
    responses: { 200: list(WebhookDelivery) },
    errors: { ...INVALID, ...TOKEN, NOT_FOUND: 404, ...OFF },
  }),
  /**
   * Send a delivery again that has ended.
   *
   * `POST /webhooks/:id/deliveries/:delivery_id/replay` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
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
    security: "bearer",
    params: DeliveryParams,
    responses: { 202: WebhookDelivery },
    errors: { ...TOKEN, ...LIMITED, NOT_FOUND: 404, STATE_CONFLICT: 409, ...OFF },
  }),
};

/** Notes of {@link webhookRoutes}. A function, so that bundlers drop it from clients. */
export function webhookNotes(): NotesOf<typeof webhookRoutes> {
  const tags = ["webhooks"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const url = "https://hooks.example.com/bourse";
  const secret = "whsec_bm90LWEtc2VjcmV0LWp1c3QtYW4t";
  const events: WebhookEvent[] = ["draft.decided"];
  const webhook = { id, url, events, enabled: true, created_at: "2026-01-01T00:00:00.000Z" };
  const delivery = {
    id: "6e1c1d0a-58f0-4a53-9c43-52b1f7a9d001",
    event_id: "0d4c1c86-0f2b-4d8f-8a7e-1f0f3a6f2b10",
    type: "draft.decided",
    occurred_at: "2026-01-01T00:00:00.000Z",
  };
  const delivered = {
    status: "delivered",
    attempts: 1,
    error: null,
    next_attempt_at: null,
  } as const;
  const again = { status: "waiting", attempts: 0, error: null } as const;
  return {
    createWebhook: {
      tags,
      unspecified: [
        "An event is posted as {type, timestamp, data} with the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks; data is that of the live feed of curators, in the spelling of this API.",
        "The author of a draft gets its events, and a curator those of every draft; an event goes to nobody who may not read the draft at its time.",
        "Any answer of 200–299 within ten seconds takes the event; 410 switches the webhook off; redirects are not followed.",
        "An event that is not taken is posted again 15 times, the last time about 36 hours later. It may come more than once and in any order: webhook-id is the same.",
        "Only https addresses of the public internet are called, unless WEBHOOK_ALLOW_PRIVATE=yes admits others; ten webhooks an account.",
      ],
      example: { body: { url, events }, response: { ...webhook, secret } },
    },
    listWebhooks: { tags, example: { response: [webhook] } },
    getWebhook: {
      tags,
      unspecified: ["A foreign and an unknown webhook are 404."],
      example: { response: webhook },
    },
    updateWebhook: {
      tags,
      unspecified: [
        "What waited while a webhook was switched off has failed, and can be replayed.",
      ],
      example: { body: { enabled: false }, response: { ...webhook, enabled: false } },
    },
    deleteWebhook: { tags, example: { response: { id } } },
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
      example: { response: [{ ...delivery, ...delivered }] },
    },
    replayWebhookDelivery: {
      tags,
      unspecified: ["The event comes under the same webhook-id. A delivery that waits is 409."],
      example: {
        response: { ...delivery, ...again, next_attempt_at: "2026-01-01T00:00:00.000Z" },
      },
    },
  };
}
