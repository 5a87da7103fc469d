/** The recovery of accounts whose wallet is lost, by a proved e-mail address or by a second wallet. */

import type { Origin } from "@bourse/credentials";

import type { WalletChange } from "../accounts/account-input.ts";
import { checkEmail } from "../accounts/check-account.ts";
import type { Actor } from "../actor.ts";
import { cancelRecovery } from "./cancel-recovery.ts";
import { completeRecovery, type RecoveryCompletion } from "./complete-recovery.ts";
import { type ProvedRecovery, proveRecovery, type RecoveryProof } from "./prove-recovery.ts";
import { addWallet, removeWallet, type SecondWallet, secondWallets } from "./second-wallets.ts";
import type { WalletRecoveryParts } from "./wallet-recovery-parts.ts";

/**
 * The recovery of accounts whose wallet is lost. It waits `recoveryWaitHours`, 72 by default, after its first proof;
 * the same proof is needed again to complete it. Every login, and every change of a credential, ends it.
 */
export interface WalletRecovery {
  /**
   * Asks for a mail with a link that begins a recovery. Does the same work for every address; only the holder of an
   * account gets a mail, with a link where the account has a proved wallet and the address is proved.
   *
   * @throws CurationError VALIDATION_ERROR, RATE_LIMITED, MAIL_UNAVAILABLE
   */
  request(email: string, origin?: Origin): Promise<void>;
  /**
   * Begins a recovery by the token of a link or the signature of a second wallet, and tells the account's address; or
   * renews the token of the one that the same proof has begun, whose time stays. An account with a second factor is
   * refused with FACTOR_REQUIRED and a challenge: send the same proof again with the answer. An account with a role is
   * not recovered by a mail without a second factor.
   *
   * @throws CurationError VALIDATION_ERROR, LINK_INVALID, INVALID_CREDENTIALS, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, FACTOR_REQUIRED, CHALLENGE_INVALID, FORBIDDEN, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  prove(proof: RecoveryProof, origin?: Origin): Promise<ProvedRecovery>;
  /**
   * Completes a recovery by a message that the new wallet has signed: it takes the place of the lost one, and all
   * sessions end. A claim of the address without a proof loses it.
   *
   * @throws CurationError LINK_INVALID, STATE_CONFLICT before its time, VALIDATION_ERROR, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, ACCOUNT_SUSPENDED, RATE_LIMITED
   */
  complete(completion: RecoveryCompletion, origin?: Origin): Promise<void>;
  /** Ends the recoveries of the actor's account. @throws CurationError NOT_FOUND when none waits */
  cancel(actor: Actor, origin?: Origin): Promise<void>;
  /** Lists the actor's second wallets, newest first, at most 5. */
  wallets(actor: Actor): Promise<readonly SecondWallet[]>;
  /**
   * Adds a second wallet by its signature and the proof of the account's owner. It logs in to nothing.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, WALLET_TAKEN,
   * QUOTA_EXCEEDED, NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED,
   * RATE_LIMITED, BUSY
   */
  addWallet(actor: Actor, input: WalletChange, origin?: Origin): Promise<SecondWallet>;
  /** Removes a second wallet, and the recovery that it has begun. @throws CurationError VALIDATION_ERROR, NOT_FOUND */
  removeWallet(actor: Actor, walletAddress: string): Promise<void>;
}

/** Creates the recovery of the accounts of a store. */
export function createWalletRecovery(parts: WalletRecoveryParts): WalletRecovery {
  return Object.freeze<WalletRecovery>({
    request: async (email, origin = {}) => parts.mail.requestRecovery(checkEmail(email), origin),
    prove: (proof, origin) => proveRecovery(parts, proof, origin),
    complete: (completion, origin) => completeRecovery(parts, completion, origin),
    cancel: (actor, origin) => cancelRecovery(parts, actor, origin),
    wallets: (actor) => secondWallets(parts, actor.id),
    addWallet: (actor, input, origin) => addWallet(parts, actor, input, origin),
    removeWallet: (actor, walletAddress) => removeWallet(parts, actor, walletAddress),
  });
}
