/** Records of transactions. */

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { matching } from "../route/text-checks.ts";
import {
  BODY,
  bodyLimit,
  INVALID,
  opaque,
  PERMITTED,
  RecordStatus,
  security,
  Text,
  Timestamp,
} from "./fields.ts";
import { OwnedRecordQuery, recordNotes, StatusChange } from "./records.ts";

const newTransactionFields = {
  /** Id of the caller's deployment that the transaction belongs to, 1–100 characters. */
  deploymentId: line(1, 100),
  /** Name of the chain, 1–64 characters. */
  chain: line(1, 64),
  /**
   * Transaction hash, 1–256 characters, not `.` or `..`; an account can record it once on a chain. Hexadecimal digits
   * after 0x are stored in lower case.
   */
  hash: matching(line(1, 256), /^(?!\.{1,2}$)/, "must not be . or .., which no URL can name"),
};
/** A transaction to record. */
export interface NewTransaction extends Fields<typeof newTransactionFields> {}
export const NewTransaction: ObjectSchema<NewTransaction> = object(newTransactionFields);

const transactionFields = {
  /** Transaction hash, which identifies the record on its chain. */
  hash: Text,
  /** Name of the chain. */
  chain: Text,
  /** Id of the deployment that the transaction belongs to. */
  deploymentId: Text,
  /** Status of the transaction: `pending → in_progress → completed | failed`. */
  status: RecordStatus,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
};
/** A transaction of a deployment. */
export interface Transaction extends Fields<typeof transactionFields> {}
export const Transaction: ObjectSchema<Transaction> = object(transactionFields);

const transactionParams = {
  /** Transaction hash; hexadecimal digits after 0x in any case. */
  hash: Text,
};
interface TransactionParams extends Fields<typeof transactionParams> {}
const TransactionParams: ObjectSchema<TransactionParams> = object(transactionParams);

const chainFields = {
  /** Name of the chain, in any case; needed only where the caller has recorded the hash on several chains. */
  chain: line(1, 64).optional(),
};
/** The chain of a transaction. */
export interface TransactionQuery extends Fields<typeof chainFields> {}
export const TransactionQuery: ObjectSchema<TransactionQuery> = object(chainFields);

const ownedFields = {
  ...chainFields,
  /** Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records. */
  organizationId: opaque(100).optional(),
};
/** The chain and the owner of a transaction. */
export interface OwnedTransactionQuery extends Fields<typeof ownedFields> {}
export const OwnedTransactionQuery: ObjectSchema<OwnedTransactionQuery> = object(ownedFields);

export const transactionRoutes = {
  /**
   * List the caller's transactions, newest first; requires the permission read.
   *
   * `GET /transactions` with an access token or an API key; `iterate` reads it page after page.
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
   *   await client.listTransactions();
   */
  listTransactions: route("GET", "/transactions", {
    security,
    query: OwnedRecordQuery,
    pages: true,
    responses: { 200: list(Transaction) },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Record a transaction of a deployment; requires the permission deploy.
   *
   * `POST /transactions` with an access token or an API key.
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
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.createTransaction({
   *     body: {
   *       deploymentId: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       chain: "ethereum",
   *       hash: "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b",
   *     },
   *   });
   */
  createTransaction: route("POST", "/transactions", {
    security,
    body: NewTransaction,
    bodyLimit,
    responses: { 201: Transaction },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * Read a transaction by its hash; requires the permission read.
   *
   * `GET /transactions/:hash` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.getTransaction({
   *     params: { hash: "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c" },
   *   });
   */
  getTransaction: route("GET", "/transactions/:hash", {
    security,
    params: TransactionParams,
    query: OwnedTransactionQuery,
    responses: { 200: Transaction },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * Move a transaction to its next status; requires the permission deploy.
   *
   * `PATCH /transactions/:hash` with an access token or an API key.
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
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.moveTransaction({
   *     params: { hash: "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c" },
   *     body: { status: "in_progress" },
   *   });
   */
  moveTransaction: route("PATCH", "/transactions/:hash", {
    security,
    params: TransactionParams,
    query: TransactionQuery,
    body: StatusChange,
    bodyLimit,
    responses: { 200: Transaction },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
};

/** Notes of {@link transactionRoutes}. A function, so that bundlers drop it from clients. */
export function transactionNotes(): NotesOf<typeof transactionRoutes> {
  const { id, createdAt, move, reading, list, moves } = recordNotes();
  const transactions = { tags: ["transactions"], seed: "A. Permission values: deploy" };
  const newTransaction = {
    deploymentId: id,
    chain: "ethereum",
    hash: "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b",
  };
  const transaction = { ...newTransaction, status: "pending", createdAt };
  return {
    listTransactions: {
      ...transactions,
      ...reading,
      unspecified: list,
      example: { response: [transaction] },
    },
    createTransaction: {
      ...transactions,
      unspecified: [
        "An unknown deployment is 404, a hash that the caller has recorded on that chain already 409.",
        "Hexadecimal digits after 0x are stored in lower case: 0xAB and 0xab are one hash.",
      ],
      example: { body: newTransaction, response: transaction },
    },
    getTransaction: {
      ...transactions,
      ...reading,
      unspecified: ["A hash on several chains is 409 without the query parameter chain."],
      example: { response: transaction },
    },
    moveTransaction: {
      ...transactions,
      unspecified: moves,
      example: { body: move, response: { ...transaction, ...move } },
    },
  };
}
