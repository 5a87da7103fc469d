/**
 * Refresh tokens: `rt_<session id>_<secret>`. The id finds the session, the secret proves it.
 *
 * A secret is 16 bytes that differ for each rotation, followed by 16 bytes of their HMAC under the key of the session's
 * token family. The tag lets us recognise every token that this session has ever issued, without keeping a list, so
 * that any ancestor that is used again is detected. Only the digest of the present secret (and of its parent) is
 * stored.
 */

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

const FORM = /^rt_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/;
const HALF_BYTES = 16;

export interface RefreshToken {
  readonly sessionId: string;
  /** 32 bytes in base64url. */
  readonly secret: string;
}

/** A random key for the tags of one session's refresh tokens. */
export function newFamilyKey(): string {
  return randomBytes(32).toString("base64url");
}

/** The first secret of a family. */
export function newSecret(familyKey: string): string {
  return tagged(randomBytes(HALF_BYTES), familyKey);
}

/** A random salt for {@link childOf}. */
export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The secret that a rotation replaces `parent` with: always the same one for the same salt, so that a lost answer can
 * be repeated, and one that cannot be computed from what is stored.
 */
export function childOf(parent: string, salt: string, familyKey: string): string {
  const digest = createHmac("sha256", parent).update(salt).digest();
  return tagged(digest.subarray(0, HALF_BYTES), familyKey);
}

/** True when the secret carries the tag of this family: it is the present one or one of its ancestors. */
export function isOfFamily(secret: string, familyKey: string): boolean {
  const unique = Buffer.from(secret, "base64url").subarray(0, HALF_BYTES);
  return equals(secret, tagged(unique, familyKey));
}

function tagged(unique: Buffer, familyKey: string): string {
  const tag = createHmac("sha256", familyKey).update(unique).digest().subarray(0, HALF_BYTES);
  return Buffer.concat([unique, tag]).toString("base64url");
}

/** The token as the client holds it. */
export function formatRefreshToken(sessionId: string, secret: string): string {
  return `rt_${sessionId}_${secret}`;
}

/** The token's parts, or undefined when it does not have the form of a refresh token. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const match = FORM.exec(token);
  if (match === null) return undefined;
  const [, sessionId = "", secret = ""] = match;
  return { sessionId, secret };
}

/** SHA-256 of a secret, base64url. */
export function digestOf(secret: string): string {
  return hash("sha256", secret, "base64url");
}

/** True when the secret has this digest; the comparison takes constant time. */
export function matchesDigest(secret: string, digest: string | null): boolean {
  return digest !== null && equals(digestOf(secret), digest);
}

function equals(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
