/**
 * Secrets of one family: each follows another, and none of them is kept. A secret is 16 bytes that differ for each,
 * followed by 16 bytes of their HMAC under the key of the family. The tag lets us recognise every secret that was ever
 * issued, without keeping a list, so that any ancestor that is used again is detected. Only digests are stored.
 */

import {
  fromBase64,
  hmacSha256,
  isSameInConstantTime,
  randomBytes,
  sha256,
  toBase64url,
} from "@bourse/kernel/platform";

const HALF_BYTES = 16;

/** A random key for the tags of one family. */
export function newFamilyKey(): string {
  return toBase64url(randomBytes(32));
}

/** A secret of a family that does not follow from another one. */
export function newSecret(familyKey: string): string {
  return tagged(randomBytes(HALF_BYTES), familyKey);
}

/** A random salt for {@link childOf}. */
export function newSalt(): string {
  return toBase64url(randomBytes(16));
}

/**
 * The secret that a rotation replaces `parent` with: always the same one for the same salt, so that a lost answer can
 * be repeated, and one that cannot be computed from what is stored.
 */
export function childOf(parent: string, salt: string, familyKey: string): string {
  const digest = hmacSha256(parent, salt);
  return tagged(digest.subarray(0, HALF_BYTES), familyKey);
}

/** True when the secret carries the tag of this family: it is the present one or one of its ancestors. */
export function isOfFamily(secret: string, familyKey: string): boolean {
  const unique = fromBase64(secret).subarray(0, HALF_BYTES);
  return isSameInConstantTime(secret, tagged(unique, familyKey));
}

function tagged(unique: Uint8Array, familyKey: string): string {
  const tag = hmacSha256(familyKey, unique).subarray(0, HALF_BYTES);
  return toBase64url(Uint8Array.of(...unique, ...tag));
}

/** SHA-256 of a secret, base64url. */
export function digestOf(secret: string): string {
  return sha256(secret, "base64url");
}

/** True when the secret has this digest; the comparison takes constant time. */
export function matchesDigest(secret: string, digest: string | null): boolean {
  return digest !== null && isSameInConstantTime(digestOf(secret), digest);
}
