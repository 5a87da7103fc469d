/** The kinds of fields and the groups of error codes that the routes of the node's APIs share. */

import * as z from "zod";

import { exactObject, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { shownAs } from "../route/schema.ts";
import { storable } from "../route/text-checks.ts";

/** An address: `0x` and 40 hex digits. The service checks its checksum when it is in mixed case. */
export const AddressText = z.string().regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x and 40 hex digits");

/** SHA-256 in 64 hex digits of any case; answers have lower case. */
export const HashText = z.string().regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits");

export const Text = z.string();
export const Count = z.int().min(0);
/** Unix seconds with a fraction. */
export const Time = z.number().min(0);
/** The hash of a transaction. */
export const TransactionHash = z.string();
/** A whole number of any size, in decimal digits. */
export const Digits = z.string().regex(/^\d+$/);

/** One more than the largest amount of any token, which a word of the chain's machine holds. */
const LIMIT = 2n ** 256n;

/**
 * An amount in the token's smallest unit: a JSON integer or a string of decimal digits; a program writes amounts past
 * 2^53 as text. The handler gets a bigint from 1 to 2^256 − 1, exact past 2^53 because the routes that take one read
 * integers so.
 */
export const Amount = /* @__PURE__ */ shownAs(
  z.custom<number | string>(
    isAmount,
    "must be 1 to 2^256 − 1, as an integer or a string of digits",
  ),
  {
    anyOf: [
      { type: "integer", minimum: 1 },
      { type: "string", pattern: "^[0-9]{1,78}$" },
    ],
  },
).transform(BigInt);

function isAmount(value: unknown): boolean {
  const isWhole =
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isSafeInteger(value)) ||
    (typeof value === "string" && /^\d{1,78}$/.test(value));
  if (!isWhole) return false;
  const amount = BigInt(value);
  return amount > 0n && amount < LIMIT;
}

/** Text that is only compared or kept: `min` to `max` characters. */
// @__NO_SIDE_EFFECTS__
export function text(min: number, max: number): z.ZodString {
  return storable(min, max);
}

const idempotencyFields = {
  /** Key of this call, 1–200 characters: a retry under the same key and body gets the first answer for 24 hours. */
  "idempotency-key": text(1, 200).optional(),
};
export interface Idempotent extends Fields<typeof idempotencyFields> {}
export const Idempotent: ObjectSchema<Idempotent> = object(idempotencyFields);

/** The query of a route that takes no parameter: one that is given is refused, not dropped. */
export interface NoQuery extends Fields<Record<never, never>> {}
export const NoQuery: ObjectSchema<NoQuery> = exactObject({});

const LIMITED = { RATE_LIMITED: 429 } as const;
export const INVALID = { VALIDATION_ERROR: 422, ...LIMITED } as const;
/** The codes of a chain that does not answer; nothing was sent then. */
export const CHAIN = { CHAIN_UNAVAILABLE: 503, CHAIN_REJECTED: 503, CHAIN_MISMATCH: 503 } as const;
/** The code of routes that need the node which is the writer of its store. */
export const WRITING = { STANDBY: 503 } as const;
/** The codes of routes whose payment is made once, however often the call is retried. */
export const PAYING = {
  ...INVALID,
  ...CHAIN,
  ...WRITING,
  INSUFFICIENT_FUNDS: 422,
  TOKEN_UNSUPPORTED: 422,
  TRANSACTION_REFUSED: 422,
  TRANSACTION_REVERTED: 409,
  NEEDS_REVIEW: 409,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
} as const;

/** Notes that several routes share. */
export const RETRY_NOTE =
  "Idempotency-Key: the same key and body get the first answer for 24 hours, another body is 422, a call under way 409.";
export const AMOUNT_NOTE =
  "An amount is a JSON integer or a string of decimal digits; both are exact up to 2^256 − 1.";
export const STANDBY_NOTE =
  "503 STANDBY with Retry-After from a node that stands by: another process of its wallet is the writer, and nothing was changed.";
export const CHAIN_NOTE = "503 when the chain does not answer; nothing was sent then.";
export const WAITING_NOTE =
  "202 with tx_hash null: the chain was checked since the start and is away now, so the call waits in the queue and goes out once, when the chain is back; see GET /transactions, which can cancel it. 503 when the chain was not checked yet or too many wait.";
