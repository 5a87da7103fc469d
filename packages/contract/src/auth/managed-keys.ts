/** API keys in operation: changed, rotated, and the figures of their use. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
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
import { ApiKeyDetail, CreatedApiKey, KeyParams } from "./api-keys.ts";
import {
  BODY,
  bodyLimit,
  Count,
  INVALID,
  opaque,
  PERMITTED,
  STEP_UP,
  security,
  Text,
  Timestamp,
} from "./fields.ts";
import { NewKeyLimits } from "./key-limits.ts";

const keyChangeFields = {
  /** New name of the key, 1–100 characters. Default: unchanged. */
  name: line(1, 100).optional(),
  /** New limits, in place of all before; null for none. Default: unchanged. */
  limits: NewKeyLimits.nullable().optional(),
  /**
   * IP addresses and networks that the key is accepted from, such as `192.0.2.0/24` and `2001:db8::/32`, at most 32;
   * empty for everywhere. Default: unchanged.
   */
  addresses: z.array(opaque(64)).max(32).optional(),
  /**
   * Web origins that the key is accepted from, such as `https://app.example.com`, at most 32; empty for everywhere. A
   * request without the header `Origin` comes from none. Default: unchanged.
   */
  origins: z.array(opaque(200)).max(32).optional(),
};
/** A change of an API key. */
export interface ApiKeyChange extends Fields<typeof keyChangeFields> {}
export const ApiKeyChange: ObjectSchema<ApiKeyChange> = exactObject(keyChangeFields);

const rotationFields = {
  /**
   * Seconds for which the replaced key, and those before it, are accepted from now on at most; 0 ends them at once.
   * 0–2,592,000 (30 days). Default 86,400 (a day).
   */
  graceSeconds: z.int().min(0).max(2_592_000).optional(),
};
/** A rotation of an API key. */
export interface KeyRotation extends Fields<typeof rotationFields> {}
export const KeyRotation: ObjectSchema<KeyRotation> = exactObject(rotationFields);

const usageFields = {
  /** Beginning of the hour, or of the day in sums by day; ISO 8601 in UTC. */
  hour: Timestamp,
  /**
   * Route of the requests, such as `GET /deployments/:id`; `other` for those without one and beyond 49 in an hour;
   * `all` in sums by time.
   */
  route: Text,
  /** Number of requests that were admitted. */
  requests: Count,
  /** Bytes of their bodies. */
  bytes: Count,
  /** Cost of them. */
  cost: Count,
  /** Number of requests that a limit refused. */
  refused: Count,
};
/** Use of a key through a route in an hour. */
export interface KeyUsage extends Fields<typeof usageFields> {}
export const KeyUsage: ObjectSchema<KeyUsage> = object(usageFields);

const usageQueryFields = {
  /** Maximum number of rows in the answer, 1–100. Default 20. Sums come in one answer. */
  limit: q.integer({ min: 1, max: 100 }).default(20),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
  /**
   * Sums in place of rows by hour and route: of all routes in each `hour` or `day` of UTC, the newest first, with `all`
   * as the route, or of each `route`, the most requests first, with its newest hour. Default: no sums.
   */
  per: oneOf(["hour", "day", "route"]).optional(),
  /** Earliest hour of the sums, inclusive: ISO 8601 with an offset. Default: 90 days. */
  from: z.iso.datetime({ offset: true }).optional(),
};
/** The figures of a key's use that are asked for. */
export interface KeyUsageQuery extends Fields<typeof usageQueryFields> {}
/** The figures of a key's use as a caller asks for them. */
export interface KeyUsageQueryInput extends InputFields<typeof usageQueryFields> {}
export const KeyUsageQuery: ObjectSchema<KeyUsageQuery, KeyUsageQueryInput> =
  object(usageQueryFields);

export const managedKeyRoutes = {
  /**
   * Change an API key: its name, its limits, the addresses and origins that it is accepted from.
   *
   * `PATCH /auth/api-keys/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.updateApiKey({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: {
   *       name: "deploys",
   *       limits: { requests: 1000, windowSeconds: 3600 },
   *       addresses: ["192.0.2.0/24"],
   *     },
   *   });
   */
  updateApiKey: route("PATCH", "/auth/api-keys/:id", {
    security,
    params: KeyParams,
    body: ApiKeyChange,
    bodyLimit,
    idempotent: true,
    responses: { 200: ApiKeyDetail },
    errors: { ...BODY, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404 },
  }),
  /**
   * Replace an API key under the same id; the replaced one is accepted for a grace period.
   *
   * `POST /auth/api-keys/:id/rotate` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.rotateApiKey({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { graceSeconds: 3600 },
   *   });
   */
  rotateApiKey: route("POST", "/auth/api-keys/:id/rotate", {
    security,
    params: KeyParams,
    body: KeyRotation,
    bodyLimit,
    responses: { 201: CreatedApiKey },
    errors: { ...BODY, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * Read the use of an API key by hour and route, the newest hour first, for 90 days.
   *
   * `GET /auth/api-keys/:id/usage` with an access token or an API key; `iterate` reads it page
   * after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getApiKeyUsage({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getApiKeyUsage: route("GET", "/auth/api-keys/:id/usage", {
    security,
    params: KeyParams,
    query: KeyUsageQuery,
    pages: true,
    responses: { 200: list(KeyUsage) },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link managedKeyRoutes}. A function, so that bundlers drop it from clients. */
export function managedKeyNotes(): NotesOf<typeof managedKeyRoutes> {
  const tags = ["api keys"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const name = "build server";
  const permissions = ["deploy", "read"];
  const item = { id, name, lastUsed: null, createdAt };
  return {
    updateApiKey: {
      tags,
      unspecified: [
        "An API key changes only keys that descend from it, so that none widens its own rights; limits and places of a key count for its descendants too.",
        "Beyond a limit a request is 429 RATE_LIMITED with Retry-After; from another address or origin it is 403 FORBIDDEN.",
        "Several servers over one store together admit beyond a limit at most what the others admit within a second.",
      ],
      example: {
        body: {
          name: "deploys",
          limits: { requests: 1000, windowSeconds: 3600 },
          addresses: ["192.0.2.0/24"],
        },
        response: {
          ...item,
          name: "deploys",
          prefix: "bk_live_4fQz",
          permissions,
          status: "active",
          expiresAt: null,
          parentId: null,
          environment: "live",
          addresses: ["192.0.2.0/24"],
          origins: [],
          limits: { requests: 1000, windowSeconds: 3600 },
          former: [],
        },
      },
    },
    rotateApiKey: {
      tags,
      unspecified: [
        "Both keys are accepted during the grace period, and a revocation ends both; at most eight replaced keys are accepted beside the key.",
        "Of several rotations at the same time one wins, the others are CONFLICT.",
        "An API key rotates only itself and keys that descend from it.",
      ],
      example: {
        body: { graceSeconds: 3600 },
        response: { id, name, key: "bk_live_…", permissions, createdAt },
      },
    },
    getApiKeyUsage: {
      tags,
      unspecified: [
        "per sums what from leaves: a time without use has no row, and there is no header Link. Without per, from is ignored.",
        "Figures are written every few seconds; a server that is killed loses those of 5 seconds at most.",
      ],
      example: {
        response: [
          {
            hour: createdAt,
            route: "GET /deployments",
            requests: 12,
            bytes: 0,
            cost: 12,
            refused: 0,
          },
        ],
      },
    },
  };
}
