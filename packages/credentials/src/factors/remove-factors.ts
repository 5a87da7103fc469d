/** The end of factors, with their recovery codes. */

import type { Transaction } from "@bourse/kernel";

import { factorDocuments } from "./factor-document.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { noFactor } from "./totp-setup.ts";

type Parts = Pick<FactorsParts, "store" | "refuse">;
type Also = (tx: Transaction) => Promise<void>;

/** Removes a confirmed factor of an account. `also` runs in the same transaction. @throws the core's error NOT_FOUND */
export async function removeFactor(
  parts: Parts,
  userId: string,
  id: string,
  also: Also,
): Promise<void> {
  await parts.store.transaction(async (tx) => {
    const found = await tx.get(factorDocuments, id);
    if (found?.value.userId !== userId || found.value.pendingUntil !== null) throw noFactor(parts);
    await tx.delete(factorDocuments, id, found.version);
    await also(tx);
  });
}

/** Removes all factors of an account; resolves to their ids. `also` runs in the same transaction, if there were any. */
export function removeFactors(
  { store }: Pick<Parts, "store">,
  userId: string,
  also: Also,
): Promise<readonly string[]> {
  return store.transaction(async (tx) => {
    const removed = await removeFactorsIn(tx, userId);
    if (removed.length > 0) await also(tx);
    return removed;
  });
}

/** Removes all factors of an account in the caller's transaction, begun ones too; resolves to the ids of the others. */
export async function removeFactorsIn(tx: Transaction, userId: string): Promise<readonly string[]> {
  const { items } = await tx.find(factorDocuments, { index: "by_user", equals: [userId] });
  for (const { value } of items) await tx.delete(factorDocuments, value.id);
  return items.flatMap(({ value }) => (value.pendingUntil === null ? [value.id] : []));
}
