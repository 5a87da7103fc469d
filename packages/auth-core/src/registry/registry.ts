/** Records of deployments and transactions, and the usage of an account. */

import { checkQuota } from "@bourse/credentials";
import { type Clock, type Ids, type Page, type Store, hasCode } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { apiKeys } from "../api-keys/api-key.ts";
import { AuthError } from "../errors.ts";
import {
  type DeploymentDocument,
  type RecordStatus,
  type TransactionDocument,
  deployments,
  mayMove,
  transactions,
} from "./records.ts";

/** Page of a list that is asked for. */
export interface ListOptions {
  /** Maximum number of items. 1–100. Default 20. */
  readonly limit?: number;
  /** Cursor `next` of the page before; default the first page. */
  readonly cursor?: string;
}

/** One page of a list, newest first. */
export interface RecordPage<T> {
  /** Items of this page. */
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Usage of an account: API keys and sessions as of now, records of the current calendar month (UTC). */
export interface Usage {
  /** Period in which records are counted. */
  readonly period: {
    /** Beginning of the month in milliseconds since the Unix epoch (UTC). */
    readonly from: number;
    /** Time of the count in milliseconds since the Unix epoch (UTC). */
    readonly to: number;
  };
  /** Number of API keys that are not revoked. */
  readonly apiKeys: number;
  /** Number of live sessions. */
  readonly sessions: number;
  /** Number of deployments recorded in the period. */
  readonly deployments: number;
  /** Number of transactions recorded in the period. */
  readonly transactions: number;
}

/** Records of deployments and transactions by owner; a foreign record is NOT_FOUND, like an unknown one. */
export interface Registry {
  /** Records a deployment with the status `pending`. */
  createDeployment(
    userId: string,
    input: { readonly name: string; readonly chains: readonly string[] },
  ): Promise<DeploymentDocument>;
  /** A page of the user's deployments, newest first. @throws StoreError STORE_CURSOR_INVALID */
  listDeployments(userId: string, options?: ListOptions): Promise<RecordPage<DeploymentDocument>>;
  /** One deployment of the user. @throws AuthError NOT_FOUND */
  getDeployment(userId: string, id: string): Promise<DeploymentDocument>;
  /** Changes a deployment's status. @throws AuthError NOT_FOUND, CONFLICT when the change is not allowed */
  moveDeployment(userId: string, id: string, to: RecordStatus): Promise<DeploymentDocument>;
  /**
   * Records a transaction of a deployment with the status `pending`.
   *
   * @throws AuthError NOT_FOUND for an unknown deployment, CONFLICT when the user has recorded the hash before,
   * QUOTA_EXCEEDED
   */
  createTransaction(
    userId: string,
    input: { readonly deploymentId: string; readonly chain: string; readonly hash: string },
  ): Promise<TransactionDocument>;
  /** A page of the user's transactions, newest first. @throws StoreError STORE_CURSOR_INVALID */
  listTransactions(userId: string, options?: ListOptions): Promise<RecordPage<TransactionDocument>>;
  /** One transaction of the user by its hash. @throws AuthError NOT_FOUND */
  getTransaction(userId: string, hash: string): Promise<TransactionDocument>;
  /** Changes a transaction's status. @throws AuthError NOT_FOUND, CONFLICT when the change is not allowed */
  moveTransaction(userId: string, hash: string, to: RecordStatus): Promise<TransactionDocument>;
  /** Usage of an account; the caller counts its live sessions. */
  usage(userId: string, liveSessions: number): Promise<Usage>;
}

/** The parts that a registry is built from, and its quotas. */
export interface RegistryParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of deployments of one account. */
  readonly deploymentsPerAccount: number;
  /** Maximum number of transactions of one account. */
  readonly transactionsPerAccount: number;
}

/** A registry over a store. */
export function createRegistry({ store, clock, ids, ...quotas }: RegistryParts): Registry {
  const newest = (userId: string, { limit = 20, cursor }: ListOptions) =>
    ({
      index: "by_user",
      equals: [userId],
      order: "desc",
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    }) as const;

  const getDeployment = async (userId: string, id: string): Promise<DeploymentDocument> => {
    const found = await store.get(deployments, id);
    return owned(found?.value, userId, "deployment");
  };

  const getTransaction = async (userId: string, hash: string): Promise<TransactionDocument> => {
    const found = await store.get(transactions, transactionId(userId, hash));
    return owned(found?.value, userId, "transaction");
  };

  return Object.freeze({
    createDeployment: async (
      userId: string,
      input: { readonly name: string; readonly chains: readonly string[] },
    ) => {
      const record: DeploymentDocument = {
        id: ids.uuid(),
        userId,
        name: input.name,
        chains: [...input.chains],
        status: "pending",
        createdAt: clock.now(),
      };
      return await store.transaction(async (tx) => {
        const held = await tx.count(deployments, { index: "by_user", equals: [userId] });
        checkQuota(held, quotas.deploymentsPerAccount, "deployments", AuthError);
        return (await tx.insert(deployments, record)).value;
      });
    },
    listDeployments: async (userId: string, options: ListOptions = {}) =>
      pageOf(await store.find(deployments, newest(userId, options))),
    getDeployment,
    moveDeployment: (userId: string, id: string, to: RecordStatus) =>
      store.transaction(async (tx) => {
        const found = await tx.get(deployments, id);
        const record = owned(found?.value, userId, "deployment");
        checkMove(record.status, to);
        const moved = { ...record, status: to };
        return (await tx.replace(deployments, moved, found?.version ?? 0)).value;
      }),
    createTransaction: async (
      userId: string,
      input: { readonly deploymentId: string; readonly chain: string; readonly hash: string },
    ) => {
      await getDeployment(userId, input.deploymentId);
      const record: TransactionDocument = {
        id: transactionId(userId, input.hash),
        userId,
        deploymentId: input.deploymentId,
        chain: input.chain,
        hash: input.hash,
        status: "pending",
        createdAt: clock.now(),
      };
      try {
        return await store.transaction(async (tx) => {
          const held = await tx.count(transactions, { index: "by_user", equals: [userId] });
          checkQuota(held, quotas.transactionsPerAccount, "transactions", AuthError);
          return (await tx.insert(transactions, record)).value;
        });
      } catch (error) {
        if (!hasCode(error, "STORE_DUPLICATE")) throw error;
        throw new AuthError("CONFLICT", "This transaction is recorded already.", { cause: error });
      }
    },
    listTransactions: async (userId: string, options: ListOptions = {}) =>
      pageOf(await store.find(transactions, newest(userId, options))),
    getTransaction,
    moveTransaction: (userId: string, hash: string, to: RecordStatus) =>
      store.transaction(async (tx) => {
        const found = await tx.get(transactions, transactionId(userId, hash));
        const record = owned(found?.value, userId, "transaction");
        checkMove(record.status, to);
        const moved = { ...record, status: to };
        return (await tx.replace(transactions, moved, found?.version ?? 0)).value;
      }),
    usage: async (userId: string, liveSessions: number): Promise<Usage> => {
      const now = clock.now();
      const from = monthOf(now);
      const ofMonth = { index: "by_user", equals: [userId], range: { gte: from } } as const;
      const [keys, deployed, recorded] = await Promise.all([
        store.count(apiKeys, { index: "by_user", equals: [userId, null] }),
        store.count(deployments, ofMonth),
        store.count(transactions, ofMonth),
      ]);
      return {
        period: { from, to: now },
        apiKeys: keys,
        sessions: liveSessions,
        deployments: deployed,
        transactions: recorded,
      };
    },
  });
}

function pageOf<T extends { readonly id: string }>(page: Page<T>): RecordPage<T> {
  return { items: page.items.map(({ value }) => value), next: page.next };
}

/** @throws AuthError NOT_FOUND, for a foreign record too */
function owned<T extends { readonly userId: string }>(
  record: T | undefined,
  userId: string,
  what: string,
): T {
  if (record !== undefined && record.userId === userId) return record;
  throw new AuthError("NOT_FOUND", `There is no such ${what}.`);
}

function checkMove(from: RecordStatus, to: RecordStatus): void {
  if (mayMove(from, to)) return;
  throw new AuthError("CONFLICT", `A record that is ${from} cannot become ${to}.`, {
    details: { from, to },
  });
}

/** A digest, because the caller's text may be longer than the id of a document. */
function transactionId(userId: string, transactionHash: string): string {
  return `${userId}:${sha256(transactionHash, "hex")}`;
}

function monthOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
