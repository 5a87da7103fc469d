/** The session of an account that registers or logs in. */

import type { LoginTokens, Origin } from "@bourse/credentials";

import type { UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** Tokens and account of a successful login. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
}

/** Writes an account and its session in one transaction; `ended` are the sessions that `open` ended. */
export async function signIn(
  { ledger, logins: { sessions } }: Pick<AccountsParts, "ledger" | "logins">,
  origin: Origin,
  open: (unit: UnitOfWork) => Promise<{ user: UserDocument; ended?: readonly string[] }>,
): Promise<SignedIn> {
  const { user, ended, started } = await ledger.run(async (unit) => {
    const opened = await open(unit);
    const owner = { userId: opened.user.id, ...origin };
    return { ...opened, started: await sessions.start(unit.tx, owner) };
  });
  sessions.settle(ended ?? []);
  return { ...(await sessions.issue(started)), user: userView(user) };
}
