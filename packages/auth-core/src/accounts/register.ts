/** The registration of an account. */

import { type Origin, emailKey } from "@bourse/credentials";

import { emailTaken } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { checkEmail, checkName, checkNewPassword } from "./check-account-input.ts";
import { checkEmailFree } from "./find-account.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** A registration. */
export interface NewAccount {
  /** E-mail address, at most 254 characters. */
  readonly email: string;
  /** Password, 8–128 characters. */
  readonly password: string;
  /** Display name, 0–200 characters. Default empty. */
  readonly name?: string | undefined;
  /** Token of an invitation's link, which proves the address and makes the account a member. Default: none. */
  readonly invitation?: string | undefined;
}

/**
 * Creates an account and logs it in.
 *
 * @throws AuthError VALIDATION_ERROR, REGISTRATION_CLOSED, LINK_INVALID, EMAIL_TAKEN, RATE_LIMITED, BUSY
 */
export async function register(
  parts: Omit<AccountsParts, "changed" | "factors">,
  input: NewAccount,
  origin: Origin = {},
): Promise<SignedIn> {
  const { passwords } = parts.logins;
  const email = checkEmail(input.email);
  const entry = await parts.admission.admit(email, input.invitation);
  const name = checkName(input.name ?? "");
  const password = checkNewPassword(input.password, "password", [email, name]);
  await passwords.countRegistration(origin);
  const passwordHash = await passwords.hash(password, origin);
  const now = parts.clock.now();
  const account: AccountDocument = {
    id: parts.ids.uuid(),
    email,
    emailKey: emailKey(email),
    name,
    passwordHash,
    status: "active",
    createdAt: now,
    passwordChangedAt: now,
    lastLoginAt: now,
    ...(entry.isProved ? { emailVerifiedAt: now } : {}),
  };
  const signedIn = await signIn(parts, origin, {
    open: async (tx) => {
      await checkEmailFree(parts, tx, email);
      await tx.insert(accounts, account);
      await entry.enter(tx, account.id);
      return account;
    },
  }).catch(emailTaken);
  parts.audit.record("account.registered", subjectOf(signedIn), origin);
  entry.entered(account.id, origin);
  return signedIn;
}
