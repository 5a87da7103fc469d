/**
 * Access tokens: JWTs of type `at+jwt` (RFC 9068), signed and verified as RFC 8725 requires.
 *
 * Algorithm, type, issuer and audience are pinned; header members that point to keys are never followed; `crit` is
 * refused. A bounded cache holds tokens that verified (never those that did not), until they or their key expire.
 */

import {
  type Clock,
  type Ids,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
} from "@bourse/kernel";
import { isSigned, type VerifyingKey } from "@bourse/kernel/platform";
import { SignJWT } from "jose";

import { type AccessClaims, readClaims } from "./access-claims.ts";
import { type CompactToken, MAX_TOKEN_LENGTH, parseCompactToken } from "./compact-token.ts";
import type { UsableKey } from "./key-ring.ts";
import type { SigningKeys } from "./signing-keys.ts";

const TYPE = "at+jwt";

/** Options of {@link createAccessTokens}. */
export interface AccessTokensOptions {
  /** Keys that sign and verify; see `openSigningKeys`. */
  readonly keys: SigningKeys;
  /** The `iss` claim. */
  readonly issuer: string;
  /** The `aud` claim. */
  readonly audience: string;
  /** Lifetime of a token in seconds. 30–86,400. Default 900. */
  readonly ttlSeconds?: number;
  /** Clock skew in seconds that is tolerated at `exp` and `nbf`. 0–60. Default 5. */
  readonly skewSeconds?: number;
  /** Maximum number of verified tokens in the cache. 0–1,000,000. Default 10,000. */
  readonly cacheSize?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of token ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/**
 * Reason for which an access token is refused. INVALID_TOKEN covers everything but expiry, so that a forger learns
 * nothing.
 */
export type TokenRefusal = "TOKEN_EXPIRED" | "INVALID_TOKEN";

/** Result of the verification of an access token. */
export type TokenVerdict =
  | {
      readonly ok: true;
      /** Claims of the token. */
      readonly claims: AccessClaims;
    }
  | {
      readonly ok: false;
      /** Reason for the refusal. */
      readonly code: TokenRefusal;
    };

/** Issue and verification of access tokens. */
export interface AccessTokens {
  /** Lifetime of a token in seconds. */
  readonly ttlSeconds: number;
  /**
   * A new token for this user and session; `permissions` are those that the login was narrowed to, and become the claim
   * `scope` (RFC 9068, section 2.2.3). Default: a login with all permissions of its account, without that claim.
   */
  issue(userId: string, sessionId: string, permissions?: readonly string[]): Promise<string>;
  /**
   * Verifies signature and claims: at once for a token in the cache, else as a promise. Never throws, so a forged token
   * costs no exception. Whether the session `sid` is still live is to be checked by the caller every time.
   */
  verify(token: string): TokenVerdict | Promise<TokenVerdict>;
}

/** Access tokens over a set of signing keys. @throws KernelError OPTION_INVALID */
export function createAccessTokens(given: AccessTokensOptions): AccessTokens {
  const options = resolveOptions("createAccessTokens", given, {
    keys: portOption<SigningKeys>(["signer", "verifier"]),
    issuer: textOption({ maxLength: 200 }),
    audience: textOption({ maxLength: 200 }),
    ttlSeconds: integerOption({ min: 30, max: 86_400, default: 900 }),
    skewSeconds: integerOption({ min: 0, max: 60, default: 5 }),
    cacheSize: integerOption({ min: 0, max: 1_000_000, default: 10_000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
  const { keys, clock, issuer, audience } = options;
  // Keyed by the token itself, which lives for minutes: computing its digest would cost as much as all other checks.
  const verified = new Map<string, Verified>();

  const verifyAnew = async (token: string): Promise<TokenVerdict> => {
    const compact = parseCompactToken(token);
    const key = compact === undefined ? undefined : keyOf(compact.header, keys);
    if (compact === undefined || key === undefined) return INVALID;
    const { payload, signature, signed } = compact;
    if (!(await isSigned(key.algorithm, key.key, signed, signature))) return INVALID;
    const { skewSeconds } = options;
    const claims = readClaims(payload, { issuer, audience, now: clock.now(), skewSeconds });
    if (claims === "invalid") return INVALID;
    if (claims === "expired") return EXPIRED;
    const verdict = Object.freeze({ ok: true, claims });
    cache(token, { kid: key.kid, verdict });
    return verdict;
  };

  const cache = (token: string, entry: Verified): void => {
    if (options.cacheSize === 0) return;
    verified.set(token, entry);
    if (verified.size <= options.cacheSize) return;
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  };

  const isOver = ({ exp }: AccessClaims): boolean =>
    clock.now() >= (exp + options.skewSeconds) * 1000;

  const verify = (token: string): TokenVerdict | Promise<TokenVerdict> => {
    if (token.length > MAX_TOKEN_LENGTH) return INVALID;
    const known = verified.get(token);
    if (known === undefined) return verifyAnew(token);
    if (isOver(known.verdict.claims)) {
      verified.delete(token);
      return EXPIRED;
    }
    if (keys.verifier(known.kid) !== undefined) return known.verdict;
    verified.delete(token);
    return verifyAnew(token);
  };

  return Object.freeze({
    ttlSeconds: options.ttlSeconds,
    issue: (
      userId: string,
      sessionId: string,
      permissions?: readonly string[],
    ): Promise<string> => {
      const { kid, algorithm, key } = keys.signer();
      const now = Math.floor(clock.now() / 1000);
      const scope = permissions === undefined ? {} : { scope: permissions.join(" ") };
      return new SignJWT({ sid: sessionId, ...scope })
        .setProtectedHeader({ alg: algorithm, typ: TYPE, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(options.ids.uuid())
        .setIssuedAt(now)
        .setExpirationTime(now + options.ttlSeconds)
        .sign(key);
    },
    verify,
  });
}

const INVALID: TokenVerdict = Object.freeze({ ok: false, code: "INVALID_TOKEN" });
const EXPIRED: TokenVerdict = Object.freeze({ ok: false, code: "TOKEN_EXPIRED" });

interface Verified {
  readonly kid: string;
  readonly verdict: Extract<TokenVerdict, { ok: true }>;
}

/** The key that the header's kid names, provided that `issue` could have written the header. */
function keyOf(
  header: CompactToken["header"],
  keys: SigningKeys,
): UsableKey<VerifyingKey> | undefined {
  if (Object.hasOwn(header, "crit") || typeof header["kid"] !== "string") return undefined;
  const key = keys.verifier(header["kid"]);
  return header["alg"] === key?.algorithm && header["typ"] === TYPE ? key : undefined;
}
