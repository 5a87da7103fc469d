/** Claims of an access token, checked after its signature (RFC 7519 §4.1, RFC 9068 §4). */

import { parseObject } from "./compact-token.ts";

/** Claims of a verified access token. Times in seconds since the Unix epoch (RFC 7519 §2). */
export interface AccessClaims {
  /** Issuer of the token. */
  readonly iss: string;
  /** Audience of the token. */
  readonly aud: string;
  /** Id of the user. */
  readonly sub: string;
  /** Id of the session. */
  readonly sid: string;
  /** Unique token id. */
  readonly jti: string;
  /** Issue time in seconds since the Unix epoch. */
  readonly iat: number;
  /** Expiry time in seconds since the Unix epoch. */
  readonly exp: number;
  /** Permissions that the login was narrowed to, separated by spaces; absent for a login with all of its account. */
  readonly scope?: string;
}

/** Expected issuer and audience, and the present time. */
export interface ClaimsContext {
  readonly issuer: string;
  readonly audience: string;
  /** Present time in milliseconds since the Unix epoch (UTC). */
  readonly now: number;
  readonly skewSeconds: number;
}

/** The claims, or the reason why they are not acceptable. */
export function readClaims(
  payload: Uint8Array,
  { issuer, audience, now, skewSeconds }: ClaimsContext,
): AccessClaims | "invalid" | "expired" {
  const claims = parseObject(payload);
  if (claims === undefined) return "invalid";
  const { iss, aud, sub, sid, jti, iat, exp, nbf, scope } = claims;
  const texts = [sub, sid, jti].every((claim) => typeof claim === "string" && claim !== "");
  if (!texts || iss !== issuer || aud !== audience) return "invalid";
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return "invalid";
  if (scope !== undefined && typeof scope !== "string") return "invalid";
  const seconds = Math.floor(now / 1000);
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= seconds + skewSeconds)) {
    return "invalid";
  }
  if ((exp as number) <= seconds - skewSeconds) return "expired";
  const narrowed = scope === undefined ? {} : { scope };
  return Object.freeze({ iss, aud, sub, sid, jti, iat, exp, ...narrowed } as AccessClaims);
}
