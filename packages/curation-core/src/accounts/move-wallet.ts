/**
 * Changes or removes the wallet address of an account, and of all its drafts and markets: a market never shows the
 * address of another account.
 */

import type { Collection, Transaction, Versioned } from "@bourse/kernel";

import { drafts } from "../drafts/draft-document.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { markets } from "../markets/market-document.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { WalletAddress } from "../wallet/wallet-verifier.ts";
import { walletTaken } from "./taken.ts";

/** The account that has this wallet address; undefined when none has. */
export async function holderOf(
  tx: Pick<Transaction, "find">,
  walletKey: string,
): Promise<Versioned<UserDocument> | undefined> {
  return (await tx.find(users, { index: "by_wallet", equals: [walletKey], limit: 1 })).items[0];
}

/** Removes the address from an account that has not proven it. @throws CurationError WALLET_TAKEN */
export async function freeWallet(
  unit: UnitOfWork,
  walletKey: string,
  isProved: boolean,
): Promise<void> {
  const holder = await holderOf(unit.tx, walletKey);
  if (holder === undefined) return;
  if (!isProved || holder.value.walletVerified) throw walletTaken(holder.value.walletVerified);
  await moveWallet(unit, holder, null);
}

/** Returns the changed account. `wallet` must be proven; null removes the address. */
export async function moveWallet(
  unit: UnitOfWork,
  found: Versioned<UserDocument>,
  wallet: WalletAddress | null,
  changes: Partial<UserDocument> = {},
): Promise<UserDocument> {
  const { value: user, version } = found;
  const changed: UserDocument = {
    ...user,
    ...changes,
    walletAddress: wallet?.address ?? null,
    walletKey: wallet?.key ?? null,
    walletVerified: wallet !== null,
    updatedAt: unit.now,
  };
  const stored = await unit.tx.replace(users, changed, version);
  if (user.walletKey !== changed.walletKey) await showCreatorWallet(unit, user.id, wallet);
  return stored.value;
}

/** Writes the address of an account to its drafts and markets; null for none. */
export async function showCreatorWallet(
  unit: UnitOfWork,
  creatorId: string,
  wallet: WalletAddress | null,
): Promise<void> {
  const creatorWallet = wallet?.address ?? null;
  await rewrite(unit, drafts, creatorId, { creatorWallet });
  await rewrite(unit, markets, creatorId, {
    creatorWallet,
    creatorWalletKey: wallet?.key ?? null,
  });
}

async function rewrite<T extends { readonly id: string; readonly change: number }>(
  { tx, next }: UnitOfWork,
  collection: Collection<T>,
  creatorId: string,
  fields: Partial<T>,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Versioned<T>[]; readonly next: string | null } =
      await tx.find(collection, {
        index: "by_creator",
        equals: [creatorId],
        limit: 500,
        ...(cursor === null ? {} : { cursor }),
      });
    for (const { value, version } of page.items) {
      await tx.replace(collection, { ...value, ...fields, change: next() }, version);
    }
    cursor = page.next;
  } while (cursor !== null);
}
