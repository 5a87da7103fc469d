/** Sessions of accounts: refreshed, listed and ended by their owner. */

import type {
  Session as CredentialSession,
  LoginSessions as Logins,
  Origin,
  Refreshed,
} from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { endEveryRecovery } from "./end-recoveries.ts";

/** A login session as its owner sees it. Times are milliseconds since the epoch. */
export interface Session extends Omit<CredentialSession, "userId"> {
  /** True for the session that the caller authenticated with. */
  readonly current: boolean;
}

/** Refresh, logout and list of login sessions. */
export interface LoginSessions {
  /**
   * Issues a new access token; with `rotate` (default false) a new refresh token too, and the old one ends 30 seconds
   * later. A refresh token that was rotated away and is used again ends the session.
   *
   * @throws CurationError TOKEN_EXPIRED, INVALID_TOKEN
   */
  refresh(
    refreshToken: string,
    options?: { readonly rotate?: boolean },
    origin?: Origin,
  ): Promise<Refreshed>;
  /** Ends the session that issued the refresh token. Resolves to false when there was none to end. */
  logout(refreshToken: string, origin?: Origin): Promise<boolean>;
  /** Lists the actor's live sessions, newest first, at most 1000. */
  list(actor: Actor): Promise<readonly Session[]>;
  /** Ends one of the actor's sessions. @throws CurationError NOT_FOUND when the actor has no such session */
  end(actor: Actor, sessionId: string, origin?: Origin): Promise<void>;
  /**
   * Ends the sessions of all users and the recoveries that wait, as after the restore of a backup, which brings back
   * those that had ended since. Resolves to the number of sessions. Other processes refuse their tokens within a
   * second. Nothing is recorded.
   */
  endEverybody(): Promise<number>;
}

/** Creates the sessions of accounts over those of the credentials. */
export function createLoginSessions(sessions: Logins, store: Store): LoginSessions {
  return Object.freeze({
    refresh: (
      refreshToken: string,
      options?: { readonly rotate?: boolean },
      origin?: Origin,
    ): Promise<Refreshed> => sessions.refresh(refreshToken, options, origin),
    logout: (refreshToken: string, origin?: Origin): Promise<boolean> =>
      sessions.logout(refreshToken, origin),
    list: async ({ id, sessionId }: Actor): Promise<readonly Session[]> =>
      (await sessions.list(id)).map((session) => sessionView(session, sessionId)),
    end: ({ id }: Actor, sessionId: string, origin?: Origin): Promise<void> =>
      sessions.end(id, sessionId, origin),
    endEverybody: async () => {
      await endEveryRecovery(store);
      return await sessions.endEverybody();
    },
  });
}

/** A session as its owner sees it, who authenticated with the session `current`. */
export function sessionView(session: CredentialSession, current: string | null): Session {
  const { userId: _, ...rest } = session;
  return { ...rest, current: session.id === current };
}
