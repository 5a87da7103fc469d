/** The shares that the node has made. */

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
  Count,
  Digits,
  HashText,
  INVALID,
  text,
  Text,
  Time,
  TransactionHash,
} from "./fields.ts";

const queryFields = {
  /** Maximum number of shares in the answer, 1–1,000. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest shares. */
  cursor: text(1, 1024).optional(),
  /** SHA-256 of the shared data, 64 hex digits. Default: shares of any data. */
  data_hash: HashText.optional(),
};
/** A page of the shares. */
export interface ShareQuery extends Fields<typeof queryFields> {}
interface ShareQueryInput extends InputFields<typeof queryFields> {}
export const ShareQuery: ObjectSchema<ShareQuery, ShareQueryInput> = exactObject(queryFields);

/** The progress of a share: `sealed → proved → delivered`; `waiting` when the recipient has announced no key yet. */
export const ShareStatus = oneOf(["sealed", "proved", "delivered", "waiting"]);

const shareFields = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** Address of the recipient. */
  recipient: AddressText,
  /** Progress of the share: `sealed → proved → delivered`; `waiting` for a recipient without a key. */
  status: ShareStatus,
  /** Hash of the transaction that recorded the share; null before. */
  tx_hash: TransactionHash.nullable(),
  /** Time of the share, Unix seconds with a fraction. */
  created_at: Time,
  /** Time at which its proof was final, Unix seconds with a fraction; null before, and where it was not kept. */
  proved_at: Time.nullable().optional(),
  /** Time at which the recipient's node had it, Unix seconds; null before, and where it was not kept. */
  delivered_at: Time.nullable().optional(),
  /** Id of the transaction that proves the share, in the list of transactions. */
  transaction_id: Text,
  /** Contract of the token that paid for the share; the zero address is the native token, null is no payment. */
  payment_token: AddressText.nullable(),
  /**
   * Amount of the payment in the token's smallest unit, decimal digits; null without a payment, and for shares of
   * releases that kept none.
   */
  payment_amount: Digits.nullable(),
  /** Payer: this node's wallet (`sender`), or the recipient by an allowance; null without a payment. */
  payer: oneOf(["sender", "recipient"]).nullable(),
};
/** A share of data by this node. */
export interface Share extends Fields<typeof shareFields> {}
const Share: ObjectSchema<Share> = object(shareFields);

const listFields = {
  /** The shares of this node, newest first. */
  shares: list(Share),
  /** Number of shares in all, of the data that the query names. */
  count: Count,
  /** Position of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A list of shares. */
export interface ShareList extends Fields<typeof listFields> {}
export const ShareList: ObjectSchema<ShareList> = object(listFields);

export const ownShareRoutes = {
  /**
   * List the shares of this node, newest first.
   *
   * `GET /shares` with an API key, unless a program on the node's machine calls it directly;
   * `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listShares();
   */
  listShares: route("GET", "/shares", {
    query: ShareQuery,
    pages: "shares",
    responses: { 200: ShareList },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
};

/** Notes of {@link ownShareRoutes}. A function, so that bundlers drop it from clients. */
export function ownShareNotes(): NotesOf<typeof ownShareRoutes> {
  return {
    listShares: {
      tags: ["data"],
      example: {
        response: {
          shares: [
            {
              data_hash: "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f",
              recipient: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
              status: "delivered",
              tx_hash: "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3",
              created_at: 1_767_225_600.25,
              proved_at: 1_767_225_612,
              delivered_at: 1_767_225_612.5,
              transaction_id: "share:0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
              payment_token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
              payment_amount: "25000000",
              payer: "sender",
            },
          ],
          count: 1,
          next_cursor: null,
        },
      },
    },
  };
}
