/**
 * The account: its opening, its order numbers, and what it owns and holds back, all inside the caller's transaction.
 */

import { Decimal, type Transaction, type Versioned } from "@bourse/kernel";

import { ExecutionError } from "../errors.ts";
import { readAmount } from "./amount.ts";
import { paperAccounts, paperBalances, type PaperAccount } from "./collections.ts";

/** A change of one asset; negative takes away. */
export interface BalanceChange {
  readonly asset: string;
  readonly total?: Decimal;
  readonly held?: Decimal;
}

/** The next order number. The first call opens the account and pays in `start`. */
export async function nextOrderNumber(
  tx: Transaction,
  start: Readonly<Record<string, string>>,
  now: number,
): Promise<number> {
  const account = await openAccount(tx, start, now);
  const lastNumber = account.value.lastNumber + 1;
  await tx.replace(paperAccounts, { ...account.value, lastNumber }, account.version);
  return lastNumber;
}

/**
 * Reads the account as the first read of a transaction that changes it: such transactions then wait for each other
 * before they take a session of the database, where they would hold it idle.
 */
export async function queueForAccount(tx: Transaction): Promise<void> {
  await tx.get(paperAccounts, "account");
}

/** The account, opened with `start` if it is not yet. */
export async function openAccount(
  tx: Transaction,
  start: Readonly<Record<string, string>>,
  now: number,
): Promise<Versioned<PaperAccount>> {
  const found = await tx.get(paperAccounts, "account");
  if (found !== undefined) return found;
  for (const [asset, total] of Object.entries(start)) {
    await tx.insert(paperBalances, { id: asset, total, held: "0" });
  }
  return tx.insert(paperAccounts, { id: "account", lastNumber: 0, openedAt: now });
}

/**
 * Applies changes, each to its own asset.
 *
 * @throws ExecutionError FUNDS_INSUFFICIENT when more would be taken or held than is there; the transaction must not
 * be committed then
 */
export async function changeBalances(
  tx: Transaction,
  changes: readonly BalanceChange[],
): Promise<void> {
  for (const { asset, total = Decimal.zero, held = Decimal.zero } of changes) {
    const found = await tx.get(paperBalances, asset);
    const owned = found === undefined ? Decimal.zero : readAmount(found.value.total);
    const kept = found === undefined ? Decimal.zero : readAmount(found.value.held);
    const next = { total: owned.plus(total), held: kept.plus(held) };
    const free = next.total.minus(next.held);
    if (free.sign < 0 || next.total.sign < 0) {
      throw insufficient(asset, owned.minus(kept), free.negated());
    }
    const value = { id: asset, total: next.total.toString(), held: next.held.toString() };
    if (found === undefined) await tx.insert(paperBalances, value);
    else await tx.replace(paperBalances, value, found.version);
  }
}

function insufficient(asset: string, available: Decimal, missing: Decimal): ExecutionError {
  return new ExecutionError(
    "FUNDS_INSUFFICIENT",
    `The account has ${available.toString()} ${asset} that no open order holds; this order needs ${missing.toString()} more.`,
    {
      details: {
        asset,
        available: available.toString(),
        needed: available.plus(missing).toString(),
      },
    },
  );
}
