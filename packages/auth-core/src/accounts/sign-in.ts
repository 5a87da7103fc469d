/** The session of a user who registers or logs in. */

import type { AddedDevice, Logins, LoginTokens, Origin, Session } from "@bourse/credentials";
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
  /** Secret of the device that is remembered, for its next login; null where none is. */
  readonly deviceSecret: string | null;
}

/** The account of a login, and the device that it came from. */
export interface Entry {
  /** Creates or checks the account, in the transaction of the session. */
  readonly open: (tx: Transaction) => Promise<AccountDocument>;
  /** The remembered device that stood for the second factor. Default: none. */
  readonly device?: AddedDevice | null;
  /** Permissions that the login is narrowed to. Default: all those of the account. */
  readonly permissions?: readonly string[] | undefined;
  /** Remembers the device, in the same transaction. Default: it is not remembered. */
  readonly remember?: (tx: Transaction) => Promise<AddedDevice | null>;
}

/** Starts a session in the transaction in which `open` creates or checks the account, and issues its tokens. */
export async function signIn(
  {
    store,
    logins: { sessions },
    emit,
  }: Pick<AccountsParts, "store" | "emit"> & { readonly logins: Pick<Logins, "sessions"> },
  origin: Origin,
  { open, device = null, permissions, remember }: Entry,
): Promise<SignedIn> {
  const { account, started, remembered } = await store.transaction(async (tx) => {
    const found = await open(tx);
    const added = (await remember?.(tx)) ?? null;
    const owner = { userId: found.id, ...origin, deviceId: device?.id, permissions };
    const opened = await sessions.start(tx, owner);
    const sessionId = opened.session.id;
    await emit(tx, "login.succeeded", { userId: found.id, sessionId });
    return { account: found, started: opened, remembered: device ?? added };
  });
  const { session } = started;
  const { deletesAt = null } = account;
  const deviceSecret = remembered?.secret ?? null;
  const tokens = await sessions.issue(started);
  return { user: userOf(account), session, deletesAt, deviceSecret, ...tokens };
}

/** The account and the session, as the audit trail records them. */
export function subjectOf({ user, session }: SignedIn): { userId: string; sessionId: string } {
  return { userId: user.id, sessionId: session.id };
}
