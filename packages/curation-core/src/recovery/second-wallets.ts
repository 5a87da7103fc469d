/** Second wallets of an account: proved beforehand, they recover it when its own wallet is lost. */

import { type Origin, ownedBy } from "@bourse/credentials";
import type { StoreReader } from "@bourse/kernel";

import type { WalletChange } from "../accounts/account-input.ts";
import { otherWallet } from "../accounts/given-proof.ts";
import { findClaim, freeWallet } from "../accounts/move-wallet.ts";
import { prepareNotice } from "../accounts/notices.ts";
import { proveOwner, requireLastingProof } from "../accounts/owner-proof.ts";
import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { tellAccount } from "../ledger/account-event.ts";
import { type AccountWalletDocument, accountWallets } from "../users/account-wallet-document.ts";
import { readAccount, users } from "../users/user-document.ts";
import { shortAddress } from "../wallet/short-address.ts";
import type { WalletRecoveryParts } from "./wallet-recovery-parts.ts";

/** A second wallet of an account. */
export interface SecondWallet {
  /** Address: EIP-55 (EVM) or base58 (Solana). */
  readonly walletAddress: string;
  /** Time of its proof, in milliseconds since the epoch. */
  readonly addedAt: number;
}

const MAX_WALLETS = 5;

/** The second wallets of an account, newest first. */
export async function secondWallets(
  { store }: Pick<WalletRecoveryParts, "store">,
  userId: string,
): Promise<readonly SecondWallet[]> {
  return (await ownedBy(store, accountWallets, userId)).map(viewOf);
}

function viewOf({ address, addedAt }: AccountWalletDocument): SecondWallet {
  return { walletAddress: address, addedAt };
}

/**
 * Adds a second wallet by its signature and the proof of the account's owner.
 *
 * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_TAKEN, QUOTA_EXCEEDED, and the errors of
 * `proveOwner`
 */
export async function addWallet(
  parts: WalletRecoveryParts,
  actor: Actor,
  input: WalletChange,
  origin: Origin = {},
): Promise<SecondWallet> {
  const { store, ledger, proofs, mail } = parts;
  const wallet = proofs.parse(input.walletAddress);
  const owner = await proveOwner(parts, actor, input, origin);
  requireLastingProof(owner, await ledger.now(), parts.recoveryWaitHours);
  const proof = await proofs.verify(input, { origin, session: actor.sessionId });
  if (proof.wallet.key !== wallet.key) throw otherWallet();
  const before = (await readAccount(store, actor.id)).value;
  const told = `The second wallet ${shortAddress(wallet.address)} was added: it can recover the account.`;
  const notice = await prepareNotice(mail, before, "wallets_changed", told);
  const claim = await findClaim(parts, wallet);
  return await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const { value } = await readAccount(tx, actor.id);
    await owner.use(tx, value);
    await proofs.use(tx, proof);
    if (value.walletKey === wallet.key) throw isOwnWallet();
    await freeWallet(parts, unit, wallet.key, { isProved: true, own: actor.id, claim });
    await checkCount(tx, actor.id);
    const added = { id: wallet.key, userId: actor.id, address: wallet.address, addedAt: now };
    await tx.insert(accountWallets, added);
    await mail.add(tx, notice);
    await tellAccount(parts.webhooks, tx, actor.id, "account.wallets_changed");
    return viewOf(added);
  });
}

function isOwnWallet(): CurationError {
  return invalid(["body", "walletAddress"], "is the wallet of the account already");
}

async function checkCount(reader: Pick<StoreReader, "find">, userId: string): Promise<void> {
  const held = await reader.find(accountWallets, { index: "by_user", equals: [userId] });
  if (held.items.length < MAX_WALLETS) return;
  const message = `An account has at most ${MAX_WALLETS} second wallets; remove one first.`;
  const details = { what: "wallets", limit: MAX_WALLETS };
  throw new CurationError("QUOTA_EXCEEDED", message, { details });
}

/** Removes a second wallet, and the recovery that it has begun. @throws CurationError VALIDATION_ERROR, NOT_FOUND */
export async function removeWallet(
  parts: Pick<WalletRecoveryParts, "store" | "ledger" | "proofs" | "mail" | "webhooks">,
  actor: Actor,
  walletAddress: string,
): Promise<void> {
  const { store, ledger, mail } = parts;
  const { key, address } = parts.proofs.parse(walletAddress);
  const before = (await readAccount(store, actor.id)).value;
  const told = `The second wallet ${shortAddress(address)} was removed: it recovers the account no more.`;
  const notice = await prepareNotice(mail, before, "wallets_changed", told);
  await ledger.run(async ({ tx }) => {
    const found = await tx.get(accountWallets, key);
    if (found?.value.userId !== actor.id) {
      throw new CurationError("NOT_FOUND", "The account has no such second wallet.");
    }
    await tx.delete(accountWallets, key, found.version);
    const { value, version } = await readAccount(tx, actor.id);
    const recoveries = (value.recoveries ?? []).filter((one) => one.key !== key);
    await tx.replace(users, { ...value, recoveries }, version);
    await mail.add(tx, notice);
    await tellAccount(parts.webhooks, tx, actor.id, "account.wallets_changed");
  });
}
