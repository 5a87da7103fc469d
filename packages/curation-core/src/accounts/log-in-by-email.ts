/** The login by email address and password. */

import { type Origin, attemptKey, emailKey, findByEmailKey } from "@bourse/credentials";

import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { passFactor } from "./pass-factor.ts";
import { type SignedIn, type SignInParts, signIn } from "./sign-in.ts";

/** An email address with its password, and the device that they come from. */
interface EmailLogin {
  readonly email: string;
  readonly password: string;
  readonly deviceSecret: string | undefined;
}

/**
 * Logs in the account with this address and password.
 *
 * @throws CurationError INVALID_CREDENTIALS, FACTOR_REQUIRED, RATE_LIMITED, BUSY
 */
export async function logInByEmail(
  parts: SignInParts & Pick<AccountsParts, "store" | "factors">,
  { email, password, deviceSecret }: EmailLogin,
  origin: Origin,
): Promise<SignedIn> {
  const { passwords } = parts.logins;
  const user = (await findByEmailKey(parts.store, users, email))?.value;
  const account = attemptKey(emailKey(email), user?.passwordResetAt);
  const attempt = { account, passwordHash: user?.passwordHash, password, origin };
  const verdict = await passwords.verify(attempt);
  if (user === undefined || !verdict.matches) throw wrongCredentials();
  const passed = await passFactor(parts, user, deviceSecret, origin);
  const anew = verdict.needsRehash ? { passwordHash: await passwords.hash(password, origin) } : {};
  return await signIn(parts, origin, async ({ tx, now }) => {
    const found = await tx.get(users, user.id);
    const isSame =
      found?.value.passwordHash === user.passwordHash && found.value.emailKey === user.emailKey;
    if (!isSame) throw wrongCredentials();
    const changed = { ...found.value, ...anew, lastLoginAt: now };
    return { user: (await tx.replace(users, changed, found.version)).value, passed };
  });
}

function wrongCredentials(): CurationError {
  return new CurationError("INVALID_CREDENTIALS", "The email address or the password is wrong.");
}
