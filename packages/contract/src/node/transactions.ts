/** Transactions of the node's wallet, and the operator's commands on them. */

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
  CHAIN,
  Count,
  Digits,
  INVALID,
  text,
  Text,
  Time,
  TransactionHash,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

/**
 * The state of a transaction: `queued → signed → sent → mined → confirmed`, or `reverted` or `refused`, which pay
 * nothing; `unproved` when it succeeded without a record of the contract; `needs_review` after a restore until the
 * operator decides.
 */
export const TransactionState = oneOf([
  "queued",
  "signed",
  "sent",
  "mined",
  "confirmed",
  "unproved",
  "reverted",
  "refused",
  "needs_review",
]);

const transactionFields = {
  /** Transaction id: `transfer:` or `share:` and the id of the operation. */
  id: Text,
  /** Operation that the transaction belongs to. */
  kind: oneOf(["transfer", "share", "other"]),
  /** State of the transaction. */
  state: TransactionState,
  /** Address that is paid, or the contract that is called. */
  to: AddressText,
  /** Contract of the token; the zero address is the native token. */
  token: AddressText,
  /** Amount in the token's smallest unit, decimal digits. */
  amount: Digits,
  /**
   * Amount of a transfer that arrived, decimal digits; null before it is mined, for other kinds, and where no endpoint
   * of the chain can tell.
   */
  received: Digits.nullable(),
  /** Nonce of the wallet; null before signing. */
  nonce: Count.nullable(),
  /** Hash of the transaction; null before signing. */
  tx_hash: TransactionHash.nullable(),
  /** Number of the block that holds it; null before. */
  block: Count.nullable(),
  /** Number of blocks since it was mined, its own included, up to the number needed; 0 before. */
  confirmations: Count,
  /** Number of confirmations from which it is final. */
  confirmations_needed: Count,
  /**
   * Cause of waiting, of the refusal or of the failure as a sentence; null when it is confirmed, unless less than the
   * amount arrived.
   */
  cause: Text.nullable(),
  /** Hash of the transaction on the chain that one in review may be; null for none. */
  candidate: TransactionHash.nullable(),
  /** Time at which it was queued, Unix seconds with a fraction. */
  created_at: Time,
  /** Time at which an endpoint of the chain was last handed it, Unix seconds with a fraction; null before. */
  sent_at: Time.nullable().optional(),
  /** Time of the block that holds it, Unix seconds; null before. */
  mined_at: Time.nullable().optional(),
  /** Fee that it has cost, wei, decimal digits; null before it is mined, and where no endpoint tells the price. */
  fee: Digits.nullable().optional(),
};
/** A transaction of the node's wallet. */
export interface NodeTransaction extends Fields<typeof transactionFields> {}
export const NodeTransaction: ObjectSchema<NodeTransaction> = object(transactionFields);

const listFields = {
  /** The transactions, newest first. */
  transactions: list(NodeTransaction),
  /** Number of transactions in this answer. */
  count: Count,
  /** Position of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A page of the transactions. */
export interface NodeTransactionList extends Fields<typeof listFields> {}
export const NodeTransactionList: ObjectSchema<NodeTransactionList> = object(listFields);

const queryFields = {
  /** True for those that are not final only. Default false. */
  open: q.boolean().default(false),
  /** Maximum number of transactions in the answer, 1–1,000. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest transactions. */
  cursor: text(1, 1024).optional(),
};
/** A filter and a page of the transactions. */
export interface TransactionQuery extends Fields<typeof queryFields> {}
interface TransactionQueryInput extends InputFields<typeof queryFields> {}
export const TransactionQuery: ObjectSchema<TransactionQuery, TransactionQueryInput> =
  exactObject(queryFields);

const params = {
  /** Transaction id, 1–200 characters. */
  id: text(1, 200),
};
/** The transaction of a path. */
export interface TransactionParams extends Fields<typeof params> {}
export const TransactionParams: ObjectSchema<TransactionParams> = object(params);

const commandFields = {
  /**
   * `send` sends one in review; `accept` takes the candidate as its execution; `replace` raises the fees of a sent one;
   * `cancel` gives it up.
   */
  action: oneOf(["send", "accept", "replace", "cancel"]),
};
/** A command on a transaction that is not final. */
export interface TransactionCommand extends Fields<typeof commandFields> {}
export const TransactionCommand: ObjectSchema<TransactionCommand> = exactObject(commandFields);

export const transactionRoutes = {
  /**
   * List the transactions of the node's wallet, newest first.
   *
   * `GET /transactions` with an API key, unless a program on the node's machine calls it directly;
   * `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listTransactions();
   */
  listTransactions: route("GET", "/transactions", {
    query: TransactionQuery,
    pages: "transactions",
    responses: { 200: NodeTransactionList },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
  /**
   * Send, accept, replace or cancel a transaction that is not final.
   *
   * `POST /transactions/:id` with an API key, unless a program on the node's machine calls it
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
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - ACTION_NOT_POSSIBLE (409): Read the transaction again; its state allows other actions.
   * @example
   *   await client.changeTransaction({
   *     params: { id: "transfer:0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f" },
   *     body: { action: "cancel" },
   *   });
   */
  changeTransaction: route("POST", "/transactions/:id", {
    tradesOrPays: true,
    params: TransactionParams,
    body: TransactionCommand,
    responses: { 200: NodeTransaction },
    errors: { ...INVALID, ...CHAIN, ...WRITING, NOT_FOUND: 404, ACTION_NOT_POSSIBLE: 409 },
  }),
};

/** Notes of {@link transactionRoutes}. A function, so that bundlers drop it from clients. */
export function transactionNotes(): NotesOf<typeof transactionRoutes> {
  const common = {
    tags: ["tokens"],
    unspecified: [
      "After a restore every transaction that was not final is needs_review: nonces that the lost data may have signed are used up first, then it is compared with the chain and sent only on command.",
      "A reorganisation deeper than the confirmations opens final transactions again: they are sent under the same nonce with the same bytes, `cause` names the block, system.error tells TRANSACTION_REOPENED, and answers that were given stay as they are.",
    ],
  };
  const transaction = {
    id: "transfer:0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
    kind: "transfer",
    state: "mined",
    to: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    token: "0x0000000000000000000000000000000000000000",
    amount: "25000000",
    received: null,
    nonce: 7,
    tx_hash: "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3",
    block: 120,
    confirmations: 3,
    confirmations_needed: 12,
    cause: "It has 3 of 12 confirmations.",
    candidate: null,
    created_at: 1_767_225_600.25,
    sent_at: 1_767_225_600.5,
    mined_at: 1_767_225_605,
    fee: "63000000000000",
  };
  return {
    listTransactions: {
      ...common,
      example: { response: { transactions: [transaction], count: 1, next_cursor: null } },
    },
    changeTransaction: {
      ...common,
      unspecified: [...common.unspecified, STANDBY_NOTE],
      example: {
        body: { action: "cancel" },
        response: {
          ...transaction,
          state: "refused",
          nonce: null,
          tx_hash: null,
          block: null,
          confirmations: 0,
          sent_at: null,
          mined_at: null,
          fee: null,
          cause: "It was cancelled by the operator.",
        },
      },
    },
  };
}
