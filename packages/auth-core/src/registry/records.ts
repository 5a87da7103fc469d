/**
 * Deployments and transactions: an honest record of what callers post. Nothing here moves by itself.
 *
 * `pending → in_progress → completed | failed`, each by a caller with `deploy`.
 */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

export const RECORD_STATUSES = ["pending", "in_progress", "completed", "failed"] as const;

export type RecordStatus = (typeof RECORD_STATUSES)[number];

const NEXT: Readonly<Record<RecordStatus, readonly RecordStatus[]>> = {
  pending: ["in_progress"],
  in_progress: ["completed", "failed"],
  completed: [],
  failed: [],
};

/** Whether a record may move from one status to the other. */
export function mayMove(from: RecordStatus, to: RecordStatus): boolean {
  return NEXT[from].includes(to);
}

export interface DeploymentDocument extends Entity {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly chains: readonly string[];
  readonly status: RecordStatus;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

export interface TransactionDocument extends Entity {
  /** Owner and hash together: two owners may record the same transaction. */
  readonly id: string;
  readonly userId: string;
  readonly deploymentId: string;
  readonly chain: string;
  readonly hash: string;
  readonly status: RecordStatus;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

export const deployments: Collection<DeploymentDocument, "by_user"> =
  defineCollection<DeploymentDocument>()({
    name: "deployments",
    indexes: { by_user: { fields: ["userId", "createdAt"] } },
  });

export const transactions: Collection<TransactionDocument, "by_user"> =
  defineCollection<TransactionDocument>()({
    name: "transactions",
    indexes: { by_user: { fields: ["userId", "createdAt"] } },
  });
