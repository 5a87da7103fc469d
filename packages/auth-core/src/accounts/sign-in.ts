/** The session of a user who registers or logs in. */

import type { Logins, LoginTokens, Origin, Session } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { type AccountDocument, type User, userOf } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** A user who has just logged in, with the session and its tokens. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
  /** The new session. */
  readonly session: Session;
  /**
   * Time of the deletion that waits, in milliseconds since the Unix epoch (UTC), which the owner may cancel; null for
   * none.
   */
  readonly deletesAt: number | null;
}

/** Starts a session in the transaction in which `open` creates or checks the account, and issues its tokens. */
export async function signIn(
  {
    store,
    logins: { sessions },
    emit,
  }: Pick<AccountsParts, "store" | "emit"> & { readonly logins: Pick<Logins, "sessions"> },
  origin: Origin,
  open: (tx: Transaction) => Promise<AccountDocument>,
): Promise<SignedIn> {
  const { account, started } = await store.transaction(async (tx) => {
    const found = await open(tx);
    const opened = await sessions.start(tx, { userId: found.id, ...origin });
    const sessionId = opened.session.id;
    await emit(tx, "login.succeeded", { userId: found.id, sessionId });
    return { account: found, started: opened };
  });
  const { session } = started;
  const { deletesAt = null } = account;
  return { user: userOf(account), session, deletesAt, ...(await sessions.issue(started)) };
}

/** The account and the session, as the audit trail records them. */
export function subjectOf({ user, session }: SignedIn): { userId: string; sessionId: string } {
  return { userId: user.id, sessionId: session.id };
}
