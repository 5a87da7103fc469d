/** The session of an account that registers or logs in. */

import type { AddedDevice, LoginTokens, Origin } from "@bourse/credentials";

import type { UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { endRecoveries, tellEnded } from "./end-recoveries.ts";

/** Parts that every login needs. */
export type SignInParts = Pick<AccountsParts, "ledger" | "logins" | "mail" | "trail" | "webhooks">;

/** Tokens and account of a successful login. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
  /** Secret of the device that is remembered, for its next login; null where none is. */
  readonly deviceSecret: string | null;
}

/** The account of a login, and the device that it came from. */
interface Entry {
  readonly user: UserDocument;
  /** Sessions that were ended in the same transaction. */
  readonly ended?: readonly string[];
  /** The remembered device that stood for the second factor. */
  readonly passed?: AddedDevice | null;
  /** The device that is remembered from now on. */
  readonly remembered?: AddedDevice | null;
}

/**
 * Writes an account and its session in one transaction. A recovery that waits ends: whoever logs in has lost nothing.
 */
export async function signIn(
  parts: SignInParts,
  origin: Origin,
  open: (unit: UnitOfWork) => Promise<Entry>,
): Promise<SignedIn> {
  const { sessions } = parts.logins;
  const opened = await parts.ledger.run(async (unit) => {
    const entry = await open(unit);
    const user = await endRecoveries(parts, unit, entry.user);
    const owner = { userId: user.id, ...origin, deviceId: entry.passed?.id };
    const started = await sessions.start(unit.tx, owner);
    return { ...entry, user, hadRecovery: user !== entry.user, started };
  });
  const { user, ended, passed, remembered, started } = opened;
  sessions.settle(ended ?? []);
  if (opened.hadRecovery) await tellEnded(parts, user, origin);
  const deviceSecret = (passed ?? remembered)?.secret ?? null;
  return { ...(await sessions.issue(started)), user: userView(user), deviceSecret };
}
