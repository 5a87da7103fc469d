/** Signatures of Solana accounts: Ed25519 over the bytes of a text, or over an off-chain message that holds it. */

import { fromBase64, fromHex } from "@bourse/kernel/platform";

import { decodeBase58 } from "./base58.ts";
import { isSignedByEd25519 } from "./ed25519.ts";

const BYTES = 64;

/** First bytes of off-chain messages, with which no transaction begins. */
const OFF_CHAIN = Uint8Array.from([0xff, ...new TextEncoder().encode("solana offchain")]);

/** The formats of version 0: printable ASCII, UTF-8, and UTF-8 that is longer than hardware wallets take. */
const FORMATS = [0, 1, 2] as const;
const MAX_OFF_CHAIN_BYTES = 65_515;

/** Messages for no named application. */
const NO_APPLICATION = new Uint8Array(32);

/**
 * True when the key `address` made the signature, which is base58, base64 or hexadecimal, over the text itself or over
 * an off-chain message of it: of version 0 as the command line and hardware wallets write it, of version 0 with its
 * application and signer, or of version 1.
 */
export async function isSignedBySolana(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = decodeBase58(address, 32);
  const bytes = decodeBase58(signature, BYTES) ?? decodeBase64(signature) ?? decodeHex(signature);
  if (key === undefined || bytes === undefined) return false;
  for (const signed of signedForms(new TextEncoder().encode(message), key)) {
    if (await isSignedByEd25519(key, signed, bytes)) return true;
  }
  return false;
}

/** The bytes that a wallet may have signed for a text. */
function* signedForms(text: Uint8Array, key: Uint8Array): Generator<Uint8Array> {
  yield text;
  if (text.length === 0 || text.length > MAX_OFF_CHAIN_BYTES) return;
  const length = [text.length & 0xff, text.length >> 8];
  for (const format of FORMATS) {
    yield Uint8Array.of(...OFF_CHAIN, 0, format, ...length, ...text);
    yield Uint8Array.of(...OFF_CHAIN, 0, ...NO_APPLICATION, format, 1, ...key, ...length, ...text);
  }
  yield Uint8Array.of(...OFF_CHAIN, 1, 1, ...key, ...text);
}

function decodeBase64(text: string): Uint8Array | undefined {
  const isBase64 = /^(?:[A-Za-z0-9+/]{86}(?:==)?|[A-Za-z0-9_-]{86})$/.test(text);
  return isBase64 ? fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
}

function decodeHex(text: string): Uint8Array | undefined {
  const hex = /^(?:0x)?([0-9a-fA-F]{128})$/.exec(text)?.[1];
  return hex === undefined ? undefined : fromHex(hex);
}
