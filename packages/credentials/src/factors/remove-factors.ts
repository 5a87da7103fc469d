/** The end of factors, and of remembered devices with them. Recovery codes end with an account's last factor. */

import type { Transaction } from "@bourse/kernel";

import { forgetDevicesOf } from "../remembered/forget-devices.ts";
import { type FactorDocument, factorDocuments } from "./factor-document.ts";
import { noFactor } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { heldFactors } from "./held-factors.ts";

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
    await keepRecoveryCodes(tx, found.value);
    await forgetDevicesOf(tx, userId);
    await also(tx);
  });
}

/** Hands the recovery codes of a removed factor to another one of the account, unless one has codes of its own. */
async function keepRecoveryCodes(tx: Transaction, removed: FactorDocument): Promise<void> {
  const { id, userId, recovery, recoveryOf = id } = removed;
  const others = await heldFactors(tx, userId);
  const [heir] = others;
  if (heir === undefined || others.some((one) => one.recovery.length > 0)) return;
  const found = await tx.get(factorDocuments, heir.id);
  if (found === undefined || recovery.length === 0) return;
  await tx.replace(factorDocuments, { ...found.value, recovery, recoveryOf }, found.version);
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
  await forgetDevicesOf(tx, userId);
  return items.flatMap(({ value }) => (value.pendingUntil === null ? [value.id] : []));
}

/** Removes the passkeys that an account got from a time on, with their recovery codes, in the caller's transaction. */
export async function removePasskeysSince(
  tx: Transaction,
  userId: string,
  since: number,
): Promise<void> {
  for (const { id, kind, createdAt } of await heldFactors(tx, userId)) {
    if (kind === "passkey" && createdAt >= since) await tx.delete(factorDocuments, id);
  }
}
