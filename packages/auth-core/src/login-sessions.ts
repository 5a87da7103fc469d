/** Sessions as a caller sees them: refreshed, listed, ended, each with its audit event. */

import type { AccessTokens, SessionDocument, Sessions } from "@bourse/credentials";

import type { Audit, Origin } from "./audit/audit.ts";
import { AuthError } from "./errors.ts";

export interface Refreshed {
  readonly token: string;
  readonly expiresIn: number;
  /** Only where a rotation was asked for. */
  readonly refreshToken: string | null;
}

export interface LoginSessions {
  /** @throws AuthError TOKEN_EXPIRED, INVALID_TOKEN */
  refresh(
    refreshToken: string,
    options?: { readonly rotate?: boolean },
    origin?: Origin,
  ): Promise<Refreshed>;
  /** Whether this ended a session. */
  logout(refreshToken: string, origin?: Origin): Promise<boolean>;
  /** Newest first, at most 1000. */
  list(userId: string): Promise<readonly SessionDocument[]>;
  /** @throws AuthError NOT_FOUND */
  end(userId: string, sessionId: string, origin?: Origin): Promise<void>;
}

export function createLoginSessions(
  sessions: Sessions,
  tokens: AccessTokens,
  audit: Audit,
): LoginSessions {
  return Object.freeze({
    refresh: async (
      refreshToken: string,
      { rotate = false }: { readonly rotate?: boolean } = {},
      origin?: Origin,
    ): Promise<Refreshed> => {
      const outcome = await sessions.refresh(refreshToken, rotate);
      if (!outcome.ok) {
        if (outcome.reason === "reused") {
          const { id: sessionId, userId } = outcome.session;
          audit.record("session.reuse_detected", { userId, sessionId }, origin);
        }
        throw refused(outcome.reason);
      }
      const { id, userId } = outcome.session;
      audit.record("session.refreshed", { userId, sessionId: id }, origin);
      const token = await tokens.issue(userId, id);
      return { token, expiresIn: tokens.ttlSeconds, refreshToken: outcome.refreshToken };
    },
    logout: async (refreshToken: string, origin?: Origin): Promise<boolean> => {
      const ended = await sessions.endByToken(refreshToken);
      if (ended === undefined) return false;
      audit.record("session.ended", { userId: ended.userId, sessionId: ended.id }, origin);
      return true;
    },
    list: (userId: string) => sessions.list(userId),
    end: async (userId: string, sessionId: string, origin?: Origin): Promise<void> => {
      if (!(await sessions.end(userId, sessionId))) {
        throw new AuthError("NOT_FOUND", "There is no such session.");
      }
      audit.record("session.ended", { userId, sessionId }, origin);
    },
  });
}

function refused(reason: "unknown" | "expired" | "reused"): AuthError {
  return reason === "expired"
    ? new AuthError("TOKEN_EXPIRED", "The refresh token has expired; log in again.")
    : new AuthError("INVALID_TOKEN", "The refresh token is not valid; log in again.");
}
