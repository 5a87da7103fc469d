/**
 * Nonces that carry their own proof: an expiry time, random bits, and a MAC over both and the wallet. Issuing one costs
 * the store nothing, so callers without an account cannot fill it.
 */

import type { Ids } from "@bourse/kernel";
import { hkdfSha256, hmacSha256, isSameInConstantTime, toHex } from "@bourse/kernel/platform";

/** Nonces of one master key. */
export interface NonceSeal {
  /** A new nonce of letters and digits for a wallet. `expiresAt` is in milliseconds since the epoch. */
  issue(walletKey: string, expiresAt: number): string;
  /** Expiry time of a nonce that was issued for this wallet; undefined for any other text. */
  expiryOf(nonce: string, walletKey: string): number | undefined;
}

/** Length of the expiry time in base 36, and of the hex MAC. */
const TIME_LENGTH = 9;
const MAC_LENGTH = 32;
const RANDOM_BITS = 64;

/** Nonces under a key that is derived from `masterKey` (HKDF, RFC 5869). */
export function createNonceSeal(masterKey: Uint8Array, ids: Ids): NonceSeal {
  const key = hkdfSha256(masterKey, "bourse wallet nonces", 32);
  const macOf = (body: string, walletKey: string): string =>
    toHex(hmacSha256(key, `${body} ${walletKey}`)).slice(0, MAC_LENGTH);

  return {
    issue: (walletKey, expiresAt) => {
      const time = expiresAt.toString(36).padStart(TIME_LENGTH, "0");
      const body = ids.token(time, RANDOM_BITS);
      return body + macOf(body, walletKey);
    },
    expiryOf: (nonce, walletKey) => {
      const body = nonce.slice(0, -MAC_LENGTH);
      const mac = nonce.slice(-MAC_LENGTH);
      if (!isSameInConstantTime(mac, macOf(body, walletKey))) return undefined;
      return Number.parseInt(body.slice(0, TIME_LENGTH), 36);
    },
  };
}
