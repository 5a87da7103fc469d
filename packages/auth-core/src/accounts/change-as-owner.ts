/** Changes of an account by its owner, who knows its password. */

import type { Origin } from "@bourse/credentials";

import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, type User, accounts, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { provePassword } from "./prove-password.ts";

/** A user who holds a live session. */
export interface OwnSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: Origin;
}

/** Changes the account of a caller who knows its password, and ends its other sessions in the same transaction. */
export async function changeAsOwner(
  parts: Pick<AccountsParts, "store" | "logins" | "audit">,
  { userId, sessionId, origin }: OwnSession,
  currentPassword: string,
  changesOf: () => Promise<Partial<AccountDocument>>,
): Promise<User> {
  const { store } = parts;
  const { sessions } = parts.logins;
  const account = (await store.get(accounts, userId))?.value;
  // Counted by the session: a stranger who fails to log in must not keep its holder from changing a credential.
  const who = { account: account?.emailKey ?? userId, origin, session: sessionId };
  const proved = await provePassword(parts, account, who, currentPassword);
  const changes = await changesOf();
  const { changed, ended } = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found?.value.passwordHash !== proved.passwordHash) throw wrongCredentials();
    const { value } = await tx.replace(accounts, { ...found.value, ...changes }, found.version);
    return { changed: value, ended: await sessions.endAll(tx, userId, sessionId) };
  });
  sessions.settle(ended);
  return userOf(changed);
}
