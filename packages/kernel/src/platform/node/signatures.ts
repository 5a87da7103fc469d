/** Verification of signatures by OpenSSL, on a thread pool where the algorithm is slow. */

import {
  createHmac,
  createPublicKey,
  createSecretKey,
  timingSafeEqual,
  verify,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";

import type { KeyJwk, SignatureAlgorithm, VerifyingKey } from "../port.ts";

/** Imports a key to verify with. @throws Error when the key is not one of this algorithm */
export async function importVerifyingKey(
  algorithm: SignatureAlgorithm,
  jwk: KeyJwk,
): Promise<VerifyingKey> {
  if (algorithm === "HS256") return createSecretKey(Buffer.from(jwk.k ?? "", "base64url"));
  return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
}

/**
 * True when `signature` is valid for `signed` under a key of {@link importVerifyingKey}: r and s side by side for ES256
 * (RFC 7518 §3.4). A wrong signature resolves to false, so that it costs no more than a good one.
 */
export function isSigned(
  algorithm: SignatureAlgorithm,
  key: VerifyingKey,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (algorithm === "HS256") {
    const expected = createHmac("sha256", key as KeyObject)
      .update(signed)
      .digest();
    const isGood = signature.length === expected.length && timingSafeEqual(expected, signature);
    return Promise.resolve(isGood);
  }
  // Ed25519 hashes by itself (RFC 8037 §3.1).
  const [hash, dsaEncoding] = algorithm === "ES256" ? (["sha256", "ieee-p1363"] as const) : [null];
  const options = { key: key as KeyObject, ...(dsaEncoding && { dsaEncoding }) };
  return new Promise((resolve) => {
    verify(hash, signed, options, signature, (error, isGood) => resolve(error === null && isGood));
  });
}
