/** Authentication of a request: from its `Authorization` header to its caller. */

import { type SessionControl, parseBearer } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { users } from "./user-document.ts";

export interface Guard {
  /**
   * The caller. `authorization` is the value of the header; without it or with another scheme than `Bearer` the error is
   * UNAUTHORIZED, with an empty token INVALID_TOKEN.
   *
   * @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN
   */
  identify(authorization: string | undefined): Promise<Actor>;
  /**
   * Like `identify`, but null without a header: for routes that are open and show their owner more.
   *
   * @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN
   */
  identifyOrNobody(authorization: string | undefined): Promise<Actor | null>;
}

export function createGuard(store: Store, sessions: Pick<SessionControl, "verify">): Guard {
  const identify = async (authorization: string | undefined): Promise<Actor> => {
    const token = parseBearer(authorization);
    if (token === undefined) {
      throw new CurationError("UNAUTHORIZED", "Send an access token: Authorization: Bearer …");
    }
    const verdict = await sessions.verify(token);
    if (!verdict.ok) throw refused(verdict.code);
    const { sub, sid, exp } = verdict.claims;
    // Roles are read for every request, so that a change of them takes effect at once.
    const user = (await store.get(users, sub))?.value;
    if (user === undefined) throw refused("INVALID_TOKEN");
    const { id, username, walletAddress, roles } = user;
    const tokenExpiresAt = exp * 1000;
    return { id, username, walletAddress, roles, sessionId: sid, tokenExpiresAt };
  };
  return Object.freeze({
    identify,
    identifyOrNobody: async (authorization: string | undefined): Promise<Actor | null> =>
      authorization === undefined ? null : await identify(authorization),
  });
}

function refused(code: "TOKEN_EXPIRED" | "INVALID_TOKEN"): CurationError {
  return code === "TOKEN_EXPIRED"
    ? new CurationError(code, "The access token has expired; refresh it.")
    : new CurationError(code, "The access token is not valid; log in again.");
}
