/** API keys of the node. */

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
import {
  AddressText,
  Amount,
  Count,
  Digits,
  INVALID,
  text,
  Text,
  Time,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

/**
 * The right of an API key; none includes another. `share` shares data, `read` decrypts all data of the node and reads
 * its lists, `transfer` pays, `admin` manages keys, tokens and the queue of transactions. `admin` is as good as all of
 * them: such a key opens a session of the dashboard, which may do whatever the operator may.
 */
export const KeyScope = oneOf(["share", "read", "transfer", "admin"]);

const spendingFields = {
  /** Contract of the token; the zero address is the native token. */
  token: AddressText,
  /** Maximum amount of one call in the token's smallest unit, decimal digits; null for no limit. */
  per_call: Digits.nullable(),
  /** Maximum amount of any 24 hours in the token's smallest unit, decimal digits; null for no limit. */
  per_day: Digits.nullable(),
};
/** Limits of what an API key may spend of a token. */
export interface KeySpending extends Fields<typeof spendingFields> {}
const KeySpending: ObjectSchema<KeySpending> = object(spendingFields);

const keyFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /** Rights of the key; none includes another. */
  scopes: list(KeyScope),
  /** Time of creation, Unix seconds. */
  created_at: Time,
  /** Time of the revocation, Unix seconds; null while the key is active. */
  revoked_at: Time.nullable(),
  /** Time from which the key is refused, Unix seconds; null for a key that does not expire. */
  expires_at: Time.nullable(),
  /** Addresses that the key may pay; null for any. */
  payees: list(AddressText).nullable(),
  /** Limits on what the key may pay, one per token; null for none. Tokens that are not listed cannot be paid. */
  spending: list(KeySpending).nullable(),
  /** Maximum number of shares in a UTC day, those of the keys that it has created included. */
  shares_per_day: Count,
  /** Maximum units of gas in a UTC day, of shares and transfers together, likewise. */
  gas_per_day: Count,
  /** Number of shares in this UTC day, likewise. */
  shares_today: Count,
  /** Units of gas that count for this UTC day, likewise: an estimate for what the chain has not confirmed. */
  gas_today: Count,
};
/** An API key without its secret. */
export interface ApiKey extends Fields<typeof keyFields> {}
export const ApiKey: ObjectSchema<ApiKey> = object(keyFields);

const createdFields = {
  /** The whole key, for the header `X-API-Key`. No other answer shows it. */
  key: Text,
};
/** A new API key: the only answer that shows the key itself. */
export interface CreatedApiKey extends ApiKey, Fields<typeof createdFields> {}
export const CreatedApiKey: ObjectSchema<CreatedApiKey> = object({
  ...keyFields,
  ...createdFields,
});

const limitFields = {
  /** Contract of the token; the zero address is the native token. */
  token: AddressText,
  /** Maximum amount of one call in the token's smallest unit. Default: no limit. */
  per_call: Amount.nullable().optional(),
  /** Maximum amount of any 24 hours in the token's smallest unit. Default: no limit. */
  per_day: Amount.nullable().optional(),
};
interface CheckedSpending extends Fields<typeof limitFields> {}
/** Limits of what a new API key may spend of a token. */
export interface NewKeySpending extends InputFields<typeof limitFields> {}
const NewKeySpending: ObjectSchema<CheckedSpending, NewKeySpending> = exactObject(limitFields);

const SCOPES = "one or more of share, read, transfer, admin";

const requestFields = {
  /** Name to recognise the key by, 1–100 characters. */
  name: text(1, 100),
  /**
   * Rights of the key, 1–4 of `share` (shares data), `read` (decrypts all data of the node), `transfer` (pays) and
   * `admin` (manages keys, tokens and transactions, and opens a session of the dashboard that may do everything).
   */
  scopes: z.array(KeyScope, SCOPES).min(1, SCOPES).max(4),
  /** Time from which the key is refused, Unix seconds. Default: never, or with the API key that creates it. */
  expires_at: Time.nullable().optional(),
  /** Addresses that the key may pay, 1–100; only with the scope `transfer`. Default: any. */
  payees: list(AddressText).min(1).max(100).nullable().optional(),
  /** Limits on what the key may pay, 1–100, one per token; only with the scope `transfer`. Default: no limit. */
  spending: list(NewKeySpending).min(1).max(100).nullable().optional(),
  /** Maximum number of shares in a UTC day, 1–1,000,000,000. Default: KEY_SHARES_PER_DAY, by default 1,000. */
  shares_per_day: z.int().min(1).max(1_000_000_000).nullable().optional(),
  /**
   * Maximum units of gas in a UTC day, of shares and transfers together, 21,000–1,000,000,000,000. Default:
   * KEY_GAS_PER_DAY of the node, 100,000,000 unless set.
   */
  gas_per_day: z.int().min(21_000).max(1_000_000_000_000).nullable().optional(),
};
interface CheckedApiKey extends Fields<typeof requestFields> {}
/** An API key to create. */
export interface ApiKeyRequest extends InputFields<typeof requestFields> {}
export const ApiKeyRequest: ObjectSchema<CheckedApiKey, ApiKeyRequest> = exactObject(requestFields);

const listFields = {
  /** The API keys, newest first, revoked ones included. */
  keys: list(ApiKey),
  /** Number of keys in this answer. */
  count: Count,
  /** Position of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A page of the API keys. */
export interface ApiKeyList extends Fields<typeof listFields> {}
export const ApiKeyList: ObjectSchema<ApiKeyList> = object(listFields);

const queryFields = {
  /** Maximum number of keys in the answer, 1–1,000. Default 1,000. */
  limit: q.integer({ min: 1, max: 1000 }).default(1000),
  /** Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest keys. */
  cursor: text(1, 1024).optional(),
};
/** The page of the API keys to list. */
interface ApiKeyQuery extends Fields<typeof queryFields> {}
interface ApiKeyQueryInput extends InputFields<typeof queryFields> {}
const ApiKeyQuery: ObjectSchema<ApiKeyQuery, ApiKeyQueryInput> = exactObject(queryFields);

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
   * `POST /api-keys` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * @example
   *   await client.createApiKey({
   *     body: {
   *       name: "warehouse",
   *       scopes: ["share", "transfer"],
   *       expires_at: 4102444800,
   *       payees: ["0x8617E340B3D01FA5F11F306F4090FD50E238070D"],
   *       spending: [
   *         {
   *           token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
   *           per_call: "25000000",
   *           per_day: "100000000",
   *         },
   *       ],
   *     },
   *   });
   */
  createApiKey: route("POST", "/api-keys", {
    body: ApiKeyRequest,
    bodyLimit: 16_384,
    exactIntegers: true,
    responses: { 201: CreatedApiKey },
    errors: { ...INVALID, ...WRITING },
  }),
  /**
   * List the API keys, newest first, without their secrets.
   *
   * `GET /api-keys` with an API key, unless a program on the node's machine calls it directly;
   * `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listApiKeys();
   */
  listApiKeys: route("GET", "/api-keys", {
    query: ApiKeyQuery,
    pages: "keys",
    responses: { 200: ApiKeyList },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
  /**
   * Revoke an API key.
   *
   * `DELETE /api-keys/:id` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.revokeApiKey({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  revokeApiKey: route("DELETE", "/api-keys/:id", {
    params: KeyParams,
    responses: { 200: ApiKey },
    errors: { ...INVALID, ...WRITING, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link keyRoutes}. A function, so that bundlers drop it from clients. */
export function keyNotes(): NotesOf<typeof keyRoutes> {
  const common = { tags: ["keys"] };
  const request = {
    name: "warehouse",
    scopes: ["share", "transfer"],
    expires_at: 4_102_444_800,
    payees: ["0x8617E340B3D01FA5F11F306F4090FD50E238070D"],
    spending: [
      {
        token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
        per_call: "25000000",
        per_day: "100000000",
      },
    ],
  };
  const created_at = 1_767_225_600;
  const key = {
    id: "0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
    ...request,
    created_at,
    revoked_at: null,
    shares_per_day: 1000,
    gas_per_day: 100_000_000,
    shares_today: 12,
    gas_today: 674_520,
  };
  return {
    createApiKey: {
      ...common,
      unspecified: [
        STANDBY_NOTE,
        "A key without `scopes` is 422: there is no default right.",
        "A key with `admin` alone is as good as one with every right: POST /session of the dashboard takes it, and the session may share, read and pay. It creates no key with a scope that it lacks.",
        "POST /share_data needs `share`, and `transfer` too when it pays; GET /data needs `read`; POST /transfer `transfer`.",
        "A share or transfer over `shares_per_day` or `gas_per_day` is 429 before anything is sent, with `retry_after` until the next UTC day; one that a whole day cannot hold is 403. Each counts for the day on which it was accepted: with the gas that it is expected to use, and once it is final with what its receipt says; what was never sent does not count. An allowance for a payment in an ERC-20 counts 50,000 units.",
        "A payment over a limit of the key is 403. The limits of a day are those of the last 24 hours.",
        "A key that an API key creates has no scope that its parent lacks (403), pays no one else and ends no later (422; by default with its parent), and is refused once its parent is revoked or over. Its shares and gas count against the bounds of its parent too. A key whose spending is limited creates none with `transfer`.",
      ],
      example: { body: request, response: { ...key, key: "nk_an-example-of-a-key" } },
    },
    listApiKeys: {
      ...common,
      example: { response: { keys: [key], count: 1, next_cursor: null } },
    },
    revokeApiKey: {
      ...common,
      unspecified: [STANDBY_NOTE],
      example: { response: { ...key, revoked_at: created_at + 60 } },
    },
  };
}
