/** Sessions as their owner sees them: refreshed, listed, ended. */

import type { AccessTokens, SessionDocument, Sessions } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { isoTime } from "../iso-time.ts";

export interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

export interface Refreshed {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds. */
  readonly expires_in: number;
}

export interface LoginSessions {
  /** @throws CurationError TOKEN_EXPIRED, INVALID_TOKEN */
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Ends the session that `actor` came with. Whether there was one to end. */
  logout(actor: Actor): Promise<boolean>;
  /** Newest first, at most 1000. */
  list(actor: Actor): Promise<readonly Session[]>;
  /** @throws CurationError NOT_FOUND */
  end(actor: Actor, sessionId: string): Promise<void>;
}

export function createLoginSessions(sessions: Sessions, tokens: AccessTokens): LoginSessions {
  return Object.freeze({
    refresh: async (refreshToken: string): Promise<Refreshed> => {
      const outcome = await sessions.refresh(refreshToken, false);
      if (!outcome.ok) throw refused(outcome.reason);
      const { id, userId } = outcome.session;
      const access_token = await tokens.issue(userId, id);
      return { access_token, token_type: "bearer", expires_in: tokens.ttlSeconds };
    },
    logout: async ({ id, session_id }: Actor): Promise<boolean> =>
      session_id !== null && (await sessions.end(id, session_id)),
    list: async (actor: Actor): Promise<readonly Session[]> =>
      (await sessions.list(actor.id)).map((session) => sessionView(session, actor.session_id)),
    end: async (actor: Actor, sessionId: string): Promise<void> => {
      if (await sessions.end(actor.id, sessionId)) return;
      throw new CurationError("NOT_FOUND", "There is no such session.");
    },
  });
}

function sessionView(session: SessionDocument, current: string | null): Session {
  return {
    id: session.id,
    created_at: isoTime(session.createdAt),
    last_used_at: isoTime(session.lastUsedAt),
    expires_at: isoTime(Math.min(session.idleUntil, session.absoluteUntil)),
    user_agent: session.userAgent,
    ip: session.ip,
    current: session.id === current,
  };
}

function refused(reason: "unknown" | "expired" | "reused"): CurationError {
  return reason === "expired"
    ? new CurationError("TOKEN_EXPIRED", "The refresh token has expired; log in again.")
    : new CurationError("INVALID_TOKEN", "The refresh token is not valid; log in again.");
}
