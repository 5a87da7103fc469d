/**
 * Changes or removes the wallet address of an account, and of all its drafts and markets: a market never shows the
 * address of another account.
 */

import type { PreparedMail } from "@bourse/credentials";
import type { Collection, Transaction, Versioned } from "@bourse/kernel";

import { drafts } from "../drafts/draft-document.ts";
import { tellAccount } from "../ledger/account-event.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { markets } from "../markets/market-document.ts";
import { accountWallets } from "../users/account-wallet-document.ts";
import { NO_RECOVERY } from "../users/recovery-request.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import { shortAddress } from "../wallet/short-address.ts";
import type { WalletAddress } from "../wallet/wallet-verifier.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { prepareNotice } from "./notices.ts";
import { walletTaken } from "./taken.ts";

/** The account that has this wallet address; undefined when none has. */
export async function holderOf(
  tx: Pick<Transaction, "find">,
  walletKey: string,
): Promise<Versioned<UserDocument> | undefined> {
  return (await tx.find(users, { index: "by_wallet", equals: [walletKey], limit: 1 })).items[0];
}

/** An account that lists an address without a proof, with the mail that tells it of the loss. */
export interface WalletClaim {
  readonly userId: string;
  readonly notice: PreparedMail | undefined;
}

/** The wallet of a proof, before its account gets it. */
export interface FreedWallet {
  /** True when its owner has signed; a claim alone takes nothing over. */
  readonly isProved: boolean;
  /** Account that gets it; its own second wallet may be taken. Default: a new one. */
  readonly own?: string;
  /** Claim as it was before the transaction. Default: none. */
  readonly claim?: WalletClaim | undefined;
}

/** The claim of a wallet that is about to be proved: its account is told where its owner has proved an address. */
export async function findClaim(
  { store, mail }: Pick<AccountsParts, "store" | "mail">,
  { key, address }: WalletAddress,
): Promise<WalletClaim | undefined> {
  const user = (await holderOf(store, key))?.value;
  if (user === undefined || user.walletVerified) return undefined;
  const isReached = typeof user.emailVerifiedAt === "number";
  const told = `Another account has proved that the wallet ${shortAddress(address)} is its own. Your account had listed it without a proof, and lists it no more.`;
  const notice = isReached ? await prepareNotice(mail, user, "wallet_claimed", told) : undefined;
  return { userId: user.id, notice };
}

/**
 * Removes the address from an account that has not proven it, and from the second wallets of the account `own`.
 *
 * @throws CurationError WALLET_TAKEN
 */
export async function freeWallet(
  { mail, webhooks }: Pick<AccountsParts, "mail" | "webhooks">,
  unit: UnitOfWork,
  walletKey: string,
  { isProved, own, claim }: FreedWallet,
): Promise<void> {
  const second = await unit.tx.get(accountWallets, walletKey);
  if (second !== undefined && (second.value.userId !== own || !isProved)) throw walletTaken(true);
  if (second !== undefined) await unit.tx.delete(accountWallets, walletKey, second.version);
  const holder = await holderOf(unit.tx, walletKey);
  if (holder === undefined) return;
  if (!isProved || holder.value.walletVerified) throw walletTaken(holder.value.walletVerified);
  await moveWallet(unit, holder, null, NO_RECOVERY);
  if (claim?.userId === holder.value.id) await mail.add(unit.tx, claim.notice);
  await tellAccount(webhooks, unit.tx, holder.value.id, "account.wallets_changed");
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
