/** The beginning of a session, at a login. */

import type { Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import { digestOf, newFamilyKey, newSecret } from "../token-family/token-family.ts";
import { formatRefreshToken } from "./refresh-token.ts";
import { type SessionDocument, sessions } from "./session-document.ts";
import { type Session, isOver, sessionView } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";

/** The user who logs in, and the client that the login came from. */
export interface SessionOwner extends Origin {
  /** Id of the user who logs in. */
  readonly userId: string;
  /** Id of the remembered device that stood for the second factor. Default: none. */
  readonly deviceId?: string | undefined;
  /** Permissions that the login is narrowed to. Default: all those of the account. */
  readonly permissions?: readonly string[] | undefined;
}

/** A session that was just created, with its first refresh token. */
export interface StartedSession {
  /** The session as it was stored. */
  readonly session: Session;
  /** First refresh token. Not stored: this is the only time that it can be read. */
  readonly refreshToken: string;
  /**
   * Ids of the sessions that the login ended because the user had the maximum; call `settle` with them after the
   * commit.
   */
  readonly ended: readonly string[];
}

/** Creates a session in the caller's transaction, and ends those of its user that are too many then. */
export async function startSession(
  parts: Pick<SessionsParts, "clock" | "ids" | "idleSeconds" | "absoluteSeconds" | "perUser">,
  tx: Transaction,
  owner: SessionOwner,
): Promise<StartedSession> {
  const { idleSeconds, absoluteSeconds } = parts;
  const now = parts.clock.now();
  const familyKey = newFamilyKey();
  const secret = newSecret(familyKey);
  const ended = await makeRoom(parts, tx, owner.userId);
  const { value } = await tx.insert(sessions, {
    id: parts.ids.uuid(),
    userId: owner.userId,
    familyKey,
    secretHash: digestOf(secret),
    parentHash: null,
    parentUntil: null,
    childSalt: null,
    createdAt: now,
    lastUsedAt: now,
    idleUntil: now + Math.min(idleSeconds, absoluteSeconds) * 1000,
    absoluteUntil: now + absoluteSeconds * 1000,
    userAgent: owner.userAgent?.slice(0, 300) ?? null,
    ip: owner.ip ?? null,
    ...(owner.deviceId === undefined ? {} : { deviceId: owner.deviceId }),
    ...(owner.permissions === undefined ? {} : { permissions: owner.permissions }),
  });
  const refreshToken = formatRefreshToken(value.id, secret);
  return { session: sessionView(value), refreshToken, ended };
}

/** Ends as many sessions of a user as a new one needs, expired ones first, then those unused for longest. */
async function makeRoom(
  { clock, perUser }: Pick<SessionsParts, "clock" | "perUser">,
  tx: Transaction,
  userId: string,
): Promise<readonly string[]> {
  const ofUser = { index: "by_user", equals: [userId] } as const;
  const excess = (await tx.count(sessions, ofUser)) - perUser + 1;
  if (excess <= 0) return [];
  const { items } = await tx.find(sessions, { ...ofUser, limit: 1000 });
  const lastUse = (session: SessionDocument): number =>
    isOver(session, clock) ? -Infinity : session.lastUsedAt;
  const doomed = items
    .map(({ value }) => value)
    .toSorted((a, b) => lastUse(a) - lastUse(b) || 0)
    .slice(0, excess);
  for (const { id } of doomed) await tx.delete(sessions, id);
  return doomed.map(({ id }) => id);
}
