/** The proof that a caller knows the password of an account. */

import type { LoginAttempt, Origin } from "@bourse/credentials";

import { noPassword, wrongCredentials, wrongPassword } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

type Parts = Pick<AccountsParts, "store" | "logins" | "audit">;

/** The account when the password is right. @throws AuthError INVALID_CREDENTIALS at the same cost in all cases */
export async function provePassword(
  parts: Parts,
  account: AccountDocument | undefined,
  who: LoginAttempt & { readonly session?: string },
  password: string,
): Promise<AccountDocument> {
  const { audit, logins } = parts;
  const { origin } = who;
  // An account that signs in with others has an empty hash, which no password has.
  const passwordHash = account?.status === "active" ? account.passwordHash || null : null;
  const verdict = await logins.passwords.verify({ ...who, passwordHash, password });
  if (account === undefined || !verdict.matches) {
    const subject = { userId: account?.id ?? null };
    if (who.session === undefined) audit.record("login.failed", subject, origin);
    else audit.record("reauthentication.failed", { ...subject, sessionId: who.session }, origin);
    if (who.session === undefined) throw wrongCredentials();
    throw account?.passwordHash === "" ? noPassword() : wrongPassword();
  }
  return verdict.needsRehash ? await rehash(parts, account, password, origin) : account;
}

/** The account with its password hashed by the present parameters. */
async function rehash(
  { store, logins }: Parts,
  account: AccountDocument,
  password: string,
  origin: Origin,
): Promise<AccountDocument> {
  const passwordHash = await logins.passwords.hash(password, origin);
  return await store.transaction(async (tx) => {
    const found = await tx.get(accounts, account.id);
    if (found?.value.passwordHash !== account.passwordHash) throw wrongCredentials();
    const { value } = await tx.replace(accounts, { ...found.value, passwordHash }, found.version);
    return value;
  });
}
