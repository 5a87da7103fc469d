/**
 * Browser sessions for a dashboard that is bound to the network: a link that works once, told at the start, or the
 * operator's key is exchanged for a cookie.
 */

import type { Clock, Ids } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

const SESSION_COOKIE = "bourse_node_session";

/** Browser sessions of one dashboard. */
export interface Sessions {
  /** Returns a token for one entry, good for an hour. */
  invite(): string;
  /**
   * Opens a session for the token, which is used up; undefined for any other text. The cookie is no script's and no
   * other site's; `isSecure`, for one who came by HTTPS, keeps it off plain HTTP too.
   */
  enter(token: string, isSecure: boolean): { readonly cookie: string } | undefined;
  /**
   * Opens a session for one who has proved by a key to be the operator; the cookie as of `enter`. A session by an API
   * key ends with that key; null: it was the operator's own key.
   */
  open(isSecure: boolean, key: string | null): { readonly cookie: string };
  /** Finds the session of a Cookie header and the API key that opened it; undefined when there is none, or it ended. */
  find(cookieHeader: string | undefined): { readonly key: string | null } | undefined;
}

const INVITATION_MILLISECONDS = 3_600_000;
const SESSION_MILLISECONDS = 12 * 3_600_000;
/** More sessions than that are nobody's: the oldest goes. */
const MOST_SESSIONS = 100;

/**
 * Creates the browser sessions of a dashboard: 12 hours each, at most 100, of which the oldest goes. They are kept in
 * memory by digest: a restart ends every session.
 */
export function createSessions(clock: Clock, ids: Ids): Sessions {
  const invitations = new Map<string, number>();
  const sessions = new Map<string, { readonly until: number; readonly key: string | null }>();

  const open = (isSecure: boolean, key: string | null): { readonly cookie: string } => {
    const secret = ids.token("", 256);
    sessions.set(digestOf(secret), { until: clock.now() + SESSION_MILLISECONDS, key });
    if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value ?? "");
    const age = SESSION_MILLISECONDS / 1000;
    const cookie = `${SESSION_COOKIE}=${secret}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
    return { cookie: isSecure ? `${cookie}; Secure` : cookie };
  };

  return Object.freeze({
    invite: () => {
      const token = ids.token("", 256);
      invitations.set(digestOf(token), clock.now() + INVITATION_MILLISECONDS);
      return token;
    },
    enter: (token: string, isSecure: boolean) => {
      const until = invitations.get(digestOf(token));
      if (until === undefined || until <= clock.now()) return undefined;
      invitations.delete(digestOf(token));
      return open(isSecure, null);
    },
    open,
    find: (cookieHeader: string | undefined) => {
      const secret = cookieOf(cookieHeader);
      const session = secret === undefined ? undefined : sessions.get(digestOf(secret));
      return session === undefined || session.until <= clock.now() ? undefined : session;
    },
  });
}

function cookieOf(header: string | undefined): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [name, value] = pair.trim().split("=");
    if (name === SESSION_COOKIE) return value;
  }
  return undefined;
}

function digestOf(token: string): string {
  return sha256(token, "hex");
}
