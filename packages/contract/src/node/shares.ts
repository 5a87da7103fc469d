/** Sharing data with a recipient, and reading it. */

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
import {
  AddressText,
  Amount,
  AMOUNT_NOTE,
  CHAIN_NOTE,
  Count,
  HashText,
  Idempotent,
  INVALID,
  NoQuery,
  PAYING,
  RETRY_NOTE,
  Text,
  TransactionHash,
  WAITING_NOTE,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

/** Maximum size of shared data in bytes of UTF-8, inclusive: 2^20. */
export const MAX_DATA_BYTES = 1_048_576;
/**
 * Maximum size of the body of `POST /share_data` in bytes: JSON may spell a byte by six (`\u0000`), and the other
 * fields are small.
 */
export const SHARE_BODY_BYTES = 6 * MAX_DATA_BYTES + 65_536;

const Data = z
  .string()
  .refine((data) => data.isWellFormed(), "must be text of whole Unicode characters")
  .refine(isShort, `must be at most ${MAX_DATA_BYTES} bytes of UTF-8`);

const requestFields = {
  /** Text to share, at most 1,048,576 bytes of UTF-8. */
  data: Data,
  /** Address of the recipient, 0x and 40 hex digits. */
  recipient: AddressText,
  /** Contract of the token to pay in; it comes with `payment_amount`. Default: no payment. */
  payment_token: AddressText.optional(),
  /** Payment in the token's smallest unit, 1 to 2^256 − 1: a JSON integer or a string of decimal digits. */
  payment_amount: Amount.optional(),
  /** The party that pays: the node's wallet (`sender`), or the recipient by an allowance. Default `sender`. */
  payer: oneOf(["sender", "recipient"]).optional(),
};
interface CheckedShare extends Fields<typeof requestFields> {}
/** A share as a caller asks for it. */
export interface ShareRequest extends InputFields<typeof requestFields> {}
export const ShareRequest: ObjectSchema<CheckedShare, ShareRequest> = exactObject(requestFields);

const resultFields = {
  /** Always true: the proof is on the chain and the sealed copy is durable. */
  success: z.literal(true),
  /** Hash of the transaction that recorded the share, 0x and 64 hex digits. */
  tx_hash: TransactionHash,
  /** Address of the recipient. */
  recipient: AddressText,
};
/** A share whose proof is on the chain. */
export interface ShareResult extends Fields<typeof resultFields> {}
export const ShareResult: ObjectSchema<ShareResult> = object(resultFields);

const pendingFields = {
  /** Always false: the chain has not confirmed the proof yet. */
  success: z.literal(false),
  /** Always `pending`: the node goes on by itself; ask again under the same Idempotency-Key. */
  status: z.literal("pending"),
  /** Hash of the transaction; null while it was not sent. */
  tx_hash: TransactionHash.nullable(),
  /** Address of the recipient. */
  recipient: AddressText,
  /** Id of the proof in the list of transactions, where it can be followed and cancelled. */
  transaction_id: Text,
  /** Cause of waiting and where to look, as a sentence. */
  message: Text,
};
/** A share that is durable, and whose proof the chain has not confirmed in time. */
export interface PendingShare extends Fields<typeof pendingFields> {}
export const PendingShare: ObjectSchema<PendingShare> = object(pendingFields);

const hashParams = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits of any case. */
  data_hash: HashText,
};
/** The data of a path, by its hash. */
export interface HashParams extends Fields<typeof hashParams> {}
export const HashParams: ObjectSchema<HashParams> = object(hashParams);

const hash = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  hash: HashText,
};

const storedFields = {
  ...hash,
  /** The data itself. */
  data: Text,
};
/** Data that this node shared or received. */
export interface StoredData extends Fields<typeof storedFields> {}
export const StoredData: ObjectSchema<StoredData> = object(storedFields);

const recordFields = {
  /** Address of the wallet that made the record. */
  sender: AddressText,
  /** Type of the recorded event, such as `data_share`. */
  event_type: Text,
  /** Address of the recipient. */
  recipient: AddressText,
  /** Time of the record's block, Unix seconds. */
  timestamp: Count,
  /** Hash of the transaction that made the record. */
  tx_hash: TransactionHash,
  /** True when the record counts for `verified`: its wallet is trusted. */
  trusted: z.boolean(),
};
/** A record on the chain that proves a share of data. */
export interface DataRecord extends Fields<typeof recordFields> {}
const DataRecord: ObjectSchema<DataRecord> = object(recordFields);

const verificationFields = {
  ...hash,
  /** True when a trusted wallet has recorded the data on the chain. */
  verified: z.boolean(),
  /** Type of the oldest event that a trusted wallet recorded, such as `data_share`; null when there is none. */
  event_type: Text.nullable(),
  /** Address of the wallet that recorded it; null when there is none. */
  sender: AddressText.nullable(),
  /** The records of the data, oldest first, at most 100; anybody can make one. */
  records: list(DataRecord),
};
/** The record of data on the chain. */
export interface Verification extends Fields<typeof verificationFields> {}
export const Verification: ObjectSchema<Verification> = object(verificationFields);

const verifyFields = {
  /** Address of the wallet whose records count, 0x and 40 hex digits. Default: the wallets that the node trusts. */
  sender: AddressText.optional(),
};
/** The wallet whose records count in a verification. */
export interface VerifyQuery extends Fields<typeof verifyFields> {}
interface VerifyQueryInput extends InputFields<typeof verifyFields> {}
export const VerifyQuery: ObjectSchema<VerifyQuery, VerifyQueryInput> = exactObject(verifyFields);

/** Encodes only text that may exceed the limit: a UTF-16 code unit takes at most three bytes. */
function isShort(data: string): boolean {
  return (
    data.length * 3 <= MAX_DATA_BYTES || new TextEncoder().encode(data).length <= MAX_DATA_BYTES
  );
}

/** The codes of a missing or insufficient API key. */
const KEY = { UNAUTHORIZED: 401, FORBIDDEN: 403 } as const;

export const shareRoutes = {
  /**
   * Share data with a recipient: sealed, proved on the chain, and paid when asked.
   *
   * `POST /share_data` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CHAIN_UNAVAILABLE (503): Call again when the chain answers; nothing was sent.
   * - CHAIN_REJECTED (503): Call again later; tell the operator if it stays.
   * - CHAIN_MISMATCH (503): Ask the operator to connect the node to its own chain.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - INSUFFICIENT_FUNDS (422): Send a smaller amount, or add funds first.
   * - TOKEN_UNSUPPORTED (422): Use a token that the node lists.
   * - TRANSACTION_REFUSED (422): Correct what the message names; nothing was paid.
   * - TRANSACTION_REVERTED (409): Read the message for the contract's reason before paying again.
   * - NEEDS_REVIEW (409): Ask the node's owner to look at the transaction before paying again.
   * - IDEMPOTENCY_MISMATCH (422): Use a new Idempotency-Key for a different request.
   * - IDEMPOTENCY_RUNNING (409): Wait a second, then call again with the same Idempotency-Key.
   * - PROOF_MISSING (409): Look at the transaction before sharing again; it may have paid.
   * - CONTRACT_MISMATCH (503): Ask the operator to check the address of the contract.
   * @example
   *   await client.shareData({
   *     body: {
   *       data: "Hello, World!",
   *       recipient: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
   *       payment_token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
   *       payment_amount: 1000000,
   *     },
   *   });
   */
  shareData: route("POST", "/share_data", {
    security: "apiKey",
    tradesOrPays: true,
    headers: Idempotent,
    body: ShareRequest,
    bodyLimit: SHARE_BODY_BYTES,
    exactIntegers: true,
    idempotencyKey: true,
    responses: { 201: ShareResult, 202: PendingShare },
    errors: { ...KEY, ...PAYING, PROOF_MISSING: 409, CONTRACT_MISMATCH: 503 },
  }),
  /**
   * Read data that this node shared or received.
   *
   * `GET /data/:data_hash` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getData({
   *     params: { data_hash: "5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c" },
   *   });
   */
  getData: route("GET", "/data/:data_hash", {
    security: "apiKey",
    params: HashParams,
    query: NoQuery,
    responses: { 200: StoredData },
    errors: { ...KEY, ...INVALID, NOT_FOUND: 404 },
  }),
  /**
   * Check that a trusted wallet has recorded the data on the chain.
   *
   * `GET /verify_data/:data_hash`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * @example
   *   await client.verifyData({
   *     params: { data_hash: "5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c" },
   *   });
   */
  verifyData: route("GET", "/verify_data/:data_hash", {
    params: HashParams,
    query: VerifyQuery,
    responses: { 200: Verification },
    errors: { ...INVALID, ...WRITING },
  }),
};

const DATA_HASH = "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f";
const TX_HASH = "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3";
const SENDER = "0x52908400098527886E0F7030069857D2E4169EE7";
const RECIPIENT = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

/** Notes of {@link shareRoutes}. A function, so that bundlers drop it from clients. */
export function shareNotes(): NotesOf<typeof shareRoutes> {
  return {
    shareData: {
      tags: ["data"],
      seed: "External API: POST /share_data",
      unspecified: [
        STANDBY_NOTE,
        "Success is 201; the header Data-Hash carries the data's SHA-256.",
        "It is told when the proof is on the chain and the sealed copy is durable; delivery follows and shows in GET /shares.",
        "When a reorganisation takes the proof back, the share is sealed again until the same transaction is final, and gone when it cannot be; the data stays.",
        "202 with success false and status pending: durable, and the chain has not settled it in time.",
        WAITING_NOTE,
        "A share that is paid in an ERC-20 does not wait: it needs the chain for its allowance.",
        "1 MB is 1,048,576 bytes of UTF-8; one more is 422. A body over the cap of the route is 413.",
        "The API key needs the scope `share`, and `transfer` too for a payment, which stays within the key's limits; else 403.",
        "payment_token and payment_amount come together; `payer` says who pays, by default this node's wallet.",
        AMOUNT_NOTE,
        CHAIN_NOTE,
        RETRY_NOTE,
      ],
      example: {
        body: {
          data: "Hello, World!",
          recipient: RECIPIENT,
          payment_token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
          payment_amount: 1_000_000,
        },
        response: { success: true, tx_hash: TX_HASH, recipient: RECIPIENT },
      },
    },
    getData: {
      tags: ["data"],
      seed: "External API: GET /data/{data_hash}",
      unspecified: [
        "The answer is {hash, data}. The hash may come in upper case.",
        "The API key needs the scope `read`, else 403.",
      ],
      example: { response: { hash: DATA_HASH, data: "Hello, World!" } },
    },
    verifyData: {
      tags: ["compliance"],
      seed: "External API: GET /verify_data/{data_hash}",
      unspecified: [
        STANDBY_NOTE,
        "No key is needed. The answer is {hash, verified, event_type, sender, records}; event_type and sender are null when it is not verified.",
        "Anybody can record anything: only records by the node's own wallet, by a wallet of TRUSTED_WALLETS, or by the wallet of the query's `sender` count. `records` has the others too.",
      ],
      example: {
        response: {
          hash: DATA_HASH,
          verified: true,
          event_type: "data_share",
          sender: SENDER,
          records: [
            {
              sender: SENDER,
              event_type: "data_share",
              recipient: RECIPIENT,
              timestamp: 1_767_225_600,
              tx_hash: TX_HASH,
              trusted: true,
            },
          ],
        },
      },
    },
  };
}
