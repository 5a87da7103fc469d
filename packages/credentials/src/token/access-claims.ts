/** The claims of an access token, judged after its signature (RFC 7519 §4.1, RFC 9068 §4). */

import { parseObject } from "./compact-token.ts";

/** The claims of a token that verified. Times in seconds since the epoch (RFC 7519 §2). */
export interface AccessClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

/** What the claims must name, and when it is. */
export interface ClaimsContext {
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds UTC. */
  readonly now: number;
  readonly skewSeconds: number;
}

/** The claims; else whether they are none that we take, or ones whose time is over. */
export function readClaims(
  payload: Buffer,
  { issuer, audience, now, skewSeconds }: ClaimsContext,
): AccessClaims | "invalid" | "expired" {
  const claims = parseObject(payload);
  if (claims === undefined) return "invalid";
  const { iss, aud, sub, sid, jti, iat, exp, nbf } = claims;
  const texts = [sub, sid, jti].every((claim) => typeof claim === "string" && claim !== "");
  if (!texts || iss !== issuer || aud !== audience) return "invalid";
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return "invalid";
  const seconds = Math.floor(now / 1000);
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= seconds + skewSeconds)) {
    return "invalid";
  }
  if ((exp as number) <= seconds - skewSeconds) return "expired";
  return Object.freeze({ iss, aud, sub, sid, jti, iat, exp } as AccessClaims);
}
