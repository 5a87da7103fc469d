/** Signatures of Solana accounts: Ed25519 over the bytes of the message (RFC 8032). */

import { createPublicKey, verify } from "node:crypto";

import { decodeBase58 } from "./base58.ts";

/** True when the key `address` made the signature, which is base58 or base64. */
export function isSignedBySolana(address: string, message: string, signature: string): boolean {
  const key = decodeBase58(address, 32);
  const bytes = decodeBase58(signature, 64) ?? decodeBase64(signature);
  if (key === undefined || bytes === undefined) return false;
  try {
    const x = Buffer.from(key).toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(message, "utf8"), publicKey, bytes);
  } catch {
    // The 32 bytes are not a point of the curve.
    return false;
  }
}

function decodeBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{86}(?:==)?$/.test(text)) return undefined;
  return Buffer.from(text, "base64");
}
