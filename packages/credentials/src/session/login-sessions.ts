/** Sessions as the accounts of a core use them: tokens issued, refreshed, verified and ended, each change recorded. */

import type { Store, Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { RefuseLogin } from "../refusal/login-refusal.ts";
import { forgetDevicesOf, forgetEverybodysDevices } from "../remembered/forget-devices.ts";
import type { AccessTokens, TokenRefusal, TokenVerdict } from "../token/access-tokens.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import type { SessionOwner, StartedSession } from "./start-session.ts";

/** Tokens of a login. */
export interface LoginTokens {
  /** The access token. */
  readonly token: string;
  /** Token that obtains new access tokens, `rt_<session id>_<secret>`. */
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

/** Tokens of a refresh. */
export interface Refreshed extends Omit<LoginTokens, "refreshToken"> {
  /** null unless a rotation was requested; the given refresh token stays valid then. */
  readonly refreshToken: string | null;
}

/** Changes of sessions that an audit trail records. */
export type SessionAction =
  | "session.refreshed"
  | "session.ended"
  /** A login beyond the maximum ended the session that was unused for longest. */
  | "session.displaced"
  | "session.reuse_detected";

/** Called after each change is durable. */
export type RecordSession = (
  action: SessionAction,
  subject: { readonly userId: string; readonly sessionId: string },
  origin?: Origin,
) => void;

/** The sessions of users, for callers who hold a token or have been authenticated. */
export interface LoginSessions {
  /**
   * A new access token for a refresh token; with `rotate` (default false) a new refresh token too. A refresh token that
   * was rotated away and is used again ends the session.
   *
   * @throws the core's error TOKEN_EXPIRED or INVALID_TOKEN
   */
  refresh(
    refreshToken: string,
    options?: { readonly rotate?: boolean },
    origin?: Origin,
  ): Promise<Refreshed>;
  /** Ends the session that issued the refresh token. Resolves to false when there was none to end. */
  logout(refreshToken: string, origin?: Origin): Promise<boolean>;
  /** A user's live sessions, newest first, at most 1000. */
  list(userId: string): Promise<readonly Session[]>;
  /** Ends one session of this user. Resolves to false when there was none to end. */
  endIfLive(userId: string, sessionId: string, origin?: Origin): Promise<boolean>;
  /** Ends one session of this user. @throws the core's error NOT_FOUND */
  end(userId: string, sessionId: string, origin?: Origin): Promise<void>;
  /**
   * Ends the sessions of all users and forgets their devices, as after the restore of a backup, which brings back those
   * that had ended since. Resolves to the number of the sessions. Other processes refuse their tokens within a second.
   * Nothing is recorded.
   */
  endEverybody(): Promise<number>;
}

/** Sessions as the core itself uses them: also started and verified. */
export interface SessionControl extends LoginSessions, Pick<Sessions, "settle"> {
  /**
   * Deletes all sessions of a user but `except` in the caller's transaction, and forgets the user's devices: whatever
   * ends the logins that there are must not leave a way into the next one. Resolves to the ids of the sessions; call
   * `settle` with them after the commit.
   */
  endAll(tx: Transaction, userId: string, except?: string): Promise<readonly string[]>;
  /** Creates a session inside the caller's transaction; its tokens are issued after the commit. */
  start(tx: Transaction, owner: SessionOwner): Promise<StartedSession>;
  /**
   * The tokens of a session that was started and committed; the sessions that it displaced are settled and recorded.
   */
  issue(started: StartedSession): Promise<LoginTokens>;
  /**
   * Verifies an access token, and that its session is live and its user's: at once when both are cached, else as a
   * promise.
   */
  verify(token: string): TokenVerdict | Promise<TokenVerdict>;
}

/** @param record called with each change; default no audit trail */
export function createSessionControl(
  store: Store,
  sessions: Sessions,
  tokens: AccessTokens,
  refuse: RefuseLogin,
  record: RecordSession = () => undefined,
): SessionControl {
  const ifLive = (verdict: TokenVerdict): TokenVerdict | Promise<TokenVerdict> => {
    if (!verdict.ok) return verdict;
    const { sid, sub } = verdict.claims;
    const isLive = sessions.isLive(sid, sub);
    if (isLive instanceof Promise) return isLive.then((live) => (live ? verdict : ENDED));
    return isLive ? verdict : ENDED;
  };

  const endIfLive = async (
    userId: string,
    sessionId: string,
    origin?: Origin,
  ): Promise<boolean> => {
    const isEnded = await sessions.end(userId, sessionId);
    if (isEnded) record("session.ended", { userId, sessionId }, origin);
    return isEnded;
  };

  return Object.freeze({
    start: (tx: Transaction, owner: SessionOwner) => sessions.start(tx, owner),
    issue: async ({ session, refreshToken, ended }: StartedSession): Promise<LoginTokens> => {
      const { userId, permissions } = session;
      sessions.settle(ended);
      for (const sessionId of ended) record("session.displaced", { userId, sessionId });
      const token = await tokens.issue(userId, session.id, permissions);
      return { token, refreshToken, expiresIn: tokens.ttlSeconds };
    },
    verify: (token: string): TokenVerdict | Promise<TokenVerdict> => {
      const verdict = tokens.verify(token);
      return verdict instanceof Promise ? verdict.then(ifLive) : ifLive(verdict);
    },
    refresh: async (
      refreshToken: string,
      { rotate = false }: { readonly rotate?: boolean } = {},
      origin?: Origin,
    ): Promise<Refreshed> => {
      const outcome = await sessions.refresh(refreshToken, rotate);
      if (!outcome.ok) {
        if (outcome.reason === "reused") {
          const { id: sessionId, userId } = outcome.session;
          record("session.reuse_detected", { userId, sessionId }, origin);
        }
        const code = outcome.reason === "expired" ? "TOKEN_EXPIRED" : "INVALID_TOKEN";
        throw refuse(code, REFRESH_REFUSALS[code]);
      }
      const { id: sessionId, userId, permissions } = outcome.session;
      record("session.refreshed", { userId, sessionId }, origin);
      const token = await tokens.issue(userId, sessionId, permissions);
      return { token, expiresIn: tokens.ttlSeconds, refreshToken: outcome.refreshToken };
    },
    logout: async (refreshToken: string, origin?: Origin): Promise<boolean> => {
      const ended = await sessions.endByToken(refreshToken);
      if (ended === undefined) return false;
      record("session.ended", { userId: ended.userId, sessionId: ended.id }, origin);
      return true;
    },
    list: (userId: string) => sessions.list(userId),
    endIfLive,
    end: async (userId: string, sessionId: string, origin?: Origin): Promise<void> => {
      if (await endIfLive(userId, sessionId, origin)) return;
      throw refuse("NOT_FOUND", "There is no such session.");
    },
    endEverybody: async () => {
      await forgetEverybodysDevices(store);
      return await sessions.endEverybody();
    },
    endAll: async (tx: Transaction, userId: string, except?: string) => {
      await forgetDevicesOf(tx, userId);
      return await sessions.endAll(tx, userId, except);
    },
    settle: (endedIds: readonly string[]): void => sessions.settle(endedIds),
  });
}

const ENDED: TokenVerdict = Object.freeze({ ok: false, code: "INVALID_TOKEN" });

const REFRESH_REFUSALS: Readonly<Record<TokenRefusal, string>> = {
  TOKEN_EXPIRED: "The refresh token has expired; log in again.",
  INVALID_TOKEN: "The refresh token is not valid; log in again.",
};
