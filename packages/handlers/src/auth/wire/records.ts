/** Deployments, transactions and usage as the wire spells them. */

import type { DeploymentDocument, TransactionDocument, Usage } from "@bourse/auth-core";
import type { Deployment, Transaction } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** A deployment without its owner. */
export function wireDeployment(record: DeploymentDocument): Deployment {
  const { id, name, chains, status, createdAt } = record;
  return { id, name, chains: [...chains], status, createdAt: isoTime(createdAt) };
}

/** A transaction without its owner and its internal id. */
export function wireTransaction(record: TransactionDocument): Transaction {
  const { hash, chain, deploymentId, status, createdAt } = record;
  return { hash, chain, deploymentId, status, createdAt: isoTime(createdAt) };
}

interface WireUsage extends Omit<Usage, "period"> {
  period: { from: string; to: string };
}

/** The usage of an account. */
export function wireUsage({ period, ...counts }: Usage): WireUsage {
  return { period: { from: isoTime(period.from), to: isoTime(period.to) }, ...counts };
}
