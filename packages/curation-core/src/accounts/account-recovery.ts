/** Forgotten passwords, and the proof of an account's email address. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";

/** An account's email address, and the state of its proof. */
export interface EmailState {
  /** Email address of the account; null when it has none. */
  readonly email: string | null;
  /** Time at which its owner proved it, in milliseconds since the epoch; null until then. */
  readonly verifiedAt: number | null;
}

/** Links by mail, and what they open. */
export interface AccountRecovery {
  /**
   * Asks for a mail with a link to a new password. Does the same work for every address; only the holder of an account
   * gets a mail, and without a link where a proved wallet holds the account and nobody has proved its address.
   * `createCurationCore` bounds the requests by its option `mail`.
   *
   * @throws CurationError VALIDATION_ERROR, RATE_LIMITED, MAIL_UNAVAILABLE
   */
  requestPasswordReset(email: string, origin?: Origin): Promise<void>;
  /**
   * Replaces the password by the token of a link, which works once, within 30 minutes, and ends every session of the
   * account. A link that came by mail proves the address too. A password that is refused does not use the token up. The
   * link that a former address got, within seven days, gives the account that address back as well. Identities at
   * OpenID providers are unlinked, but for those whose provider has verified the address.
   *
   * @throws CurationError LINK_INVALID, VALIDATION_ERROR, BUSY
   */
  resetPassword(
    input: { readonly token: string; readonly password: string },
    origin?: Origin,
  ): Promise<void>;
  /**
   * A link to a new password, for the operator to hand over. Resolves to undefined when no account has this address.
   *
   * @throws CurationError MAIL_UNAVAILABLE without the option `mail`, which says where links lead to
   */
  passwordResetLink(email: string): Promise<string | undefined>;
  /** The email address of the actor's account and the state of its proof. @throws CurationError NOT_FOUND */
  emailState(actor: Actor): Promise<EmailState>;
  /**
   * Asks for a mail with a link that proves the address of the actor's account.
   *
   * @throws CurationError NOT_FOUND for an account without an address, RATE_LIMITED, MAIL_UNAVAILABLE
   */
  requestEmailVerification(actor: Actor, origin?: Origin): Promise<void>;
  /**
   * Notes that the address of a link is its owner's; the token works once, within 30 minutes. It makes nobody an admin,
   * unless `adminByVerifiedEmail` is true, the address is one of `adminEmails`, nobody has proved it for the account
   * before, and the account itself opens the link: `actor` is the caller's account. Default null, for none.
   * The link of a new address makes it the account's and ends all sessions; the former address, where it was proved,
   * may take it back for seven days.
   *
   * @throws CurationError LINK_INVALID, EMAIL_TAKEN
   */
  verifyEmail(token: string, origin?: Origin, actor?: Actor | null): Promise<void>;
}
