/** Sessions as their owner sees them: refreshed, listed, ended. */

import type { LoginSessions as Logins } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { isoTime } from "../iso-time.ts";

export interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  /** Whether it is the session of the actor who asks. */
  readonly current: boolean;
}

export interface Refreshed {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
}

export interface LoginSessions {
  /** @throws CurationError TOKEN_EXPIRED, INVALID_TOKEN */
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Ends the session that `actor` authenticated with. Resolves to false when there was none to end. */
  logout(actor: Actor): Promise<boolean>;
  /** The actor's live sessions, newest first, at most 1000. */
  list(actor: Actor): Promise<readonly Session[]>;
  /** @throws CurationError NOT_FOUND */
  end(actor: Actor, sessionId: string): Promise<void>;
}

export function createLoginSessions(sessions: Logins): LoginSessions {
  return Object.freeze({
    refresh: async (refreshToken: string): Promise<Refreshed> => {
      const { token, expiresIn } = await sessions.refresh(refreshToken);
      return { access_token: token, token_type: "bearer", expires_in: expiresIn };
    },
    logout: async ({ id, session_id }: Actor): Promise<boolean> =>
      session_id !== null && (await sessions.endIfLive(id, session_id)),
    list: async ({ id, session_id }: Actor): Promise<readonly Session[]> =>
      (await sessions.list(id)).map((session) => ({
        id: session.id,
        created_at: isoTime(session.createdAt),
        last_used_at: isoTime(session.lastUsedAt),
        expires_at: isoTime(session.expiresAt),
        user_agent: session.userAgent,
        ip: session.ip,
        current: session.id === session_id,
      })),
    end: (actor: Actor, sessionId: string): Promise<void> => sessions.end(actor.id, sessionId),
  });
}
