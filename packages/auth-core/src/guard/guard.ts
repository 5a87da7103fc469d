/**
 * From the two headers of a request to who is calling: what stands before a route, in whatever framework.
 *
 * Where both credentials are sent the token is judged, and a bad one is not rescued by the key.
 */

import type { AccessClaims, AccessTokens, Sessions } from "@bourse/credentials";

import type { ApiKeyDocument } from "../api-keys/api-key.ts";
import type { ApiKeys } from "../api-keys/api-keys.ts";
import type { Origin } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";
import { PERMISSIONS, type Permission, permits } from "../permissions.ts";

/** Who is calling, and what they may do on their own resources. */
export interface Identity {
  readonly method: "jwt" | "api_key";
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** Of a token. */
  readonly sessionId: string | null;
  /** Of an API key. */
  readonly keyId: string | null;
}

/** The credentials of a request: the values of `Authorization` and `X-API-Key`. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Why a token is refused: as the code of the AuthError that `identifyToken` throws. */
export type TokenRefusal = "TOKEN_EXPIRED" | "INVALID_TOKEN";

export interface Guard {
  /** @throws AuthError UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, INVALID_API_KEY */
  identify(credentials: Credentials, origin?: Origin): Promise<Identity>;
  /** Like `identify`, and the permission is there. @throws AuthError FORBIDDEN beside those of `identify` */
  authorize(credentials: Credentials, permission: Permission, origin?: Origin): Promise<Identity>;
  /** An access token alone, without its scheme. @throws AuthError TOKEN_EXPIRED, INVALID_TOKEN */
  identifyToken(token: string): Promise<Identity>;
  /** Like `identifyToken`, with the refusal's code as an answer: no forged token costs an exception. */
  judgeToken(token: string): Promise<Identity | TokenRefusal>;
  /** An API key alone. @throws AuthError INVALID_API_KEY */
  identifyKey(key: string, origin?: Origin): Promise<Identity>;
  /** What `identifyToken` would resolve to, at once, for a token known to be good; undefined: ask it. */
  recallToken(token: string): Identity | undefined;
  /** What `identifyKey` would resolve to, at once, for a key known to be good; undefined: ask it. */
  recallKey(key: string, origin?: Origin): Identity | undefined;
}

export function createGuard(
  tokens: AccessTokens,
  sessions: Pick<Sessions, "isLive" | "isKnownLive">,
  keys: Pick<ApiKeys, "authenticate" | "recall">,
): Guard {
  const judgeToken = async (token: string): Promise<Identity | TokenRefusal> => {
    const verdict = await tokens.judge(token);
    if (!verdict.ok) return verdict.reason === "TOKEN_EXPIRED" ? "TOKEN_EXPIRED" : "INVALID_TOKEN";
    const { claims } = verdict;
    const isLive = sessions.isKnownLive(claims.sid) || (await sessions.isLive(claims.sid));
    return isLive ? ofToken(claims) : "INVALID_TOKEN";
  };
  const identifyToken = async (token: string): Promise<Identity> => {
    const verdict = await judgeToken(token);
    if (typeof verdict === "string") throw new AuthError(verdict, TOKEN_REFUSALS[verdict]);
    return verdict;
  };
  const identifyKey = async (key: string, origin?: Origin): Promise<Identity> => {
    return ofKey(await keys.authenticate(key, origin));
  };
  const identify = async (credentials: Credentials, origin?: Origin): Promise<Identity> => {
    const token = bearerOf(credentials.authorization);
    if (token !== undefined) return await identifyToken(token);
    if (credentials.apiKey !== undefined) return await identifyKey(credentials.apiKey, origin);
    throw new AuthError("UNAUTHORIZED", "Send an access token or an API key.");
  };
  return Object.freeze({
    identify,
    identifyToken,
    judgeToken,
    identifyKey,
    recallToken: (token: string): Identity | undefined => {
      const claims = tokens.recall(token);
      return claims !== undefined && sessions.isKnownLive(claims.sid) ? ofToken(claims) : undefined;
    },
    recallKey: (key: string, origin?: Origin): Identity | undefined => {
      const known = keys.recall(key, origin);
      return known === undefined ? undefined : ofKey(known);
    },
    authorize: async (credentials: Credentials, permission: Permission, origin?: Origin) => {
      const identity = await identify(credentials, origin);
      requirePermission(identity, permission);
      return identity;
    },
  });
}

/** What people read of a refusal. */
export const TOKEN_REFUSALS: Readonly<Record<TokenRefusal, string>> = {
  TOKEN_EXPIRED: "The access token has expired; refresh it.",
  INVALID_TOKEN: "The access token is not valid; log in again.",
};

function ofToken({ sub, sid }: AccessClaims): Identity {
  return { method: "jwt", userId: sub, permissions: PERMISSIONS, sessionId: sid, keyId: null };
}

function ofKey({ id, userId, permissions }: ApiKeyDocument): Identity {
  return { method: "api_key", userId, permissions, sessionId: null, keyId: id };
}

/** @throws AuthError FORBIDDEN */
export function requirePermission(identity: Identity, permission: Permission): void {
  if (permits(identity.permissions, permission)) return;
  throw new AuthError("FORBIDDEN", `This needs the permission "${permission}".`, {
    details: { permission },
  });
}

/** RFC 6750 §2.1; the scheme's name in any case. The scheme alone is an empty token, which no key rescues. */
function bearerOf(authorization: string | undefined): string | undefined {
  const found = /^bearer(?: +(.*))?$/i.exec(authorization ?? "");
  return found === null ? undefined : (found[1] ?? "");
}
