/** From the header of a request to who is calling. */

import type { AccessTokens, Sessions } from "@bourse/credentials";
import { type Store, hasCode } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { users } from "./user-document.ts";

export interface Guard {
  /** `authorization` is the header's value. @throws CurationError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN */
  identify(authorization: string | undefined): Promise<Actor>;
  /** null without a header: for routes that are open but show their owner more. @throws as `identify` */
  identifyOrNobody(authorization: string | undefined): Promise<Actor | null>;
}

export function createGuard(
  store: Store,
  tokens: AccessTokens,
  sessions: Pick<Sessions, "isLive">,
): Guard {
  const identify = async (authorization: string | undefined): Promise<Actor> => {
    // RFC 6750 §2.1; the scheme's name in any case.
    const token = /^bearer +(.+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) {
      throw new CurationError("UNAUTHORIZED", "Send an access token: Authorization: Bearer …");
    }
    const { sub, sid, exp } = await tokens.verify(token).catch(translate);
    // Roles are read for every request, so a change of them is felt at once.
    const user = (await sessions.isLive(sid)) ? (await store.get(users, sub))?.value : undefined;
    if (user === undefined) throw invalidToken();
    const { id, username, wallet_address, roles } = user;
    const token_expires_at = exp * 1000;
    return { id, username, wallet_address, roles, session_id: sid, token_expires_at };
  };
  return Object.freeze({
    identify,
    identifyOrNobody: async (authorization: string | undefined): Promise<Actor | null> =>
      authorization === undefined ? null : await identify(authorization),
  });
}

function translate(error: unknown): never {
  if (hasCode(error, "TOKEN_EXPIRED")) {
    throw new CurationError("TOKEN_EXPIRED", error.message, { cause: error });
  }
  throw hasCode(error, "TOKEN_INVALID") ? invalidToken(error) : error;
}

function invalidToken(cause?: unknown): CurationError {
  const message = "The access token is not valid; log in again.";
  return new CurationError("INVALID_TOKEN", message, { cause });
}
