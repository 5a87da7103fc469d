/**
 * Signature check of a compact token, by OpenSSL on a thread pool.
 *
 * A wrong signature resolves to false instead of rejecting, so that a forged token costs no more than a good one.
 */

import { createHmac, timingSafeEqual, verify, type KeyObject } from "node:crypto";

import type { SigningAlgorithm } from "./key-material.ts";

/** True when `signature` is valid for `signed` (header and payload as received, RFC 7515 §5.2) under `key`. */
export function hasSignature(
  algorithm: SigningAlgorithm,
  key: KeyObject,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (algorithm === "HS256") {
    const expected = createHmac("sha256", key).update(signed).digest();
    const isGood = signature.length === expected.length && timingSafeEqual(expected, signature);
    return Promise.resolve(isGood);
  }
  // ES256: r and s side by side (RFC 7518 §3.4). Ed25519 hashes by itself (RFC 8037 §3.1).
  const [hash, dsaEncoding] = algorithm === "ES256" ? (["sha256", "ieee-p1363"] as const) : [null];
  return new Promise((resolve) => {
    verify(hash, signed, { key, ...(dsaEncoding && { dsaEncoding }) }, signature, (error, isGood) =>
      resolve(error === null && isGood),
    );
  });
}
