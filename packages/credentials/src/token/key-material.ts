/** Generation and import of keys for the three signing algorithms. */

import {
  importVerifyingKey,
  randomBytes,
  toBase64url,
  type VerifyingKey,
} from "@bourse/kernel/platform";
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
      privateJwk: { kty: "oct", k: toBase64url(randomBytes(32)) },
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
): Promise<{ readonly signing: CryptoKey | VerifyingKey; readonly verifying: VerifyingKey }> {
  const verifying = await importVerifyingKey(algorithm, publicJwk ?? privateJwk);
  if (algorithm === "HS256") return { signing: verifying, verifying };
  // A `CryptoKey`: only a secret is imported as bytes.
  const signing = (await importJWK(privateJwk, algorithm)) as CryptoKey;
  return { signing, verifying };
}
