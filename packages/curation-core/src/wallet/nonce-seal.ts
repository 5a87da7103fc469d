/**
 * Nonces that carry their own proof: an expiry time, random bits, and a MAC over both and the wallet. Issuing one costs
 * the store nothing, so callers without an account cannot fill it.
 */

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

import type { Ids } from "@bourse/kernel";

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
  const key = new Uint8Array(hkdfSync("sha256", masterKey, "", "bourse wallet nonces", 32));
  const macOf = (body: string, walletKey: string): string =>
    createHmac("sha256", key).update(`${body} ${walletKey}`).digest("hex").slice(0, MAC_LENGTH);

  return {
    issue: (walletKey, expiresAt) => {
      const time = expiresAt.toString(36).padStart(TIME_LENGTH, "0");
      const body = ids.token(time, RANDOM_BITS);
      return body + macOf(body, walletKey);
    },
    expiryOf: (nonce, walletKey) => {
      const body = nonce.slice(0, -MAC_LENGTH);
      const mac = Buffer.from(nonce.slice(-MAC_LENGTH));
      const expected = Buffer.from(macOf(body, walletKey));
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
      return Number.parseInt(body.slice(0, TIME_LENGTH), 36);
    },
  };
}
