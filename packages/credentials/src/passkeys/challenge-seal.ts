/**
 * Challenges of passkeys that carry their own proof: an expiry time, random bits, and a MAC over both, the purpose and
 * the account. Issuing one costs the store nothing, so callers without an account cannot fill it; every process with
 * the same master key can check it.
 */

import {
  hkdfSha256,
  hmacSha256,
  isSameInConstantTime,
  randomBytes,
  toBase64url,
} from "@bourse/kernel/platform";

/** Purpose of a challenge, and the account it is for; null for whichever the passkey belongs to. */
export interface ChallengeUse {
  readonly purpose: "passkey_setup" | "passkey_login";
  readonly userId: string | null;
}

/** Challenges of one master key. */
export interface ChallengeSeal {
  /** A new challenge. `expiresAt` is in milliseconds since the Unix epoch. */
  issue(use: ChallengeUse, expiresAt: number): string;
  /** Expiry time of a challenge that was issued for this use; undefined for any other text. */
  expiryOf(challenge: string, use: ChallengeUse): number | undefined;
}

/** Length of the expiry time in base 36. */
const TIME_LENGTH = 9;
const RANDOM_BYTES = 16;
/** Length of the MAC: browsers send bytes back, which a text of a multiple of four characters is. */
const MAC_LENGTH = 41;

/** Challenges under a key that is derived from `masterKey` (HKDF, RFC 5869). */
export function createChallengeSeal(masterKey: Uint8Array): ChallengeSeal {
  const key = hkdfSha256(masterKey, "bourse passkey challenges", 32);
  const macOf = (body: string, { purpose, userId }: ChallengeUse): string =>
    toBase64url(hmacSha256(key, JSON.stringify([body, purpose, userId]))).slice(0, MAC_LENGTH);
  return {
    issue: (use, expiresAt) => {
      const time = expiresAt.toString(36).padStart(TIME_LENGTH, "0");
      const body = time + toBase64url(randomBytes(RANDOM_BYTES));
      return body + macOf(body, use);
    },
    expiryOf: (challenge, use) => {
      const body = challenge.slice(0, -MAC_LENGTH);
      const mac = challenge.slice(-MAC_LENGTH);
      if (!isSameInConstantTime(mac, macOf(body, use))) return undefined;
      return Number.parseInt(body.slice(0, TIME_LENGTH), 36);
    },
  };
}
