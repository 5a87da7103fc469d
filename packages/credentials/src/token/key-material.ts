/** Generation and import of keys for the three signing algorithms. */

import {
  createPublicKey,
  createSecretKey,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";

import { type CryptoKey, type JWK, exportJWK, generateKeyPair, importJWK } from "jose";

/** Signing algorithm: other services can verify ES256 and EdDSA with the JWKS, HS256 only with the shared secret. */
export type SigningAlgorithm = "ES256" | "EdDSA" | "HS256";

/** A generated key; `publicJwk` is null for HS256. */
export interface KeyMaterial {
  readonly privateJwk: JWK;
  readonly publicJwk: Readonly<Record<string, string>> | null;
}

/** A new random key. */
export async function generateKey(algorithm: SigningAlgorithm): Promise<KeyMaterial> {
  if (algorithm === "HS256") {
    return {
      privateJwk: { kty: "oct", k: randomBytes(32).toString("base64url") },
      publicJwk: null,
    };
  }
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const [privateJwk, publicJwk] = await Promise.all([
    exportJWK(pair.privateKey),
    exportJWK(pair.publicKey),
  ]);
  return { privateJwk, publicJwk: publicJwk as Record<string, string> };
}

/** A key pair ready for use; for HS256 both are the same secret. */
export async function importKey(
  algorithm: SigningAlgorithm,
  privateJwk: JWK,
  publicJwk: JWK | null,
): Promise<{ readonly signing: CryptoKey | KeyObject; readonly verifying: KeyObject }> {
  const signing = await importJWK(privateJwk, algorithm);
  if (signing instanceof Uint8Array) {
    const secret = createSecretKey(signing);
    return { signing: secret, verifying: secret };
  }
  const key = (publicJwk ?? privateJwk) as JsonWebKey;
  return { signing, verifying: createPublicKey({ key, format: "jwk" }) };
}
