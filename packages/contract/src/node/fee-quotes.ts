/** Fees of transfers and shares before they are sent. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { AddressText, Amount, CHAIN, CHAIN_NOTE, Count, Digits, INVALID } from "./fields.ts";

/** Kinds of what the wallet can send. */
const FeeKind = oneOf(["transfer", "share"]);

const queryFields = {
  /** Kind of the transaction: `transfer` or `share`. */
  kind: FeeKind,
  /** Address that is paid, or the recipient of the share, 0x and 40 hex digits. */
  to: AddressText,
  /** Contract of the token that is paid. Default: the zero address, which is the native token. */
  token: AddressText.optional(),
  /** Amount in the token's smallest unit, 1 to 2^256 − 1. Default: no payment, for a share only. */
  amount: Amount.optional(),
};
/** A transfer or share that was not sent yet. */
export interface FeeQuery extends Fields<typeof queryFields> {}
interface FeeQueryInput extends InputFields<typeof queryFields> {}
export const FeeQuery: ObjectSchema<FeeQuery, FeeQueryInput> = exactObject(queryFields);

const quoteFields = {
  /** Kind of the transaction. */
  kind: FeeKind,
  /** Units of gas that it may use at most. */
  gas: Count,
  /** True when the chain has tried it; false for the usual gas, where an allowance has to be given first. */
  tried: z.boolean(),
  /** Maximum fee for a unit of gas, wei, decimal digits. */
  max_fee_per_gas: Digits,
  /** Maximum fee, wei, decimal digits; what it costs may be less. */
  fee: Digits,
  /** Balance of the wallet in the native token, wei, decimal digits. */
  balance: Digits,
  /** Balance of the wallet in the token that is paid, in its smallest unit, decimal digits. */
  token_balance: Digits,
};
/** The fee of a transfer or share, and the balances that it is paid from. */
export interface FeeQuote extends Fields<typeof quoteFields> {}
export const FeeQuote: ObjectSchema<FeeQuote> = object(quoteFields);

export const feeRoutes = {
  /**
   * Tell the most that a transfer or share would cost now, and the balances it is paid from.
   *
   * `GET /fees/quote` with an API key or a session, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CHAIN_UNAVAILABLE (503): Call again when the chain answers; nothing was sent.
   * - CHAIN_REJECTED (503): Call again later; tell the operator if it stays.
   * - CHAIN_MISMATCH (503): Ask the operator to connect the node to its own chain.
   * - TOKEN_UNSUPPORTED (422): Use a token that the node lists.
   * - TRANSACTION_REFUSED (422): Correct what the message names; nothing was paid.
   * @example
   *   await client.quoteFee({
   *     query: { kind: "share", to: "0x52908400098527886E0F7030069857D2E4169EE7" },
   *   });
   */
  quoteFee: route("GET", "/fees/quote", {
    query: FeeQuery,
    responses: { 200: FeeQuote },
    errors: {
      ...INVALID,
      ...CHAIN,
      TOKEN_UNSUPPORTED: 422,
      TRANSACTION_REFUSED: 422,
    },
  }),
};

/** Notes of {@link feeRoutes}. A function, so that bundlers drop it from clients. */
export function feeNotes(): NotesOf<typeof feeRoutes> {
  return {
    quoteFee: {
      tags: ["dashboard"],
      unspecified: [
        "Nothing is sent or kept. The chain tries the transaction: what it would refuse is 422 TRANSACTION_REFUSED.",
        CHAIN_NOTE,
      ],
      example: {
        response: {
          kind: "transfer",
          gas: 21_000,
          tried: true,
          max_fee_per_gas: "3000000000",
          fee: "63000000000000",
          balance: "99990000000000000000",
          token_balance: "99990000000000000000",
        },
      },
    },
  };
}
