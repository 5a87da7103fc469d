/** The login of a user. */

import { type Origin, attemptKey, emailKey } from "@bourse/credentials";
import { hasCode } from "@bourse/kernel";

import type { AccountsParts } from "./accounts-parts.ts";
import { findByEmail } from "./find-account.ts";
import { proofOf } from "./log-in-with-factor.ts";
import { noteLogin } from "./note-login.ts";
import { provePassword } from "./prove-password.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/** Logs a user in. @throws AuthError INVALID_CREDENTIALS, FACTOR_REQUIRED, RATE_LIMITED, BUSY */
export async function logIn(
  parts: Pick<AccountsParts, "store" | "logins" | "factors" | "audit" | "clock" | "emit">,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin = {},
): Promise<SignedIn> {
  const found = await findByEmail(parts.store, email);
  const who = { account: attemptKey(emailKey(email), found?.passwordResetAt), origin };
  const proved = await provePassword(parts, found, who, password);
  await parts.factors.requireAtLogin(proved.id, proofOf(proved)).catch((error: unknown) => {
    if (hasCode(error, "FACTOR_REQUIRED")) {
      parts.audit.record("login.factor_required", { userId: proved.id }, origin);
    }
    throw error;
  });
  const signedIn = await signIn(parts, origin, (tx) => noteLogin(tx, proved, parts.clock.now()));
  parts.audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}
