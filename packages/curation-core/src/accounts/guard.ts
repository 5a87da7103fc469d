/** Authentication of a request: from its `Authorization` header to its caller. */

import { type SessionControl, parseBearer } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type Actor, suspensionAt } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";

/** Authentication by access token. */
export interface Guard {
  /**
   * The caller of a request. `authorization` is the value of the header; without it or with another scheme than
   * `Bearer` the error is UNAUTHORIZED, with an empty token INVALID_TOKEN.
   *
   * @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN
   */
  identify(authorization: string | undefined): Promise<Actor>;
  /**
   * The caller of a request, or null without a header; for public routes that show more to an owner.
   *
   * @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN
   */
  identifyOrNobody(authorization: string | undefined): Promise<Actor | null>;
}

/** Creates the guard over sessions and accounts; `now` gives the time by which suspensions end. */
export function createGuard(
  store: Store,
  sessions: Pick<SessionControl, "verify">,
  now: () => Promise<number>,
): Guard {
  const identify = async (authorization: string | undefined): Promise<Actor> => {
    const token = parseBearer(authorization);
    if (token === undefined) {
      throw new CurationError(
        "UNAUTHORIZED",
        "An access token is required: send it as Authorization: Bearer …",
      );
    }
    const verdict = await sessions.verify(token);
    if (!verdict.ok) throw refused(verdict.code);
    const { sub, sid, exp } = verdict.claims;
    // Roles are read for every request, so that a change of them takes effect at once.
    const user = (await store.get(users, sub))?.value;
    if (user === undefined || user.isErased === true) throw refused("INVALID_TOKEN");
    const { id, username, walletAddress, roles } = user;
    const suspension = user.suspension && suspensionAt(user.suspension, await now());
    const actor = { id, username, walletAddress, roles, sessionId: sid };
    return { ...actor, tokenExpiresAt: exp * 1000, ...(suspension && { suspension }) };
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
