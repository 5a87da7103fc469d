/** Records of deployments and transactions, and the usage of an account. */

import type { ListOptions, RecordPage } from "../page.ts";
import {
  DEPLOYMENT,
  TRANSACTION,
  getRecord,
  listRecords,
  moveRecord,
  transactionId,
} from "./owned-records.ts";
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
    getTransaction: (userId, hash) =>
      getRecord(store, TRANSACTION, userId, transactionId(userId, hash)),
    moveTransaction: (userId, hash, to) =>
      moveRecord(store, TRANSACTION, { userId, id: transactionId(userId, hash) }, to),
    usage: (userId, liveSessions) => countUsage(parts, userId, liveSessions),
  });
}
