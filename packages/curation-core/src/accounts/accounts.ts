/** Registration, login and changes of accounts. */

import type {
  FactorLogin,
  Origin,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { Login, ProfilePatch, Registration } from "./account-input.ts";
import type { AccountRecovery } from "./account-recovery.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { changeProfile } from "./change-profile.ts";
import type { CredentialChanges } from "./credential-changes.ts";
import { logInByPasskey } from "./log-in-by-passkey.ts";
import { logInWithFactor } from "./log-in-with-factor.ts";
import { logIn } from "./log-in.ts";
import { redeemAdminCode } from "./redeem-admin-code.ts";
import { register } from "./register.ts";
import { passwordResetLink, requestPasswordReset, resetPassword } from "./reset-password.ts";
import { setEmail } from "./set-email.ts";
import { setPassword } from "./set-password.ts";
import { setWallet } from "./set-wallet.ts";
import type { SignedIn } from "./sign-in.ts";
import { confirmEmail, emailState, requestEmailVerification, verifyEmail } from "./verify-email.ts";

/** Registration, login, profile and credentials of accounts. */
export interface Accounts extends CredentialChanges, AccountRecovery {
  /**
   * Creates an account and logs it in. With `openId` it is linked with the identity of a sign-in, whose code a refused
   * registration does not use up.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE,
   * FORBIDDEN for an email address that is reserved for an admin, USERNAME_TAKEN, EMAIL_TAKEN, WALLET_TAKEN,
   * RATE_LIMITED, BUSY; with `openId` OIDC_CODE_INVALID, OIDC_UNAVAILABLE, STATE_CONFLICT when an account is linked
   */
  register(input: Registration, origin?: Origin): Promise<SignedIn>;
  /**
   * Logs an account in by a signed message or by email address and password. An account with a second factor is refused
   * with FACTOR_REQUIRED and a challenge, which `loginWithFactor` answers, unless the secret of a remembered device
   * comes with the right proof; the answer has its next secret then.
   *
   * @throws CurationError VALIDATION_ERROR, INVALID_CREDENTIALS, FACTOR_REQUIRED, WALLET_PROOF_REQUIRED,
   * WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, RATE_LIMITED, BUSY
   */
  login(input: Login, origin?: Origin): Promise<SignedIn>;
  /**
   * Logs an account in by a code of a second factor, or by a passkey that has signed the options of `beginPasskeyLogin`
   * for this challenge. The challenge works once, within five minutes and five answers, and ends when a credential
   * changes; a code works once. With `remember` logins from this device need no second factor for the days of
   * `rememberedDeviceDays`, or until its holder or a change of a credential or factor forgets it.
   *
   * @throws CurationError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  loginWithFactor(answer: FactorLogin, origin?: Origin): Promise<SignedIn>;
  /**
   * Options with which a browser asks its owner for a passkey: without `challenge` for a login by a passkey alone, else
   * for the answer to this challenge of a login or a step-up. They are good for five minutes.
   *
   * @throws CurationError CHALLENGE_INVALID, PASSKEYS_UNAVAILABLE
   */
  beginPasskeyLogin(input?: {
    readonly challenge?: string | undefined;
  }): Promise<PasskeyRequestOptions>;
  /**
   * Logs an account in by a passkey alone, which has verified its owner. Options and signature work once; an
   * authenticator whose counter went back is refused.
   *
   * @throws CurationError CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  loginWithPasskey(
    input: { readonly credential: PasskeyAssertion },
    origin?: Origin,
  ): Promise<SignedIn>;
  /** Reads an account. @throws CurationError NOT_FOUND */
  get(userId: string): Promise<User>;
  /**
   * Name of the proved wallet of an account, by the option `walletNames`; null for none. A hint for people: it changes
   * when its owner wants so, and nothing may depend on it. Waits a second at most. @throws CurationError NOT_FOUND
   */
  walletName(userId: string): Promise<string | null>;
  /** Changes the actor's profile. @throws CurationError VALIDATION_ERROR, USERNAME_TAKEN, NOT_FOUND */
  update(actor: Actor, patch: ProfilePatch): Promise<User>;
}

/** Creates the accounts of a store. */
export function createAccounts(parts: AccountsParts): Accounts {
  return Object.freeze<Accounts>({
    register: (input, origin) => register(parts, input, origin),
    login: (input, origin) => logIn(parts, input, origin),
    loginWithFactor: (answer, origin) => logInWithFactor(parts, answer, origin),
    beginPasskeyLogin: (input) => parts.factors.beginPasskeyUse(input?.challenge),
    loginWithPasskey: (input, origin) => logInByPasskey(parts, input, origin),
    get: async (userId) => {
      const found = await parts.store.get(users, userId);
      if (found === undefined) throw new CurationError("NOT_FOUND", "There is no such user.");
      return userView(found.value);
    },
    walletName: async (userId) => {
      const { walletAddress, walletVerified } = (await readAccount(parts.store, userId)).value;
      if (walletAddress === null || !walletVerified) return null;
      return await parts.walletNames.nameOf(walletAddress);
    },
    update: (actor, patch) => changeProfile(parts, actor, patch),
    setWallet: (actor, input, origin) => setWallet(parts, actor, input, origin),
    setEmail: (actor, input, origin) => setEmail(parts, actor, input, origin),
    setPassword: (actor, input, origin) => setPassword(parts, actor, input, origin),
    requestPasswordReset: (email, origin) => requestPasswordReset(parts, email, origin),
    resetPassword: (input, origin) => resetPassword(parts, input, origin),
    passwordResetLink: (email) => passwordResetLink(parts, email),
    emailState: (actor) => emailState(parts, actor),
    requestEmailVerification: (actor, origin) => requestEmailVerification(parts, actor, origin),
    verifyEmail: (token, origin, actor = null) =>
      token.startsWith("ec_")
        ? confirmEmail(parts, { token, actor }, origin)
        : verifyEmail(parts, { token, actor }, origin),
    redeemAdminCode: (actor, code) => redeemAdminCode(parts, actor, code),
  });
}
