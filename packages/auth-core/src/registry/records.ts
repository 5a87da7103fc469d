/**
 * Deployments and transactions: records of what callers post. Their status changes by calls only:
 * `pending → in_progress → completed | failed`.
 */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** All statuses of a deployment or transaction. */
export const RECORD_STATUSES = ["pending", "in_progress", "completed", "failed"] as const;

/** Status of a deployment or transaction. */
export type RecordStatus = (typeof RECORD_STATUSES)[number];

const NEXT: Readonly<Record<RecordStatus, readonly RecordStatus[]>> = {
  pending: ["in_progress"],
  in_progress: ["completed", "failed"],
  completed: [],
  failed: [],
};

/** True when a record may change from one status to the other. */
export function mayMove(from: RecordStatus, to: RecordStatus): boolean {
  return RECORD_STATUSES.includes(from) && NEXT[from].includes(to);
}

/** A deployment as its owner recorded it. */
export interface DeploymentDocument extends Entity {
  /** UUID of the deployment. */
  readonly id: string;
  /** Id of the owner. */
  readonly userId: string;
  /** Name that the owner gave the deployment. */
  readonly name: string;
  /** Names of the chains that it is deployed to. */
  readonly chains: readonly string[];
  /** Present status; `pending` at first. */
  readonly status: RecordStatus;
  /** Time of the record in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
}

/** A transaction of a deployment as its owner recorded it. */
export interface TransactionDocument extends Entity {
  /** Made of owner, chain and hash: two owners may record the same transaction. */
  readonly id: string;
  /** Id of the owner. */
  readonly userId: string;
  /** Id of the deployment that the transaction belongs to. */
  readonly deploymentId: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Transaction hash; one in hexadecimal that begins with 0x is in lower case, unless an older release wrote it. */
  readonly hash: string;
  /** Present status; `pending` at first. */
  readonly status: RecordStatus;
  /** Time of the record in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
}

/** Collection of deployments. */
export const deployments: Collection<DeploymentDocument, "by_user"> =
  defineCollection<DeploymentDocument>()({
    name: "deployments",
    indexes: { by_user: { fields: ["userId", "createdAt"] } },
  });

/** Collection of transactions. */
export const transactions: Collection<TransactionDocument, "by_user" | "by_hash"> =
  defineCollection<TransactionDocument>()({
    name: "transactions",
    indexes: {
      by_user: { fields: ["userId", "createdAt"] },
      by_hash: { fields: ["userId", "hash"] },
    },
  });
