/** Base58 in Bitcoin's alphabet, the encoding of Solana keys and signatures. */

import { fromHex } from "@bourse/kernel/platform";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS: ReadonlyMap<string, number> = new Map(
  ALPHABET.split("").map((char, at) => [char, at]),
);

/** Decodes base58 of exactly `length` bytes; undefined for any other text. */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // A byte takes at most log 256 / log 58 characters; a longer text cannot be this many bytes, and would cost time.
  if (text.length === 0 || text.length > Math.ceil(length * 1.37)) return undefined;
  let value = 0n;
  for (const char of text) {
    const digit = DIGITS.get(char);
    if (digit === undefined) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? "" : value.toString(16);
  const bytes = fromHex(hex.length % 2 === 1 ? `0${hex}` : hex);
  if (zeros + bytes.length !== length) return undefined;
  return new Uint8Array([...new Uint8Array(zeros), ...bytes]);
}
