/** `rt_<session id>_<secret>`: the id finds the session, the secret (256 bits) proves it; only its digest is kept. */

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

const FORM = /^rt_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/;

export interface RefreshToken {
  readonly sessionId: string;
  readonly secret: string;
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The secret that a rotation puts in the place of `parent`: the same one each time, so that an answer that was lost can
 * be given again, and one that nobody finds who has only what is stored.
 */
export function childOf(parent: string, salt: string): string {
  return createHmac("sha256", parent).update(salt).digest("base64url");
}

export function formatRefreshToken(sessionId: string, secret: string): string {
  return `rt_${sessionId}_${secret}`;
}

/** The token's parts, or undefined when it is not one of ours. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const match = FORM.exec(token);
  if (match === null) return undefined;
  const [, sessionId = "", secret = ""] = match;
  return { sessionId, secret };
}

export function digestOf(secret: string): string {
  return hash("sha256", secret, "base64url");
}

/** Whether the secret has this digest, in a time that does not depend on where they differ. */
export function matchesDigest(secret: string, digest: string | null): boolean {
  if (digest === null) return false;
  const [given, kept] = [Buffer.from(digestOf(secret)), Buffer.from(digest)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}
