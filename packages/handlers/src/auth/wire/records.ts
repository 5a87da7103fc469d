/** Deployments and transactions as the wire spells them. */

import type { DeploymentDocument, TransactionDocument } from "@bourse/auth-core";
import type { Deployment, Transaction } from "@bourse/contract/auth";

import { isoTime } from "./time.ts";

export function wireDeployment(record: DeploymentDocument): Deployment {
  const { id, name, chains, status, createdAt } = record;
  return { id, name, chains: [...chains], status, createdAt: isoTime(createdAt) };
}

export function wireTransaction(record: TransactionDocument): Transaction {
  const { hash, chain, deploymentId, status, createdAt } = record;
  return { hash, chain, deploymentId, status, createdAt: isoTime(createdAt) };
}
