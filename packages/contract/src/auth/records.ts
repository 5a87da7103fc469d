/** Deployments, transactions and usage: the records that the permissions guard. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  Count,
  INVALID,
  opaque,
  PERMITTED,
  RecordStatus,
  security,
  Text,
  Timestamp,
} from "./fields.ts";

const queryFields = {
  /** Maximum number of records in the answer, 1–100. Default 20. */
  limit: q.integer({ min: 1, max: 100 }).default(20),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
};
/** A page of a list: newest first, the next page's cursor in the answer's header `Link`. */
export interface RecordQuery extends Fields<typeof queryFields> {}
interface RecordQueryInput extends InputFields<typeof queryFields> {}
export const RecordQuery: ObjectSchema<RecordQuery, RecordQueryInput> = object(queryFields);

const newDeploymentFields = {
  /** Name of the deployment, 1–200 characters. */
  name: line(1, 200),
  /** Names of the chains that it is deployed to: 1–32 names of 1–64 characters. */
  chains: z.array(line(1, 64)).min(1).max(32),
};
/** A deployment to record. */
export interface NewDeployment extends Fields<typeof newDeploymentFields> {}
export const NewDeployment: ObjectSchema<NewDeployment> = object(newDeploymentFields);

const deploymentFields = {
  /** Deployment id, a UUID. */
  id: Text,
  /** Name of the deployment. */
  name: Text,
  /** Names of the chains that it is deployed to. */
  chains: list(Text),
  /** Status of the deployment: `pending → in_progress → completed | failed`. */
  status: RecordStatus,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
};
/** A deployment that the caller recorded. */
export interface Deployment extends Fields<typeof deploymentFields> {}
export const Deployment: ObjectSchema<Deployment> = object(deploymentFields);

const newTransactionFields = {
  /** Id of the caller's deployment that the transaction belongs to, 1–100 characters. */
  deploymentId: line(1, 100),
  /** Name of the chain, 1–64 characters. */
  chain: line(1, 64),
  /** Transaction hash, 1–256 characters; an account can record it once. */
  hash: line(1, 256),
};
/** A transaction to record. */
export interface NewTransaction extends Fields<typeof newTransactionFields> {}
export const NewTransaction: ObjectSchema<NewTransaction> = object(newTransactionFields);

const transactionFields = {
  /** Transaction hash, which identifies the record. */
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

const statusFields = {
  /** Next status: `in_progress` after `pending`, then `completed` or `failed`. */
  status: RecordStatus,
};
/** A move of a record to its next status. */
export interface StatusChange extends Fields<typeof statusFields> {}
export const StatusChange: ObjectSchema<StatusChange> = object(statusFields);

const periodFields = {
  /** Start of the calendar month, ISO 8601 in UTC. */
  from: Timestamp,
  /** Time of the answer, ISO 8601 in UTC. */
  to: Timestamp,
};
interface Period extends Fields<typeof periodFields> {}
const Period: ObjectSchema<Period> = object(periodFields);

const usageFields = {
  /** The period that deployments and transactions are counted in. */
  period: Period,
  /** Number of API keys that are not revoked now. */
  apiKeys: Count,
  /** Number of sessions that are active now. */
  sessions: Count,
  /** Number of deployments recorded in the period. */
  deployments: Count,
  /** Number of transactions recorded in the period. */
  transactions: Count,
};
/** The use of the service by an account. */
export interface Usage extends Fields<typeof usageFields> {}
export const Usage: ObjectSchema<Usage> = object(usageFields);

const deploymentParams = {
  /** Deployment id, a UUID. */
  id: Text,
};
interface DeploymentParams extends Fields<typeof deploymentParams> {}
const DeploymentParams: ObjectSchema<DeploymentParams> = object(deploymentParams);

const transactionParams = {
  /** Transaction hash. */
  hash: Text,
};
interface TransactionParams extends Fields<typeof transactionParams> {}
const TransactionParams: ObjectSchema<TransactionParams> = object(transactionParams);

export const recordRoutes = {
  /**
   * List the caller's deployments, newest first; requires the permission read.
   *
   * `GET /deployments` with an access token or an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listDeployments();
   */
  listDeployments: route("GET", "/deployments", {
    security,
    query: RecordQuery,
    pages: true,
    responses: { 200: list(Deployment) },
    errors: { ...INVALID, ...PERMITTED },
  }),
  /**
   * Record a deployment; requires the permission deploy.
   *
   * `POST /deployments` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createDeployment({
   *     body: { name: "token bridge", chains: ["ethereum", "base"] },
   *   });
   */
  createDeployment: route("POST", "/deployments", {
    security,
    body: NewDeployment,
    bodyLimit,
    responses: { 201: Deployment },
    errors: { ...BODY, ...PERMITTED, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Read a deployment; requires the permission read.
   *
   * `GET /deployments/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getDeployment({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getDeployment: route("GET", "/deployments/:id", {
    security,
    params: DeploymentParams,
    responses: { 200: Deployment },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Move a deployment to its next status; requires the permission deploy.
   *
   * `PATCH /deployments/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.moveDeployment({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { status: "in_progress" },
   *   });
   */
  moveDeployment: route("PATCH", "/deployments/:id", {
    security,
    params: DeploymentParams,
    body: StatusChange,
    bodyLimit,
    responses: { 200: Deployment },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the caller's transactions, newest first; requires the permission read.
   *
   * `GET /transactions` with an access token or an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listTransactions();
   */
  listTransactions: route("GET", "/transactions", {
    security,
    query: RecordQuery,
    pages: true,
    responses: { 200: list(Transaction) },
    errors: { ...INVALID, ...PERMITTED },
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
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
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
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getTransaction({ params: { hash: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getTransaction: route("GET", "/transactions/:hash", {
    security,
    params: TransactionParams,
    responses: { 200: Transaction },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
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
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.moveTransaction({
   *     params: { hash: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { status: "in_progress" },
   *   });
   */
  moveTransaction: route("PATCH", "/transactions/:hash", {
    security,
    params: TransactionParams,
    body: StatusChange,
    bodyLimit,
    responses: { 200: Transaction },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  /**
   * Count what the account uses; requires the permission billing.
   *
   * `GET /billing/usage` with an access token or an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.getUsage();
   */
  getUsage: route("GET", "/billing/usage", {
    security,
    responses: { 200: Usage },
    errors: PERMITTED,
  }),
};

/** Notes of {@link recordRoutes}. A function, so that bundlers drop it from clients. */
export function recordNotes(): NotesOf<typeof recordRoutes> {
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const newDeployment = { name: "token bridge", chains: ["ethereum", "base"] };
  const deployment = { id, ...newDeployment, status: "pending", createdAt };
  const newTransaction = {
    deploymentId: id,
    chain: "ethereum",
    hash: "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b",
  };
  const transaction = { ...newTransaction, status: "pending", createdAt };
  const move = { status: "in_progress" };
  const deployments = { tags: ["deployments"], seed: "A. Permission values: deploy" };
  const transactions = { tags: ["transactions"], seed: "A. Permission values: deploy" };
  const reading = { seed: "A. Permission values: read" };
  const list = [
    "The record's fields.",
    "Newest first; the next page is in the header Link, rel=next.",
  ];
  const moves = ["pending → in_progress → completed | failed; any other move is 409."];
  return {
    listDeployments: {
      ...deployments,
      ...reading,
      unspecified: list,
      example: { response: [deployment] },
    },
    createDeployment: {
      ...deployments,
      unspecified: ["The record's fields.", "Nothing moves by itself: the caller moves it."],
      example: { body: newDeployment, response: deployment },
    },
    getDeployment: { ...deployments, ...reading, example: { response: deployment } },
    moveDeployment: {
      ...deployments,
      unspecified: moves,
      example: { body: move, response: { ...deployment, ...move } },
    },
    listTransactions: {
      ...transactions,
      ...reading,
      unspecified: list,
      example: { response: [transaction] },
    },
    createTransaction: {
      ...transactions,
      unspecified: ["An unknown deployment is 404, a hash recorded already 409."],
      example: { body: newTransaction, response: transaction },
    },
    getTransaction: { ...transactions, ...reading, example: { response: transaction } },
    moveTransaction: {
      ...transactions,
      unspecified: moves,
      example: { body: move, response: { ...transaction, ...move } },
    },
    getUsage: {
      tags: ["billing"],
      seed: "A. Permission values: billing",
      unspecified: ["Keys and sessions as of now, records of this calendar month (UTC)."],
      example: {
        response: {
          period: { from: createdAt, to: "2026-01-20T12:00:00.000Z" },
          apiKeys: 2,
          sessions: 1,
          deployments: 3,
          transactions: 7,
        },
      },
    },
  };
}
