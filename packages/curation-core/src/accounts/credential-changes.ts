/** Changes of an account's own credentials: wallet, email address and password. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import type { User } from "../users/user.ts";
import type { EmailChange, PasswordChange, WalletChange } from "./account-input.ts";

/** Changes of an account's own credentials. Each ends all sessions of the account but the actor's. */
export interface CredentialChanges {
  /**
   * Proves the actor's wallet address, or replaces it by another proven one; the latter needs the proof of the owner.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, NOT_FOUND,
   * REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED, RATE_LIMITED, BUSY
   */
  setWallet(actor: Actor, input: WalletChange, origin?: Origin): Promise<User>;
  /**
   * Sets or replaces the email address, and the password with it when one is given. A change counts as a registration
   * from its address. With mails, unless `confirmsEmailChanges` is false, another address than the first counts once
   * the link that it gets is opened, see `verifyEmail`, unless the operator's code proves it.
   *
   * @throws CurationError VALIDATION_ERROR, EMAIL_TAKEN, FORBIDDEN for an address that is reserved for an admin,
   * NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, RATE_LIMITED, BUSY
   */
  setEmail(actor: Actor, input: EmailChange, origin?: Origin): Promise<User>;
  /**
   * Replaces the password of an account with an email address.
   *
   * @throws CurationError VALIDATION_ERROR, NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN,
   * TOKEN_EXPIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED, BUSY
   */
  setPassword(actor: Actor, input: PasswordChange, origin?: Origin): Promise<User>;
  /**
   * Makes the actor an admin by the one-time code of the email address of its account.
   *
   * @throws CurationError FORBIDDEN for a wrong, used or expired code; NOT_FOUND
   */
  redeemAdminCode(actor: Actor, code: string): Promise<User>;
}
