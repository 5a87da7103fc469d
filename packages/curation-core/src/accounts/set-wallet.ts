/** The proof or the replacement of an account's wallet address. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { WalletChange } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeOwnAccount, type OwnParts } from "./change-own-account.ts";
import { withAdmin } from "./change-roles.ts";
import { otherWallet } from "./given-proof.ts";
import { findClaim, freeWallet, moveWallet } from "./move-wallet.ts";
import { proveOwner, requireLastingProof } from "./owner-proof.ts";

/**
 * Proves the actor's wallet address, or replaces it by another proven one.
 *
 * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_TAKEN, NOT_FOUND, and the errors of `proveOwner`
 */
export async function setWallet(
  parts: OwnParts &
    Pick<AccountsParts, "proofs" | "adminWallets" | "recoveryWaitHours" | "webhooks">,
  actor: Actor,
  input: WalletChange,
  origin: Origin = {},
): Promise<User> {
  const { store, proofs, adminWallets } = parts;
  const wallet = proofs.parse(input.walletAddress);
  const present = (await store.get(users, actor.id))?.value;
  // The signature proves the address that the account lists already; another one could be the finder's of a token.
  const isListed = present !== undefined && present.walletKey === wallet.key;
  const owner = isListed ? null : await proveOwner(parts, actor, input, origin);
  if (owner !== null) {
    requireLastingProof(owner, await parts.ledger.now(), parts.recoveryWaitHours);
  }
  const proof = await proofs.verify(input, { origin, session: actor.sessionId });
  if (proof.wallet.key !== wallet.key) throw otherWallet();
  const claim = await findClaim(parts, wallet);
  return await changeOwnAccount(parts, actor, {
    notice: "wallet_changed",
    write: async (unit, own) => {
      if (owner === null && own.value.walletKey !== wallet.key) throw changedMeanwhile();
      await owner?.use(unit.tx, own.value);
      await proofs.use(unit.tx, proof);
      if (own.value.walletKey !== wallet.key) {
        await freeWallet(parts, unit, wallet.key, { isProved: true, own: actor.id, claim });
      }
      const isAdmin = await adminWallets.isAdmin(unit.tx, wallet.key);
      return await moveWallet(unit, own, wallet, withAdmin(own.value.roles, isAdmin));
    },
  });
}

function changedMeanwhile(): CurationError {
  const message = "A credential of the account was changed in the meantime.";
  return new CurationError("INVALID_CREDENTIALS", message);
}
