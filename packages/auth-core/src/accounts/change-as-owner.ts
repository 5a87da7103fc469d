/** Changes of an account by its owner, who knows its password. */

import type { ChangeNotice, Origin } from "@bourse/credentials";

import type { AuthEvent } from "../webhooks/auth-events.ts";
import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, type User, accounts, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { provePassword } from "./prove-password.ts";

/** Parts that a change by the owner needs. */
export type OwnerParts = Pick<
  AccountsParts,
  "store" | "logins" | "audit" | "mail" | "keyNames" | "emit"
>;

/** A user who holds a live session. */
export interface OwnSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: Origin;
}

/** A change of an account by its owner. */
export interface OwnChange {
  /** Fields that change. */
  readonly fields: Partial<AccountDocument>;
  /** Kind of the notice to the address that the account had before. */
  readonly notice: ChangeNotice;
  /** Type of the event for webhooks. */
  readonly event: AuthEvent;
}

/** The account of a caller who knows its password. @throws AuthError INVALID_CREDENTIALS, RATE_LIMITED, BUSY */
export async function proveOwner(
  parts: OwnerParts,
  { userId, sessionId, origin }: OwnSession,
  currentPassword: string,
): Promise<AccountDocument> {
  const account = (await parts.store.get(accounts, userId))?.value;
  // Counted by the session: a stranger who fails to log in must not keep its holder from changing a credential.
  const who = { account: account?.emailKey ?? userId, origin, session: sessionId };
  return await provePassword(parts, account, who, currentPassword);
}

/** Changes the account of a caller who knows its password, and ends its other sessions in the same transaction. */
export async function changeAsOwner(
  parts: OwnerParts,
  own: OwnSession,
  currentPassword: string,
  changeOf: () => Promise<OwnChange>,
): Promise<User> {
  const { store, mail } = parts;
  const { sessions } = parts.logins;
  const { userId, sessionId } = own;
  const proved = await proveOwner(parts, own, currentPassword);
  const { fields, notice: kind, event } = await changeOf();
  const { email: to, name } = proved;
  const keys = mail.isOn ? await parts.keyNames(userId) : [];
  const notice = await mail.prepareNotice({ kind, to, name, keys });
  const { changed, ended } = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found?.value.passwordHash !== proved.passwordHash) throw wrongCredentials();
    const { value } = await tx.replace(accounts, { ...found.value, ...fields }, found.version);
    // A link was made for the password and the address that the account had.
    await mail.endLinks(tx, userId, ["password_reset", "email_change"]);
    await mail.add(tx, notice);
    await parts.emit(tx, event, { userId });
    return { changed: value, ended: await sessions.endAll(tx, userId, sessionId) };
  });
  sessions.settle(ended);
  return userOf(changed);
}
