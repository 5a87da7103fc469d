/** Sessions of accounts: refreshed, listed and ended by their owner. */

import type {
  Session as CredentialSession,
  LoginSessions as Logins,
  Refreshed,
} from "@bourse/credentials";

import type { Actor } from "../actor.ts";

/** A login session as its owner sees it. Times are milliseconds since the epoch. */
export interface Session extends Omit<CredentialSession, "userId"> {
  /** True for the session that the caller authenticated with. */
  readonly current: boolean;
}

/** Refresh, logout and list of login sessions. */
export interface LoginSessions {
  /** Issues a new access token; the refresh token stays valid. @throws CurationError TOKEN_EXPIRED, INVALID_TOKEN */
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Ends the session that `actor` authenticated with. Resolves to false when there was none to end. */
  logout(actor: Actor): Promise<boolean>;
  /** Lists the actor's live sessions, newest first, at most 1000. */
  list(actor: Actor): Promise<readonly Session[]>;
  /** Ends one of the actor's sessions. @throws CurationError NOT_FOUND when the actor has no such session */
  end(actor: Actor, sessionId: string): Promise<void>;
  /**
   * Ends the sessions of all users, as after the restore of a backup, which brings back those that had ended since.
   * Resolves to their number. Other processes refuse their tokens within a second. Nothing is recorded.
   */
  endEverybody(): Promise<number>;
}

/** Creates the sessions of accounts over those of the credentials. */
export function createLoginSessions(sessions: Logins): LoginSessions {
  return Object.freeze({
    refresh: (refreshToken: string): Promise<Refreshed> => sessions.refresh(refreshToken),
    logout: async ({ id, sessionId }: Actor): Promise<boolean> =>
      sessionId !== null && (await sessions.endIfLive(id, sessionId)),
    list: async ({ id, sessionId }: Actor): Promise<readonly Session[]> =>
      (await sessions.list(id)).map((session) => ownerView(session, sessionId)),
    end: (actor: Actor, sessionId: string): Promise<void> => sessions.end(actor.id, sessionId),
    endEverybody: () => sessions.endEverybody(),
  });
}

function ownerView(session: CredentialSession, current: string | null): Session {
  const { userId: _, ...rest } = session;
  return { ...rest, current: session.id === current };
}
