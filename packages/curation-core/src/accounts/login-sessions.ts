/** Sessions as their owner sees them: refreshed, listed, ended. */

import type { Actor } from "../actor.ts";

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
