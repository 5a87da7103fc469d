/** Records of deployments and transactions, and the usage of an account. */

import type { ListOptions, RecordPage } from "../page.ts";
import { findTransaction } from "./find-transaction.ts";
import { DEPLOYMENT, TRANSACTION, getRecord, listRecords, moveRecord } from "./owned-records.ts";
import { recordDeployment } from "./record-deployment.ts";
import { recordTransaction } from "./record-transaction.ts";
import type { DeploymentDocument, RecordStatus, TransactionDocument } from "./records.ts";
import type { RegistryParts } from "./registry-parts.ts";
import { type Usage, countUsage } from "./usage.ts";

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
   * A hash in hexadecimal is stored in lower case. @throws AuthError NOT_FOUND for an unknown deployment, CONFLICT when
   * the user has recorded the hash on that chain before, QUOTA_EXCEEDED
   */
  createTransaction(
    userId: string,
    input: { readonly deploymentId: string; readonly chain: string; readonly hash: string },
  ): Promise<TransactionDocument>;
  /** A page of the user's transactions, newest first. @throws StoreError STORE_CURSOR_INVALID */
  listTransactions(userId: string, options?: ListOptions): Promise<RecordPage<TransactionDocument>>;
  /**
   * One transaction of the user by its hash and chain; the chain may be left out while only one has the hash.
   *
   * @throws AuthError NOT_FOUND, CONFLICT when several chains have the hash
   */
  getTransaction(userId: string, hash: string, chain?: string): Promise<TransactionDocument>;
  /**
   * Changes the status of a transaction, which is named as for `getTransaction`.
   *
   * @throws AuthError NOT_FOUND, CONFLICT when the change is not allowed or several chains have the hash
   */
  moveTransaction(
    userId: string,
    hash: string,
    to: RecordStatus,
    chain?: string,
  ): Promise<TransactionDocument>;
  /** Usage of an account; the caller counts its live sessions. */
  usage(userId: string, liveSessions: number): Promise<Usage>;
}

/** A registry over a store. */
export function createRegistry(parts: RegistryParts): Registry {
  const { store } = parts;
  return Object.freeze<Registry>({
    createDeployment: (userId, input) => recordDeployment(parts, userId, input),
    listDeployments: (userId, options) => listRecords(store, DEPLOYMENT, userId, options),
    getDeployment: (userId, id) => getRecord(store, DEPLOYMENT, userId, id),
    moveDeployment: (userId, id, to) => moveRecord(store, DEPLOYMENT, { userId, id }, to),
    createTransaction: (userId, input) => recordTransaction(parts, userId, input),
    listTransactions: (userId, options) => listRecords(store, TRANSACTION, userId, options),
    getTransaction: (userId, hash, chain) => findTransaction(store, userId, hash, chain),
    moveTransaction: async (userId, hash, to, chain) => {
      const { id } = await findTransaction(store, userId, hash, chain);
      return moveRecord(store, TRANSACTION, { userId, id }, to);
    },
    usage: (userId, liveSessions) => countUsage(parts, userId, liveSessions),
  });
}
