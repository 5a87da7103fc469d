/** Signatures of Solana accounts: Ed25519 over the bytes of the message. */

import { fromBase64, fromHex } from "@bourse/kernel/platform";

import { decodeBase58 } from "./base58.ts";
import { isSignedByEd25519 } from "./ed25519.ts";

const BYTES = 64;

/** True when the key `address` made the signature, which is base58, base64 or hexadecimal. */
export async function isSignedBySolana(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = decodeBase58(address, 32);
  const bytes = decodeBase58(signature, BYTES) ?? decodeBase64(signature) ?? decodeHex(signature);
  if (key === undefined || bytes === undefined) return false;
  return await isSignedByEd25519(key, new TextEncoder().encode(message), bytes);
}

function decodeBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{86}(?:==)?$/.test(text) ? fromBase64(text) : undefined;
}

function decodeHex(text: string): Uint8Array | undefined {
  const hex = /^(?:0x)?([0-9a-fA-F]{128})$/.exec(text)?.[1];
  return hex === undefined ? undefined : fromHex(hex);
}
