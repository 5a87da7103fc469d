/** The login by a signed message. */

import { type AddedDevice, identitiesOf, type Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import { accountWallets, removeAccountWallets } from "../users/account-wallet-document.ts";
import type { VerifiedProof } from "../wallet/use-proof.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { withAdmin } from "./change-roles.ts";
import { holderOf, moveWallet } from "./move-wallet.ts";
import { passFactor } from "./pass-factor.ts";
import { type SignedIn, type SignInParts, signIn } from "./sign-in.ts";
import { walletTaken } from "./taken.ts";

/** A wallet that was proved, and the device that the proof comes from. */
interface WalletLogin {
  readonly proof: VerifiedProof;
  readonly deviceSecret: string | undefined;
}

type Parts = SignInParts & Pick<AccountsParts, "store" | "factors" | "proofs" | "adminWallets">;

/**
 * Logs in the account that has the proven wallet.
 *
 * @throws CurationError INVALID_CREDENTIALS, FACTOR_REQUIRED, WALLET_TAKEN
 */
export async function logInByWallet(
  parts: Parts,
  { proof, deviceSecret }: WalletLogin,
  origin: Origin,
): Promise<SignedIn> {
  const asked = await askForFactor(parts, { proof, deviceSecret }, origin);
  return await signIn(parts, origin, async (unit) => {
    if (asked === null) await parts.proofs.use(unit.tx, proof);
    const found = await holderOf(unit.tx, proof.wallet.key);
    if (found === undefined || found.value.id !== (asked?.userId ?? found.value.id)) {
      throw await noAccount(unit.tx, proof.wallet.key);
    }
    const { value: user } = found;
    // The account has another login, so another person may control it: the wallet's owner must not log in to it.
    const isOthers = user.email !== null || (await identitiesOf(unit.tx, user.id)).length > 0;
    if (!user.walletVerified && isOthers) throw walletTaken(false);
    const isAdmin = await parts.adminWallets.isAdmin(unit.tx, proof.wallet.key);
    const roles = withAdmin(user.roles, isAdmin);
    const changes = { ...roles, lastLoginAt: unit.now };
    const proved = await moveWallet(unit, found, proof.wallet, changes);
    // Sessions and factors from before the proof may belong to another person.
    if (!user.walletVerified) {
      await parts.factors.removeAllIn(unit.tx, user.id);
      await removeAccountWallets(unit.tx, user.id);
    }
    const ended = user.walletVerified ? [] : await parts.logins.sessions.endAll(unit.tx, user.id);
    return { user: proved, ended, passed: asked?.passed ?? null };
  });
}

/** An account whose second factor was asked for, and the device that stood for it. */
interface Asked {
  readonly userId: string;
  readonly passed: AddedDevice | null;
}

/** Uses the proof up and asks for a second factor, where the wallet's proved account has one; else null. */
async function askForFactor(
  parts: Parts,
  { proof, deviceSecret }: WalletLogin,
  origin: Origin,
): Promise<Asked | null> {
  const { store, ledger, proofs, factors } = parts;
  const holder = (await holderOf(store, proof.wallet.key))?.value;
  if (holder?.walletVerified !== true) return null;
  if ((await factors.list(holder.id)).length === 0) return null;
  await ledger.run(({ tx }) => proofs.use(tx, proof));
  return { userId: holder.id, passed: await passFactor(parts, holder, deviceSecret, origin) };
}

async function noAccount(tx: Transaction, walletKey: string): Promise<CurationError> {
  const isSecond = (await tx.get(accountWallets, walletKey)) !== undefined;
  return new CurationError(
    "INVALID_CREDENTIALS",
    isSecond
      ? "This is the second wallet of an account: it recovers the account, and does not log in."
      : "There is no account with this address; register first.",
  );
}
