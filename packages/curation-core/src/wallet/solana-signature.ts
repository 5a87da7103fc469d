/** Signatures of Solana accounts: Ed25519 over the bytes of the message. */

import { decodeBase58 } from "./base58.ts";
import { isSignedByEd25519 } from "./ed25519.ts";

const BYTES = 64;

/** True when the key `address` made the signature, which is base58, base64 or hexadecimal. */
export function isSignedBySolana(address: string, message: string, signature: string): boolean {
  const key = decodeBase58(address, 32);
  const bytes = decodeBase58(signature, BYTES) ?? decodeBase64(signature) ?? decodeHex(signature);
  if (key === undefined || bytes === undefined) return false;
  return isSignedByEd25519(key, Buffer.from(message, "utf8"), bytes);
}

function decodeBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{86}(?:==)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

function decodeHex(text: string): Uint8Array | undefined {
  const hex = /^(?:0x)?([0-9a-fA-F]{128})$/.exec(text)?.[1];
  return hex === undefined ? undefined : Buffer.from(hex, "hex");
}
