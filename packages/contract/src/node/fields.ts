/** The kinds of fields that requests and answers of the node's APIs are made of. */

import * as z from "zod";

/** An address: `0x` and 40 hex digits. Its checksum, where it has one, is the service's to judge. */
export const AddressText = z.string().regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x and 40 hex digits");

/** SHA-256 in 64 hex digits of any case; answers have lower case. */
export const HashText = z.string().regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits");

export const Text = z.string();
export const Count = z.int().min(0);
/** Unix seconds with fraction. */
export const Time = z.number().min(0);
/** A transaction's hash. */
export const TransactionHash = z.string();
/** Whole numbers of any size, in decimal digits. */
export const Digits = z.string().regex(/^\d+$/);

/** The largest amount of any token: a word of the chain's machine. */
const LIMIT = 2n ** 256n;

/**
 * An amount in the token's smallest unit: a JSON integer or a string of decimal digits; a program writes what is past
 * 2^53 as text. The handler gets a bigint from 1 to 2^256 − 1, exact past 2^53 because the routes that take one read integers so.
 */
export const Amount = z
  .custom<number | string>(isAmount, "must be 1 to 2^256 − 1, as an integer or a string of digits")
  .transform(BigInt);

function isAmount(value: unknown): boolean {
  const isWhole =
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isSafeInteger(value)) ||
    (typeof value === "string" && /^\d{1,78}$/.test(value));
  if (!isWhole) return false;
  const amount = BigInt(value);
  return amount > 0n && amount < LIMIT;
}

/** Text that is only compared or kept. */
export function text(min: number, max: number): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^[^\0\p{Cs}]*$/u, "must have no NUL character");
}

/** A retry with the same key and body gets the first answer. */
export const Idempotent = z.object({ "idempotency-key": text(1, 200).optional() });
