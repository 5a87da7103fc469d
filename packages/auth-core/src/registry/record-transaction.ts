/** The record of a new transaction. */

import { checkQuota } from "@bourse/credentials";
import { hasCode } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import { canonicalHash, findTransactions, transactionId } from "./find-transaction.ts";
import { DEPLOYMENT, getRecord } from "./owned-records.ts";
import { type TransactionDocument, transactions } from "./records.ts";
import type { RegistryParts } from "./registry-parts.ts";

/**
 * Records a transaction of a deployment with the status `pending`.
 *
 * @throws AuthError NOT_FOUND for an unknown deployment, CONFLICT for a hash that the user has recorded on
 * that chain, QUOTA_EXCEEDED
 */
export async function recordTransaction(
  { store, clock, transactionsPerAccount }: Omit<RegistryParts, "deploymentsPerAccount">,
  userId: string,
  input: { readonly deploymentId: string; readonly chain: string; readonly hash: string },
): Promise<TransactionDocument> {
  const { deploymentId, chain, hash } = input;
  await getRecord(store, DEPLOYMENT, userId, deploymentId);
  const record: TransactionDocument = {
    id: transactionId(userId, chain, hash),
    userId,
    deploymentId,
    chain,
    hash: canonicalHash(hash),
    status: "pending",
    createdAt: clock.now(),
  };
  try {
    return await store.transaction(async (tx) => {
      const held = await tx.count(transactions, { index: "by_user", equals: [userId] });
      checkQuota(held, transactionsPerAccount, "transactions", AuthError);
      // An older release has made it under another id.
      if ((await findTransactions(tx, userId, hash, chain)).length > 0) throw recordedAlready();
      return (await tx.insert(transactions, record)).value;
    });
  } catch (error) {
    if (!hasCode(error, "STORE_DUPLICATE")) throw error;
    throw recordedAlready(error);
  }
}

function recordedAlready(cause?: unknown): AuthError {
  return new AuthError("CONFLICT", "This transaction is recorded already.", { cause });
}
