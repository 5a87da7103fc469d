/** API keys of the node. */

import type { NotesOf } from "../route/docs.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { LIMITED, Count, INVALID, text, Text, Time } from "./fields.ts";

/** The right of an API key: `share` shares and retrieves data; `read` tells more about peers; `admin` allows everything. */
export const KeyScope = oneOf(["share", "read", "admin"]);

const keyFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /** Rights of the key: `share` shares and retrieves data, `read` tells more about peers, `admin` allows everything. */
  scopes: list(KeyScope),
  /** Time of creation, Unix seconds. */
  created_at: Time,
  /** Time of the revocation, Unix seconds; null while the key is active. */
  revoked_at: Time.nullable(),
};
/** An API key without its secret. */
export interface ApiKey extends Fields<typeof keyFields> {}
export const ApiKey: ObjectSchema<ApiKey> = object(keyFields);

const createdFields = {
  ...keyFields,
  /** The whole key, for the header `X-API-Key`. No other answer shows it. */
  key: Text,
};
/** A new API key: the only answer that shows the key itself. */
export interface CreatedApiKey extends Fields<typeof createdFields> {}
export const CreatedApiKey: ObjectSchema<CreatedApiKey> = object(createdFields);

const requestFields = {
  /** Name to recognise the key by, 1–100 characters. */
  name: text(1, 100),
  /** Rights of the key, 1–3. */
  scopes: list(KeyScope).min(1).max(3),
};
/** An API key to create. */
export interface ApiKeyRequest extends Fields<typeof requestFields> {}
export const ApiKeyRequest: ObjectSchema<ApiKeyRequest> = object(requestFields);

const listFields = {
  /** The API keys, revoked ones included. */
  keys: list(ApiKey),
  /** Number of keys in this answer. */
  count: Count,
};
/** A list of API keys. */
export interface ApiKeyList extends Fields<typeof listFields> {}
export const ApiKeyList: ObjectSchema<ApiKeyList> = object(listFields);

const keyParams = {
  /** API key id, 1–100 characters. */
  id: text(1, 100),
};
/** The API key of a path. */
export interface KeyParams extends Fields<typeof keyParams> {}
export const KeyParams: ObjectSchema<KeyParams> = object(keyParams);

export const keyRoutes = {
  /**
   * Create an API key; only this answer shows the key.
   *
   * `POST /api-keys`.
   *
   * @throws Problem VALIDATION_ERROR, RATE_LIMITED
   */
  createApiKey: route("POST", "/api-keys", {
    body: ApiKeyRequest,
    responses: { 201: CreatedApiKey },
    errors: INVALID,
  }),
  /**
   * List the API keys, without their secrets.
   *
   * `GET /api-keys`.
   *
   * @throws Problem RATE_LIMITED
   */
  listApiKeys: route("GET", "/api-keys", {
    responses: { 200: ApiKeyList },
    errors: LIMITED,
  }),
  /**
   * Revoke an API key.
   *
   * `DELETE /api-keys/:id`.
   *
   * @throws Problem VALIDATION_ERROR, RATE_LIMITED, NOT_FOUND
   */
  revokeApiKey: route("DELETE", "/api-keys/:id", {
    params: KeyParams,
    responses: { 200: ApiKey },
    errors: { ...INVALID, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link keyRoutes}. A function, so that bundlers drop it from clients. */
export function keyNotes(): NotesOf<typeof keyRoutes> {
  const common = { tags: ["keys"], unspecified: ["Not in the published document."] };
  const request = { name: "warehouse", scopes: ["share"] };
  const created_at = 1_767_225_600;
  const key = {
    id: "0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
    ...request,
    created_at,
    revoked_at: null,
  };
  return {
    createApiKey: {
      ...common,
      example: { body: request, response: { ...key, key: "nk_an-example-of-a-key" } },
    },
    listApiKeys: { ...common, example: { response: { keys: [key], count: 1 } } },
    revokeApiKey: { ...common, example: { response: { ...key, revoked_at: created_at + 60 } } },
  };
}
