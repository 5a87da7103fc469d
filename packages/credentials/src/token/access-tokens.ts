/**
 * Access tokens: JWTs of type `at+jwt` (RFC 9068), signed and judged as RFC 8725 asks.
 *
 * Algorithm, type, issuer and audience are pinned; header members that point to keys are never followed; `crit` is
 * refused. A bounded cache remembers tokens that verified (never those that did not), until they expire or
 * their key does.
 */

import type { KeyObject } from "node:crypto";

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
import { SignJWT } from "jose";

import { CredentialsError } from "../errors.ts";
import { type AccessClaims, readClaims } from "./access-claims.ts";
import { type CompactToken, MAX_TOKEN_LENGTH, parseCompactToken } from "./compact-token.ts";
import { hasSignature } from "./signature.ts";
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

/** What a token is worth; one reason for all that is not ours, so that a forger learns nothing. */
export type TokenVerdict =
  | { readonly ok: true; readonly claims: AccessClaims }
  | { readonly ok: false; readonly reason: "TOKEN_EXPIRED" | "TOKEN_INVALID" };

export interface AccessTokens {
  readonly ttlSeconds: number;
  issue(subject: string, sessionId: string): Promise<string>;
  /**
   * The claims. Whether the session `sid` still lives is the caller's question, to be asked every time.
   *
   * @throws CredentialsError TOKEN_EXPIRED, TOKEN_INVALID
   */
  verify(token: string): Promise<AccessClaims>;
  /** Like `verify`, with the refusal as an answer: no forged token costs an exception. */
  judge(token: string): Promise<TokenVerdict>;
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
  // By the token itself: it lives for minutes and came in the clear, and a digest of it is what a known one would cost.
  const verified = new Map<string, Verified>();

  const judgeAnew = async (token: string): Promise<TokenVerdict> => {
    const compact = parseCompactToken(token);
    const key = compact === undefined ? undefined : keyOf(compact.header, keys);
    if (compact === undefined || key === undefined) return INVALID;
    const { payload, signature, signed } = compact;
    if (!(await hasSignature(key.algorithm, key.key, signed, signature))) return INVALID;
    const { skewSeconds } = options;
    const claims = readClaims(payload, { issuer, audience, now: clock.now(), skewSeconds });
    if (claims === "invalid") return INVALID;
    if (claims === "expired") return EXPIRED;
    const verdict = Object.freeze({ ok: true, claims });
    remember(token, { kid: key.kid, verdict });
    return verdict;
  };

  const remember = (token: string, entry: Verified): void => {
    if (options.cacheSize === 0) return;
    verified.set(token, entry);
    if (verified.size <= options.cacheSize) return;
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  };

  const isOver = ({ exp }: AccessClaims): boolean =>
    clock.now() >= (exp + options.skewSeconds) * 1000;

  const judge = (token: string): TokenVerdict | Promise<TokenVerdict> => {
    // Nothing is spent on what cannot be ours.
    if (token.length > MAX_TOKEN_LENGTH) return INVALID;
    const known = verified.get(token);
    if (known === undefined) return judgeAnew(token);
    if (isOver(known.verdict.claims)) {
      verified.delete(token);
      return EXPIRED;
    }
    if (keys.verifier(known.kid) !== undefined) return known.verdict;
    verified.delete(token);
    return judgeAnew(token);
  };

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
      const known = verified.get(token);
      if (known === undefined || isOver(known.verdict.claims)) return undefined;
      return keys.verifier(known.kid) === undefined ? undefined : known.verdict.claims;
    },
    judge: async (token: string): Promise<TokenVerdict> => judge(token),
    verify: async (token: string): Promise<AccessClaims> => {
      const verdict = await judge(token);
      if (verdict.ok) return verdict.claims;
      throw new CredentialsError(verdict.reason, REFUSALS[verdict.reason]);
    },
  });
}

const INVALID: TokenVerdict = Object.freeze({ ok: false, reason: "TOKEN_INVALID" });
const EXPIRED: TokenVerdict = Object.freeze({ ok: false, reason: "TOKEN_EXPIRED" });
const REFUSALS = {
  TOKEN_EXPIRED: "The access token has expired; refresh it.",
  TOKEN_INVALID: "The access token is not acceptable here; log in again.",
} as const;

interface Verified {
  readonly kid: string;
  readonly verdict: Extract<TokenVerdict, { ok: true }>;
}

/** The key that the header's kid names, when the header is one that we could have written. */
function keyOf(
  header: CompactToken["header"],
  keys: SigningKeys,
): UsableKey<KeyObject> | undefined {
  if (Object.hasOwn(header, "crit") || typeof header["kid"] !== "string") return undefined;
  const key = keys.verifier(header["kid"]);
  return header["alg"] === key?.algorithm && header["typ"] === TYPE ? key : undefined;
}
