/** The login of a user. */

import { type Origin, emailKey } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { findByEmail } from "./find-account.ts";
import { provePassword } from "./prove-password.ts";
import { type SignedIn, signIn, subjectOf } from "./sign-in.ts";

/**
 * Age in milliseconds below which the time of the last login stays as it is: logins at once would otherwise wait for
 * each other, and collide between replicas. A time that a wrong clock has put into the future does not stay.
 */
const LOGIN_TIME_MILLISECONDS = 60_000;

/** Logs a user in. @throws AuthError INVALID_CREDENTIALS, RATE_LIMITED, BUSY */
export async function logIn(
  parts: Pick<AccountsParts, "store" | "logins" | "audit" | "clock" | "emit">,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin = {},
): Promise<SignedIn> {
  const found = await findByEmail(parts.store, email);
  const who = { account: emailKey(email), origin };
  const proved = await provePassword(parts, found, who, password);
  const signedIn = await signIn(parts, origin, (tx) => noteLogin(tx, proved, parts.clock.now()));
  parts.audit.record("login.succeeded", subjectOf(signedIn), origin);
  return signedIn;
}

/** The account with the time of its login, provided that it is still the one that was proved. */
async function noteLogin(
  tx: Transaction,
  proved: AccountDocument,
  lastLoginAt: number,
): Promise<AccountDocument> {
  // A credential may have changed since it was checked, or the account may have been disabled.
  const now = await tx.get(accounts, proved.id);
  const isSame =
    now?.value.passwordHash === proved.passwordHash && now.value.emailKey === proved.emailKey;
  if (!isSame || now.value.status !== "active") throw wrongCredentials();
  const age = Math.abs(lastLoginAt - (now.value.lastLoginAt ?? 0));
  if (age < LOGIN_TIME_MILLISECONDS) return now.value;
  return (await tx.replace(accounts, { ...now.value, lastLoginAt }, now.version)).value;
}
