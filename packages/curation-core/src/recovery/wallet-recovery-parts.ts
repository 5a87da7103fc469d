/** The parts that the recovery of accounts is built from, and what its acts share. */

import { sha256 } from "@bourse/kernel/platform";

import type { AccountsParts } from "../accounts/accounts-parts.ts";
import { CurationError } from "../errors.ts";

/** Parts that the acts of a recovery need. */
export type WalletRecoveryParts = Pick<
  AccountsParts,
  | "store"
  | "ledger"
  | "logins"
  | "factors"
  | "proofs"
  | "mail"
  | "trail"
  | "webhooks"
  | "adminWallets"
  | "recoveryWaitHours"
>;

/** Stored form of a recovery token, and name of a first proof in the challenge of a second factor. */
export function digestOf(text: string): string {
  return sha256(text, "base64url");
}

/** The error of a token that completes no recovery, the same for every reason. */
export function endedRecovery(): CurationError {
  const message = "This recovery has ended, or its token is not valid any more; begin it again.";
  return new CurationError("LINK_INVALID", message);
}

/** The error of a wallet that was added to no account as a second one. */
export function recoversNothing(): CurationError {
  const message = "This wallet recovers no account: it was not added to one as a second wallet.";
  return new CurationError("INVALID_CREDENTIALS", message);
}
