/** API keys: created, listed, read, revoked and verified. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import {
  exactObject,
  oneOf,
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { matching } from "../route/text-checks.ts";
import {
  BODY,
  bodyLimit,
  INVALID,
  MaybeTime,
  opaque,
  Permission,
  PERMITTED,
  security,
  STEP_UP,
  Text,
  Timestamp,
  AskedPermissions,
} from "./fields.ts";
import { FormerKey, KeyLimits } from "./key-limits.ts";

const newKeyFields = {
  /** Name to recognise the key by, 1–100 characters. */
  name: line(1, 100),
  /** Permissions of the key, 1–4, each named once: `deploy`, `read`, `billing`; `admin` implies the others. */
  permissions: AskedPermissions,
  /**
   * Lifetime of the key in days, 1–365. Default: the key does not expire, or with the API key that creates it; a later
   * end than that one's is refused.
   */
  expiresInDays: z.int().min(1).max(365).optional(),
  /**
   * Environment of the key, which its text begins with: `bk_test_…`. 1–12 lower-case letters and digits, the first one
   * a letter. Default `live`.
   */
  environment: matching(
    z.string(),
    /^[a-z][a-z0-9]{0,11}$/,
    "must have 1 to 12 lower-case letters and digits, the first one a letter",
  ).optional(),
  /**
   * Id of the organization that is to own the key, 1–100 characters; the caller is one of its owners and
   * administrators. Default: the caller's account owns it.
   */
  organizationId: opaque(100).optional(),
};
/** An API key to create. */
export interface NewApiKey extends Fields<typeof newKeyFields> {}
export const NewApiKey: ObjectSchema<NewApiKey> = exactObject(newKeyFields);

const createdFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /** The whole key, for the header `X-API-Key`. No other answer shows it. */
  key: Text,
  /** Permissions of the key; `admin` implies the others. */
  permissions: list(Permission),
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time at which the key expires, ISO 8601 in UTC; only where an API key created it and it does expire. */
  expiresAt: Timestamp.optional(),
};
/** A new API key: the only answer that shows the key itself. */
export interface CreatedApiKey extends Fields<typeof createdFields> {}
export const CreatedApiKey: ObjectSchema<CreatedApiKey> = object(createdFields);

const itemFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /**
   * Time of the last use, ISO 8601 in UTC, exact to a minute: a call with the key, or its verification for a service;
   * null before the first use.
   */
  lastUsed: MaybeTime,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
};
/** An API key in a list, without the key itself. */
export interface ApiKeyItem extends Fields<typeof itemFields> {}
export const ApiKeyItem: ObjectSchema<ApiKeyItem> = z.strictObject(itemFields);

const KeyStatus = oneOf(["active", "expired"]);

const detailFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /** First characters of the key, to recognise it by. */
  prefix: Text,
  /** Permissions of the key; `admin` implies the others. */
  permissions: list(Permission),
  /** `expired` once `expiresAt` has passed, else `active`. */
  status: KeyStatus,
  /**
   * Time of the last use, ISO 8601 in UTC, exact to a minute: a call with the key, or its verification for a service;
   * null before the first use.
   */
  lastUsed: MaybeTime,
  /**
   * IP address that the last use came from; only where it is known: a service that verifies a key tells it, or does
   * not.
   */
  lastUsedAddress: Text.optional(),
  /** Time at which the key expires, ISO 8601 in UTC; null when it does not expire. */
  expiresAt: MaybeTime,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Id of the API key that created this one, and with which it ends; null where the account did or it is unknown. */
  parentId: Text.nullable(),
  /** Environment of the key: `live` unless another was asked for. */
  environment: Text,
  /** IP addresses and networks that the key is accepted from; empty for everywhere. */
  addresses: list(Text),
  /** Web origins that the key is accepted from; empty for everywhere. */
  origins: list(Text),
  /** Maximum use of the key; null without limits. */
  limits: KeyLimits.nullable(),
  /** Replaced keys that are still accepted, the one that ends first before the others. */
  former: list(FormerKey),
  /** Id of the organization that owns the key; only for a key of an organization. */
  organizationId: Text.optional(),
};
/** An API key without its secret. */
export interface ApiKeyDetail extends Fields<typeof detailFields> {}
export const ApiKeyDetail: ObjectSchema<ApiKeyDetail> = object(detailFields);

const keyListFields = {
  /** `detail` to get every key with all of its fields, a page at a time. Default: the four fields of all keys. */
  view: oneOf(["detail"]).optional(),
  /** Maximum number of keys in the answer of the view `detail`, 1–100. Default 20. */
  limit: q.integer({ min: 1, max: 100 }).default(20),
  /** Position of the page in the view `detail`, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
  /** Id of an organization whose keys the caller manages, 1–100 characters. Default: the caller's own keys. */
  organizationId: opaque(100).optional(),
  /**
   * Part of a key's name, or its first characters, in any case; 1–100 characters, of the view `detail`. Default: every
   * key.
   */
  q: opaque(100).optional(),
  /** Status of the keys in the view `detail`: `active` or `expired`. Default: every status. */
  status: KeyStatus.optional(),
};
/** The view of a list of keys. */
export interface ApiKeyQuery extends Fields<typeof keyListFields> {}
/** The view of a list of keys as a caller asks for it. */
export interface ApiKeyQueryInput extends InputFields<typeof keyListFields> {}
export const ApiKeyQuery: ObjectSchema<ApiKeyQuery, ApiKeyQueryInput> = object(keyListFields);

const revokedFields = {
  /** Id of the key that was revoked. */
  id: Text,
  /** Time of the revocation, ISO 8601 in UTC. */
  revokedAt: Timestamp,
};
/** The API key that was revoked. */
export interface RevokedApiKey extends Fields<typeof revokedFields> {}
export const RevokedApiKey: ObjectSchema<RevokedApiKey> = object(revokedFields);

const verifyFields = {
  /** API key to verify, 1–512 characters. */
  key: opaque(512),
  /** Permission that the key must have; a valid key without it is `FORBIDDEN`. Default: none is required. */
  permission: Permission.optional(),
  /** Name of the route that the key is used for, 1–200 characters, for the figures of its use. Default `other`. */
  route: opaque(200).optional(),
  /** Cost of the use, 0–1,000,000,000, which counts for the limits of the key. Default 1. */
  cost: z.int().min(0).max(1_000_000_000).optional(),
  /** IP address of the caller that sent the key; needed for a key that is bound to addresses. Default: unknown. */
  address: opaque(64).optional(),
  /** Header `Origin` of that caller; needed for a key that is bound to origins. Default: none. */
  origin: opaque(300).optional(),
  /** True to be told the owner of a valid key as `ownerId`. Default false. */
  owner: z.boolean().optional(),
};
/** An API key to verify. */
export interface VerifyRequest extends Fields<typeof verifyFields> {}
export const VerifyRequest: ObjectSchema<VerifyRequest> = exactObject(verifyFields);

const verifyQueryFields = {
  /**
   * `false` to look at the key only, as at one of a connection that is still open: neither this key nor the one that
   * asks is used by it, and their limits are passed over. Default true.
   */
  use: q.boolean().optional(),
};
/** The purpose of a verification. */
export interface VerifyQuery extends Fields<typeof verifyQueryFields> {}
/** The purpose of a verification as a caller sends it. */
export interface VerifyQueryInput extends InputFields<typeof verifyQueryFields> {}
export const VerifyQuery: ObjectSchema<VerifyQuery, VerifyQueryInput> = object(verifyQueryFields);

const verdictFields = {
  /** True when the key is active, within its limits and has the required permission. */
  valid: z.boolean(),
  /**
   * `VALID`, or the reason for the refusal: `INVALID_API_KEY`, `FORBIDDEN`, or `RATE_LIMITED` for a key that was used
   * as much as its limits allow.
   */
  code: oneOf(["VALID", "INVALID_API_KEY", "FORBIDDEN", "RATE_LIMITED"]),
  /** API key id; null when the key is not valid. */
  id: Text.nullable(),
  /** Permissions of the key; empty when the key is not valid. */
  permissions: list(Permission),
  /** Seconds until the key may be used again; only with `RATE_LIMITED`. */
  retryAfterSeconds: z.int().min(1).optional(),
  /** Id of the account that a key belongs to; only of one that is `VALID`, for a request with `owner`. */
  ownerId: Text.optional(),
};
/** The verdict on an API key. */
export interface KeyVerdict extends Fields<typeof verdictFields> {}
export const KeyVerdict: ObjectSchema<KeyVerdict> = object(verdictFields);

const ListedApiKey = z.union([ApiKeyItem, ApiKeyDetail]);

const keyParams = {
  /** API key id, a UUID. */
  id: Text,
};
/** Path parameters of a route of one key. */
export interface KeyParams extends Fields<typeof keyParams> {}
export const KeyParams: ObjectSchema<KeyParams> = object(keyParams);

export const apiKeyRoutes = {
  /**
   * Create an API key; only this answer shows the key.
   *
   * `POST /auth/api-keys` with an access token or an API key.
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
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createApiKey({
   *     body: { name: "build server", permissions: ["deploy", "read"] },
   *   });
   */
  createApiKey: route("POST", "/auth/api-keys", {
    security,
    body: NewApiKey,
    bodyLimit,
    responses: { 201: CreatedApiKey },
    errors: { ...BODY, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the caller's API keys that are not revoked, newest first.
   *
   * `GET /auth/api-keys` with an access token or an API key; `iterate` reads it page after page.
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
   *   await client.listApiKeys();
   */
  listApiKeys: route("GET", "/auth/api-keys", {
    security,
    query: ApiKeyQuery,
    pages: true,
    responses: { 200: list(ListedApiKey) },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Verify an API key that a service received from its caller.
   *
   * `POST /auth/api-keys/verify` with an access token or an API key.
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
   * @example
   *   await client.verifyApiKey({ body: { key: "bk_live_…", permission: "deploy" } });
   */
  verifyApiKey: route("POST", "/auth/api-keys/verify", {
    security,
    query: VerifyQuery,
    body: VerifyRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: KeyVerdict },
    errors: { ...BODY, ...PERMITTED },
  }),
  /**
   * Read an API key, without its secret.
   *
   * `GET /auth/api-keys/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getApiKey({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getApiKey: route("GET", "/auth/api-keys/:id", {
    security,
    params: KeyParams,
    responses: { 200: ApiKeyDetail },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Revoke an API key at once.
   *
   * `DELETE /auth/api-keys/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.revokeApiKey({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  revokeApiKey: route("DELETE", "/auth/api-keys/:id", {
    security,
    params: KeyParams,
    responses: { 200: RevokedApiKey },
    errors: { ...PERMITTED, ...STEP_UP, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link apiKeyRoutes}. A function, so that bundlers drop it from clients. */
export function apiKeyNotes(): NotesOf<typeof apiKeyRoutes> {
  const tags = ["api keys"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const name = "build server";
  const permissions = ["deploy", "read"];
  const item = { id, name, lastUsed: null, createdAt };
  return {
    createApiKey: {
      tags,
      seed: "A. Deployment service: POST /auth/api-keys",
      unspecified: [
        "The route sits under /api/v1, as the deployment routes do.",
        "Success is 201; a token may create keys, and a key with admin.",
        "name has 1–100 characters; permissions are not empty and name each once.",
        "A key lasts until it is revoked, or for expiresInDays.",
        "A key that an API key creates ends with that one: it has no permission that its parent lacks, expires no later, and is revoked with it. expiresAt says when, where its parent expires.",
      ],
      example: {
        body: { name, permissions },
        response: { id, name, key: "bk_live_…", permissions, createdAt },
      },
    },
    listApiKeys: {
      tags,
      seed: "A. Deployment service: GET /auth/api-keys",
      unspecified: [
        "Revoked keys are left out.",
        "lastUsed is null before the first use.",
        "view=detail answers what GET /auth/api-keys/{id} does for each key, a page at a time with the header Link.",
        "q and status search in the view detail; a search may answer fewer than limit and still have a next page. Without view they are ignored.",
      ],
      example: { response: [item] },
    },
    verifyApiKey: {
      tags,
      unspecified: [
        "A valid key is used by it: lastUsed is the time, whatever the permission; route and cost count for its figures and limits.",
        "A key that is bound to addresses or origins is FORBIDDEN unless address or origin names one of them.",
        "A key without admin verifies itself and no other, which counts as a use of this route too.",
        "With use=false nothing is counted, and no limit refuses.",
      ],
      example: {
        body: { key: "bk_live_…", permission: "deploy" },
        response: { valid: true, code: "VALID", id, permissions },
      },
    },
    getApiKey: {
      tags,
      example: {
        response: {
          ...item,
          prefix: "bk_live_4fQz",
          permissions,
          status: "active",
          expiresAt: null,
          parentId: null,
          environment: "live",
          addresses: [],
          origins: [],
          limits: null,
          former: [],
        },
      },
    },
    revokeApiKey: {
      tags,
      seed: "A. Deployment service: DELETE /auth/api-keys/:id",
      unspecified: [
        "The answer is id and revokedAt.",
        "The keys that this one created are revoked with it, and those that they created.",
        "A foreign, an unknown and a revoked key are 404.",
      ],
      example: { response: { id, revokedAt: createdAt } },
    },
  };
}
