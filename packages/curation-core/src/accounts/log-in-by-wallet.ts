/** The login by a signed message. */

import type { Origin } from "@bourse/credentials";

import { CurationError } from "../errors.ts";
import type { VerifiedProof } from "../wallet/use-proof.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { withAdmin } from "./change-roles.ts";
import { proofOf } from "./log-in-with-factor.ts";
import { holderOf, moveWallet } from "./move-wallet.ts";
import { type SignedIn, signIn } from "./sign-in.ts";
import { walletTaken } from "./taken.ts";

/**
 * Logs in the account that has the proven wallet.
 *
 * @throws CurationError INVALID_CREDENTIALS, FACTOR_REQUIRED, WALLET_TAKEN
 */
export async function logInByWallet(
  parts: Pick<AccountsParts, "store" | "ledger" | "logins" | "factors" | "proofs" | "adminWallets">,
  proof: VerifiedProof,
  origin: Origin,
): Promise<SignedIn> {
  await askForFactor(parts, proof);
  return await signIn(parts, origin, async (unit) => {
    await parts.proofs.use(unit.tx, proof);
    const found = await holderOf(unit.tx, proof.wallet.key);
    if (found === undefined) throw noAccount();
    const { value: user } = found;
    // The account has a password, so another person may control it: its owner must not log in to it by wallet.
    if (!user.walletVerified && user.email !== null) throw walletTaken(false);
    const isAdmin = await parts.adminWallets.isAdmin(unit.tx, proof.wallet.key);
    const roles = withAdmin(user.roles, isAdmin);
    const changes = { ...roles, lastLoginAt: unit.now };
    const proved = await moveWallet(unit, found, proof.wallet, changes);
    // Sessions and factors from before the proof may belong to another person.
    if (!user.walletVerified) await parts.factors.removeAllIn(unit.tx, user.id);
    const ended = user.walletVerified ? [] : await parts.logins.sessions.endAll(unit.tx, user.id);
    return { user: proved, ended };
  });
}

/** Uses the proof up and asks for a second factor, where the wallet's proved account has one. */
async function askForFactor(
  {
    store,
    ledger,
    proofs,
    factors,
  }: Pick<AccountsParts, "store" | "ledger" | "proofs" | "factors">,
  proof: VerifiedProof,
): Promise<void> {
  const holder = (await holderOf(store, proof.wallet.key))?.value;
  if (holder?.walletVerified !== true) return;
  if ((await factors.list(holder.id)).length === 0) return;
  await ledger.run(({ tx }) => proofs.use(tx, proof));
  await factors.requireAtLogin(holder.id, proofOf(holder));
}

function noAccount(): CurationError {
  return new CurationError(
    "INVALID_CREDENTIALS",
    "There is no account with this address; register first.",
  );
}
