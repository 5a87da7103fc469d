/**
 * Format of API keys: `bk_live_`, 43 characters of base 62 (256 bits), and 6 characters of base 62 that hold the CRC-32
 * of all characters before them. A mistyped key is refused without a store query, and secret scanners recognise keys.
 */

import { crc32, randomInteger, sha256 } from "@bourse/kernel/platform";

/** First characters of every key. */
export const KEY_PREFIX = "bk_live_";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Length of every key in characters. */
export const KEY_LENGTH: number = KEY_PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const FORM = /^bk_live_[0-9A-Za-z]{49}$/;

/** A new key from the system's secure random source. */
export function newKey(): string {
  let body = KEY_PREFIX;
  for (let i = 0; i < SECRET_LENGTH; i++) body += ALPHABET[randomInteger(ALPHABET.length)];
  return body + checksumOf(body);
}

/** True when `key` has the form and the checksum of a key. */
export function isWellFormedKey(key: string): boolean {
  if (!FORM.test(key)) return false;
  return key.slice(-CHECKSUM_LENGTH) === checksumOf(key.slice(0, -CHECKSUM_LENGTH));
}

/** SHA-256 of a key, base64url. A key has 256 random bits and so needs neither a salt nor a slow hash. */
export function digestOfKey(key: string): string {
  return sha256(key, "base64url");
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = (ALPHABET[rest % 62] ?? "") + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}
