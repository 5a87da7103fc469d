/** The login of a user. */

import { type Origin, attemptKey, emailKey } from "@bourse/credentials";

import type { AccountsParts } from "./accounts-parts.ts";
import { findByEmail } from "./find-account.ts";
import { checkNarrowing, type NarrowedLogin } from "./narrowed-login.ts";
import { noteLogin } from "./note-login.ts";
import { passFactor } from "./pass-factor.ts";
import { provePassword } from "./prove-password.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** Input of a login. */
export interface Login extends NarrowedLogin {
  /** E-mail address of the account, compared without case. */
  readonly email: string;
  /** Password of the account. */
  readonly password: string;
  /** Secret of a remembered device, `rd_…`, which stands for the second factor. Default: none. */
  readonly deviceSecret?: string | undefined;
}

/** Logs a user in. @throws AuthError VALIDATION_ERROR, INVALID_CREDENTIALS, FACTOR_REQUIRED, RATE_LIMITED, BUSY */
export async function logIn(
  parts: Pick<
    AccountsParts,
    "store" | "logins" | "factors" | "audit" | "clock" | "emit" | "mail" | "permissions"
  >,
  { email, password, deviceSecret, ...asked }: Login,
  origin: Origin = {},
): Promise<SignedIn> {
  const permissions = checkNarrowing(parts.permissions, asked);
  const found = await findByEmail(parts.store, email);
  const who = { account: attemptKey(emailKey(email), found?.passwordResetAt), origin };
  const proved = await provePassword(parts, found, who, password);
  const device = await passFactor(parts, proved, { secret: deviceSecret, permissions }, origin);
  const signedIn = await signIn(parts, origin, {
    open: (tx) => noteLogin(tx, proved, parts.clock.now()),
    device,
    permissions,
  });
  parts.audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}
