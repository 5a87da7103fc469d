/** Accounts: registration, login, changes by their owner, and disabling. */

import type { FactorLogin, Origin, PasskeyRequestOptions } from "@bourse/credentials";

import { noAccount } from "./account-refusals.ts";
import { type AccountDocument, type User, accounts, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { addAccount } from "./add-account.ts";
import { changeEmail, confirmEmail } from "./change-email.ts";
import { changeName } from "./change-name.ts";
import { changePassword } from "./change-password.ts";
import { changeStatus } from "./change-status.ts";
import { findByEmail } from "./find-account.ts";
import { logInByPasskey, type PasskeyLogin } from "./log-in-by-passkey.ts";
import { logInWithFactor } from "./log-in-with-factor.ts";
import { type Login, logIn } from "./log-in.ts";
import { type NewAccount, register } from "./register.ts";
import { passwordResetLink, requestPasswordReset, resetPassword } from "./reset-password.ts";
import type { SignedIn } from "./sign-in.ts";
import {
  type EmailState,
  emailState,
  requestEmailVerification,
  verifyEmail,
} from "./verify-email.ts";

/** Registration, login, changes by the owner, and disabling. `origin` is recorded and throttled. */
export interface Accounts {
  /**
   * Creates an account and logs it in: account and session are stored together or not at all.
   *
   * The password has 8–128 characters; a common or predictable one, the name and the e-mail address are refused. `name`
   * has 0–200 characters, default "". The token of an invitation proves the address and makes the account a member of
   * the organization. The option `registration` says who may register.
   *
   * @throws AuthError VALIDATION_ERROR (details.path names the field), EMAIL_TAKEN, RATE_LIMITED, BUSY;
   * REGISTRATION_CLOSED; LINK_INVALID for an invitation that was used, has expired or is for another address
   */
  register(input: NewAccount, origin?: Origin): Promise<SignedIn>;
  /**
   * Creates an account for the operator, whatever `registration` says; nobody knows its password before a link of
   * `passwordResetLink` sets one.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `email`), EMAIL_TAKEN
   */
  add(email: string): Promise<User>;
  /**
   * Logs a user in. The cost is the same for an unknown address, a wrong password and a disabled account. An account
   * with a second factor is refused with FACTOR_REQUIRED and a challenge, which `loginWithFactor` answers, unless the
   * secret of a remembered device comes with the right password; the answer has its next secret then. A login that asks
   * for some permissions has no others, nor has the one that answers its challenge.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `permissions`), INVALID_CREDENTIALS, FACTOR_REQUIRED,
   * RATE_LIMITED, BUSY
   */
  login(input: Login, origin?: Origin): Promise<SignedIn>;
  /**
   * Logs a user in by a code of a second factor, or by a passkey that has signed the options of `beginPasskeyLogin` for
   * this challenge. The challenge works once, within five minutes and five answers, and ends when the password or the
   * address changes; a code works once. With `remember` logins from this device need no second factor for the days of
   * `rememberedDeviceDays`, or until its holder or a change of password or factors forgets it.
   *
   * @throws AuthError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  loginWithFactor(answer: FactorLogin, origin?: Origin): Promise<SignedIn>;
  /**
   * Options with which a browser asks its owner for a passkey: without `challenge` for a login by a passkey alone, else
   * for the answer to this challenge of a login or a step-up. They are good for five minutes.
   *
   * @throws AuthError CHALLENGE_INVALID, PASSKEYS_UNAVAILABLE
   */
  beginPasskeyLogin(input?: {
    readonly challenge?: string | undefined;
  }): Promise<PasskeyRequestOptions>;
  /**
   * Logs a user in by a passkey alone, which has verified its owner. Options and signature work once; an authenticator
   * whose counter went back is refused.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `permissions`), CHALLENGE_INVALID, INVALID_CREDENTIALS,
   * RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  loginWithPasskey(input: PasskeyLogin, origin?: Origin): Promise<SignedIn>;
  /**
   * Replaces the password and ends every session of the user but `sessionId`. API keys stay valid.
   *
   * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR, RATE_LIMITED, BUSY
   */
  changePassword(
    userId: string,
    sessionId: string,
    input: { readonly currentPassword: string; readonly newPassword: string },
    origin?: Origin,
  ): Promise<void>;
  /**
   * Asks for a mail with a link to a new password. Does the same work for every address; only the holder of an active
   * account gets a mail. `createAuthCore` bounds the requests by its option `mail`.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `email`), RATE_LIMITED, MAIL_UNAVAILABLE
   */
  requestPasswordReset(email: string, origin?: Origin): Promise<void>;
  /**
   * Replaces the password by the token of a link, which works once, within 30 minutes, and ends every session of the
   * user. API keys stay valid. A password that is refused does not use the token up. The link that a former address
   * got, within seven days, gives the account that address back as well. Identities at OpenID providers are unlinked,
   * but for those whose provider has verified this very address.
   *
   * @throws AuthError LINK_INVALID, VALIDATION_ERROR (details.path `password`), BUSY
   */
  resetPassword(
    input: { readonly token: string; readonly password: string },
    origin?: Origin,
  ): Promise<void>;
  /**
   * A link to a new password, for the operator to hand over. Resolves to undefined when no active account has this
   * address.
   *
   * @throws AuthError MAIL_UNAVAILABLE without the option `mail`, which says where links lead to
   */
  passwordResetLink(email: string): Promise<string | undefined>;
  /** The e-mail address of an account, and whether its owner has proved it. @throws AuthError NOT_FOUND */
  emailState(userId: string): Promise<EmailState>;
  /**
   * Asks for a mail with a link that proves the address.
   *
   * @throws AuthError NOT_FOUND, RATE_LIMITED, MAIL_UNAVAILABLE
   */
  requestEmailVerification(userId: string, origin?: Origin): Promise<void>;
  /**
   * Notes that the address of a link is its owner's; the token works once, within 30 minutes. The link of a new address
   * makes it the account's and ends all sessions; the former address, where it was proved, may take it back for seven
   * days.
   *
   * @throws AuthError LINK_INVALID, EMAIL_TAKEN
   */
  verifyEmail(token: string, origin?: Origin): Promise<void>;
  /**
   * Replaces the e-mail address, with which the user logs in from then on, and ends every session of the user but
   * `sessionId`. API keys stay valid; the former address is free. A change counts as a registration from its address.
   * With mails, unless `confirmsEmailChanges` is false, the account stays as it is until the link that the new address
   * gets is opened; see `verifyEmail`.
   *
   * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR (details.path `email`), EMAIL_TAKEN, RATE_LIMITED, BUSY
   */
  changeEmail(
    userId: string,
    sessionId: string,
    input: { readonly email: string; readonly currentPassword: string },
    origin?: Origin,
  ): Promise<User>;
  /**
   * Replaces the display name, 0–200 characters.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `name`), NOT_FOUND
   */
  changeName(userId: string, name: string): Promise<User>;
  /**
   * Disables an account: all of its sessions end, its API keys and logins are refused. Resolves to false when there is
   * no account with this address. `UserDirectory` does so by the id.
   */
  disable(email: string): Promise<boolean>;
  /**
   * Enables a disabled account: its API keys and logins are accepted again, its sessions stay ended. Resolves to false
   * when there is no account with this address. `UserDirectory` does so by the id.
   */
  enable(email: string): Promise<boolean>;
  /** The owner of an account. @throws AuthError NOT_FOUND */
  get(userId: string): Promise<User>;
}

/** Accounts over a store. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { store } = parts;
  const setStatus = async (email: string, status: AccountDocument["status"]): Promise<boolean> => {
    const account = await findByEmail(store, email);
    return account !== undefined && (await changeStatus(parts, account.id, status)) !== undefined;
  };
  return Object.freeze<Accounts>({
    register: (input, origin) => register(parts, input, origin),
    add: (email) => addAccount(parts, email),
    login: (input, origin) => logIn(parts, input, origin),
    loginWithFactor: (answer, origin) => logInWithFactor(parts, answer, origin),
    beginPasskeyLogin: (input) => parts.factors.beginPasskeyUse(input?.challenge),
    loginWithPasskey: (input, origin) => logInByPasskey(parts, input, origin),
    changePassword: (userId, sessionId, input, origin) =>
      changePassword(parts, { userId, sessionId }, input, origin),
    changeEmail: (userId, sessionId, input, origin) =>
      changeEmail(parts, { userId, sessionId }, input, origin),
    requestPasswordReset: (email, origin) => requestPasswordReset(parts, email, origin),
    resetPassword: (input, origin) => resetPassword(parts, input, origin),
    passwordResetLink: (email) => passwordResetLink(parts, email),
    emailState: (userId) => emailState(parts, userId),
    requestEmailVerification: (userId, origin) => requestEmailVerification(parts, userId, origin),
    verifyEmail: (token, origin) =>
      token.startsWith("ec_")
        ? confirmEmail(parts, token, origin)
        : verifyEmail(parts, token, origin),
    changeName: (userId, name) => changeName(store, userId, name),
    disable: (email) => setStatus(email, "disabled"),
    enable: (email) => setStatus(email, "active"),
    get: async (userId) => {
      const found = await store.get(accounts, userId);
      if (found === undefined) throw noAccount();
      return userOf(found.value);
    },
  });
}
