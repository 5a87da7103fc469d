/**
 * Sessions: created by a login, kept alive by a refresh token, ended by a logout.
 *
 * A session that is not in the store has ended. `isLive` is called for every request: it is cached for at most a
 * second, and the end of a session in this process evicts it at once.
 */

import type { Transaction } from "@bourse/kernel";

import { endSession, endSessionByToken } from "./end-session.ts";
import { endEverybodysSessions, endSessionsOf, sweepSessions } from "./end-sessions.ts";
import { listSessions } from "./list-sessions.ts";
import { LiveSessions } from "./live-sessions.ts";
import { type RefreshOutcome, refreshSession } from "./refresh-session.ts";
import type { Session } from "./session.ts";
import { type SessionsOptions, resolveSessionsOptions } from "./sessions-options.ts";
import type { SessionsParts } from "./sessions-parts.ts";
import { type SessionOwner, type StartedSession, startSession } from "./start-session.ts";

/** Sessions in a store, without tokens for access and without an audit trail. */
export interface Sessions {
  /**
   * Creates a session inside the caller's transaction, so that an account and its first session are stored together. A
   * user who has the maximum loses the session that was unused for longest.
   */
  start(tx: Transaction, owner: SessionOwner): Promise<StartedSession>;
  /**
   * Moves the idle timeout. With `rotate` the outcome carries a new token, the same one for as long as the given token
   * is accepted; without it the given token stays valid. Any older token of the session ends the session.
   */
  refresh(refreshToken: string, rotate: boolean): Promise<RefreshOutcome>;
  /** True while this session of this user has not ended: at once from the cache, else as a promise. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean>;
  /** A user's live sessions, newest first, at most 1000. */
  list(userId: string): Promise<readonly Session[]>;
  /** Ends one session of this user; false when there is none. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends the session that issued the token, and returns it; undefined when there is none or it has expired. */
  endByToken(refreshToken: string): Promise<Session | undefined>;
  /**
   * Deletes all sessions of a user but `except`, inside the caller's transaction, and returns their ids; call `settle`
   * with them after the commit.
   */
  endAll(tx: Transaction, userId: string, except?: string): Promise<readonly string[]>;
  /**
   * Deletes all sessions of all users, a thousand in one transaction, and resolves to their number. One that starts
   * meanwhile may stay.
   */
  endEverybody(): Promise<number>;
  /** Evicts the ended sessions from this process's cache; call after the commit. */
  settle(endedIds: readonly string[]): void;
  /**
   * Deletes sessions that expired more than a week ago; until then their refresh tokens are refused as expired, not as
   * unknown. Resolves to the number deleted, at most 1000 a call.
   */
  sweep(): Promise<number>;
}

/** Sessions over a store. @throws KernelError OPTION_INVALID */
export function createSessions(given: SessionsOptions): Sessions {
  const options = resolveSessionsOptions(given);
  const live = new LiveSessions(options);
  const parts: SessionsParts = { ...options, live };
  return Object.freeze<Sessions>({
    start: (tx, owner) => startSession(parts, tx, owner),
    refresh: (refreshToken, rotate) => refreshSession(parts, refreshToken, rotate),
    isLive: (sessionId, userId) => live.has(sessionId, userId),
    list: (userId) => listSessions(parts, userId),
    end: (userId, sessionId) => endSession(parts, userId, sessionId),
    endByToken: (refreshToken) => endSessionByToken(parts, refreshToken),
    endAll: endSessionsOf,
    endEverybody: () => endEverybodysSessions(parts),
    settle: (endedIds) => live.evict(endedIds),
    sweep: () => sweepSessions(parts),
  });
}
