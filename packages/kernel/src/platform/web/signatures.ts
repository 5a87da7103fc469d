/** Verification of signatures by Web Cryptography. */

import type { KeyJwk, SignatureAlgorithm, VerifyingKey } from "../port.ts";

const PARAMETERS = {
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  HS256: { name: "HMAC", hash: "SHA-256" },
} as const;

/** Imports a key to verify with. @throws Error when the key is not one of this algorithm */
export async function importVerifyingKey(
  algorithm: SignatureAlgorithm,
  jwk: KeyJwk,
): Promise<VerifyingKey> {
  const { kty, crv, x, y, k } = jwk;
  const usages = algorithm === "HS256" ? (["sign", "verify"] as const) : (["verify"] as const);
  const publicParts = Object.fromEntries(
    Object.entries({ kty, crv, x, y, k }).filter(([, value]) => value !== undefined),
  );
  return await crypto.subtle.importKey("jwk", publicParts, PARAMETERS[algorithm], false, [
    ...usages,
  ]);
}

/**
 * True when `signature` is valid for `signed` under a key of {@link importVerifyingKey}: r and s side by side for ES256
 * (RFC 7518 §3.4). A wrong signature resolves to false.
 */
export async function isSigned(
  algorithm: SignatureAlgorithm,
  key: VerifyingKey,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  try {
    const held = key as Parameters<typeof crypto.subtle.verify>[1];
    // Memory that is shared with other threads is refused, so both are copied.
    const [proof, content] = [Uint8Array.from(signature), Uint8Array.from(signed)];
    return await crypto.subtle.verify(PARAMETERS[algorithm], held, proof, content);
  } catch {
    return false;
  }
}
