/**
 * Access tokens: JWTs of type `at+jwt` (RFC 9068), signed and judged as RFC 8725 asks.
 *
 * Algorithm, type, issuer and audience are pinned; header members that point to keys are never followed; `crit` is
 * refused. A bounded cache remembers tokens that verified (never those that did not), by digest, until they expire or
 * their key does.
 */

import { hash } from "node:crypto";

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
import { SignJWT, errors, jwtVerify } from "jose";

import { CredentialsError } from "../errors.ts";
import { MAX_TOKEN_LENGTH, parseCompactToken } from "./compact-token.ts";
import type { SigningKeys, UsableKey } from "./signing-keys.ts";

const TYPE = "at+jwt";

export interface AccessTokensOptions {
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
  /** Lifetime. 30–86,400. Default 900 s. */
  readonly ttlSeconds?: number;
  /** Clock skew allowed at expiry and issue. 0–60. Default 5 s. */
  readonly skewSeconds?: number;
  /** Verified tokens remembered. 0–1,000,000. Default 10,000. */
  readonly cacheSize?: number;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

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

export interface AccessTokens {
  readonly ttlSeconds: number;
  issue(subject: string, sessionId: string): Promise<string>;
  /**
   * The claims. Whether the session `sid` still lives is the caller's question, to be asked every time.
   *
   * @throws CredentialsError TOKEN_EXPIRED, TOKEN_INVALID
   */
  verify(token: string): Promise<AccessClaims>;
  /** The claims of a token that verified before and is still good, at once; undefined: ask `verify`. */
  recall(token: string): AccessClaims | undefined;
}

/** @throws KernelError OPTION_INVALID */
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
  const verified = new Map<string, Verified>();

  const verifyAnew = async (token: string): Promise<Verified> => {
    const key = keyOf(token, keys);
    try {
      const { payload } = await jwtVerify(token, key.key, {
        algorithms: [key.algorithm],
        typ: TYPE,
        issuer,
        audience,
        clockTolerance: options.skewSeconds,
        currentDate: new Date(clock.now()),
        requiredClaims: ["sub", "sid", "jti", "iat", "exp"],
      });
      return { kid: key.kid, claims: checkClaims(payload) };
    } catch (error) {
      throw error instanceof errors.JWTExpired ? expired() : invalid(error);
    }
  };

  const remember = (digest: string, entry: Verified): void => {
    if (options.cacheSize === 0) return;
    verified.set(digest, entry);
    if (verified.size <= options.cacheSize) return;
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  };

  const isOver = ({ exp }: AccessClaims): boolean =>
    clock.now() >= (exp + options.skewSeconds) * 1000;

  return Object.freeze({
    ttlSeconds: options.ttlSeconds,
    issue: (subject: string, sessionId: string): Promise<string> => {
      const { kid, algorithm, key } = keys.signer();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: TYPE, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(options.ids.uuid())
        .setIssuedAt(now)
        .setExpirationTime(now + options.ttlSeconds)
        .sign(key);
    },
    recall: (token: string): AccessClaims | undefined => {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      const known = verified.get(hash("sha256", token, "base64url"));
      if (known === undefined || isOver(known.claims)) return undefined;
      return keys.verifier(known.kid) === undefined ? undefined : known.claims;
    },
    verify: async (token: string): Promise<AccessClaims> => {
      // Not even a digest is spent on what cannot be ours.
      if (token.length > MAX_TOKEN_LENGTH) throw invalid();
      const digest = hash("sha256", token, "base64url");
      const known = verified.get(digest);
      if (known !== undefined) {
        if (isOver(known.claims)) {
          verified.delete(digest);
          throw expired();
        }
        if (keys.verifier(known.kid) !== undefined) return known.claims;
        verified.delete(digest);
      }
      const entry = await verifyAnew(token);
      remember(digest, entry);
      return entry.claims;
    },
  });
}

interface Verified {
  readonly kid: string;
  readonly claims: AccessClaims;
}

/** The key that the header's kid names, when the header is one that we could have written. */
function keyOf(token: string, keys: SigningKeys): UsableKey {
  const header = parseCompactToken(token)?.header;
  if (header === undefined || Object.hasOwn(header, "crit") || typeof header["kid"] !== "string") {
    throw invalid();
  }
  const key = keys.verifier(header["kid"]);
  if (key === undefined || header["alg"] !== key.algorithm || header["typ"] !== TYPE) {
    throw invalid();
  }
  return key;
}

/** jose has checked the registered claims' values; this checks the types that it leaves open. */
function checkClaims(payload: Readonly<Record<string, unknown>>): AccessClaims {
  const { iss, aud, sub, sid, jti, iat, exp } = payload;
  const texts = [iss, aud, sub, sid, jti].every((claim) => typeof claim === "string" && claim);
  if (!texts || !Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) throw invalid();
  return Object.freeze({ iss, aud, sub, sid, jti, iat, exp } as AccessClaims);
}

function expired(): CredentialsError {
  return new CredentialsError("TOKEN_EXPIRED", "The access token has expired; refresh it.");
}

function invalid(cause?: unknown): CredentialsError {
  return new CredentialsError(
    "TOKEN_INVALID",
    "The access token is not acceptable here; log in again.",
    { cause },
  );
}
