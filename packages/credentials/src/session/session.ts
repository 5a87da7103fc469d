/** A login as its owner may see it: without digests and keys. */

import type { Clock } from "@bourse/kernel";

import type { SessionDocument } from "./session-document.ts";

/** One login of a user. All times in milliseconds since the Unix epoch (UTC). */
export interface Session {
  /** UUID of the session. */
  readonly id: string;
  /** Id of the user who logged in. */
  readonly userId: string;
  /** Time of the login. */
  readonly createdAt: number;
  /** Time of the login or the last refresh. */
  readonly lastUsedAt: number;
  /** Time at which the session ends unless it is refreshed before. */
  readonly expiresAt: number;
  /** `User-Agent` of the login, at most 300 characters; null when the client sent none. */
  readonly userAgent: string | null;
  /** IP address of the login; null when the transport did not know it. */
  readonly ip: string | null;
  /** Permissions that the login was narrowed to; absent for a login with all those of its account. */
  readonly permissions?: readonly string[];
}

/** Time at which a session ends unless it is refreshed before, in milliseconds since the Unix epoch (UTC). */
export function endOf({ idleUntil, absoluteUntil }: SessionDocument): number {
  return Math.min(idleUntil, absoluteUntil);
}

/** True when one of the timeouts has ended the session. */
export function isOver(session: SessionDocument, clock: Clock): boolean {
  return clock.now() >= endOf(session);
}

/** The public part of a stored session. */
export function sessionView(session: SessionDocument): Session {
  const { id, userId, createdAt, lastUsedAt, userAgent, ip, permissions } = session;
  const view = { id, userId, createdAt, lastUsedAt, expiresAt: endOf(session), userAgent, ip };
  return permissions === undefined ? view : { ...view, permissions };
}
