/** The end of factors, with their recovery codes. */

import type { Transaction } from "@bourse/kernel";

import { factorDocuments } from "./factor-document.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { heldFactors } from "./held-factors.ts";
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
    const held = await heldFactors(tx, userId);
    for (const { id } of held) await tx.delete(factorDocuments, id);
    if (held.length > 0) await also(tx);
    return held.map(({ id }) => id);
  });
}
