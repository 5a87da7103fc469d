/** The login by email address and password. */

import { type Origin, attemptKey, emailKey, findByEmailKey } from "@bourse/credentials";

import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { proofOf } from "./log-in-with-factor.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

/**
 * Logs in the account with this address and password.
 *
 * @throws CurationError INVALID_CREDENTIALS, FACTOR_REQUIRED, RATE_LIMITED, BUSY
 */
export async function logInByEmail(
  parts: Pick<AccountsParts, "store" | "ledger" | "logins" | "factors">,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
): Promise<SignedIn> {
  const { passwords } = parts.logins;
  const user = (await findByEmailKey(parts.store, users, email))?.value;
  const account = attemptKey(emailKey(email), user?.passwordResetAt);
  const attempt = { account, passwordHash: user?.passwordHash, password, origin };
  const verdict = await passwords.verify(attempt);
  if (user === undefined || !verdict.matches) throw wrongCredentials();
  await parts.factors.requireAtLogin(user.id, proofOf(user));
  const anew = verdict.needsRehash ? { passwordHash: await passwords.hash(password, origin) } : {};
  return await signIn(parts, origin, async ({ tx, now }) => {
    const found = await tx.get(users, user.id);
    const isSame =
      found?.value.passwordHash === user.passwordHash && found.value.emailKey === user.emailKey;
    if (!isSame) throw wrongCredentials();
    const changed = { ...found.value, ...anew, lastLoginAt: now };
    return { user: (await tx.replace(users, changed, found.version)).value };
  });
}

function wrongCredentials(): CurationError {
  return new CurationError("INVALID_CREDENTIALS", "The email address or the password is wrong.");
}
