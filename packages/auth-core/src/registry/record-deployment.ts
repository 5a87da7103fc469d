/** The record of a new deployment. */

import { checkQuota } from "@bourse/credentials";

import { AuthError } from "../errors.ts";
import { type DeploymentDocument, deployments } from "./records.ts";
import type { RegistryParts } from "./registry-parts.ts";

/** Records a deployment with the status `pending`. @throws AuthError QUOTA_EXCEEDED */
export async function recordDeployment(
  parts: Pick<RegistryParts, "store" | "clock" | "ids" | "deploymentsPerAccount">,
  userId: string,
  { name, chains }: { readonly name: string; readonly chains: readonly string[] },
): Promise<DeploymentDocument> {
  const record: DeploymentDocument = {
    id: parts.ids.uuid(),
    userId,
    name,
    chains: [...chains],
    status: "pending",
    createdAt: parts.clock.now(),
  };
  return await parts.store.transaction(async (tx) => {
    const held = await tx.count(deployments, { index: "by_user", equals: [userId] });
    checkQuota(held, parts.deploymentsPerAccount, "deployments", AuthError);
    return (await tx.insert(deployments, record)).value;
  });
}
