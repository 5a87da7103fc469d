/** Making and importing keys of the three algorithms that a deployment may choose. */

import { randomBytes } from "node:crypto";

import {
  type CryptoKey,
  type JWK,
  type KeyObject,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";

/** ES256 and EdDSA can be verified by others from the JWKS; HS256 only by whoever shares the secret. */
export type SigningAlgorithm = "ES256" | "EdDSA" | "HS256";

export interface KeyMaterial {
  readonly privateJwk: JWK;
  readonly publicJwk: Readonly<Record<string, string>> | null;
}

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

export async function importKey(
  algorithm: SigningAlgorithm,
  privateJwk: JWK,
  publicJwk: JWK | null,
): Promise<{ readonly signing: CryptoKey | KeyObject; readonly verifying: CryptoKey | KeyObject }> {
  const signing = await importPart(algorithm, privateJwk);
  const verifying = publicJwk === null ? signing : await importPart(algorithm, publicJwk);
  return { signing, verifying };
}

async function importPart(algorithm: SigningAlgorithm, jwk: JWK): Promise<CryptoKey | KeyObject> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) {
    const { createSecretKey } = await import("node:crypto");
    return createSecretKey(key);
  }
  return key;
}
