/**
 * Format of API keys: `bk_`, the name of an environment, `_`, 43 characters of base 62 (256 bits), and 6 characters of
 * base 62 that hold the CRC-32 of all characters before them. A mistyped key is refused without a store query, and
 * secret scanners recognise keys.
 */

import { crc32, randomInteger, sha256 } from "@bourse/kernel/platform";

/** Environment of a key for which no other was asked. */
export const DEFAULT_ENVIRONMENT = "live";
/** Form of an environment's name. */
const ENVIRONMENT = "[a-z][a-z0-9]{0,11}";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Maximum length of a key in characters: that of one whose environment has twelve. */
export const MAX_KEY_LENGTH: number =
  "bk_".length + 12 + "_".length + SECRET_LENGTH + CHECKSUM_LENGTH;
const FORM = new RegExp(`^bk_${ENVIRONMENT}_[0-9A-Za-z]{49}$`);
const ENVIRONMENT_FORM = new RegExp(`^${ENVIRONMENT}$`);
const SHOWN_CHARACTERS = 4;

/** True for the name of an environment: 1–12 lower-case letters and digits, the first one a letter. */
export function isEnvironment(name: string): boolean {
  return ENVIRONMENT_FORM.test(name);
}

/** Characters of a key that its owner recognises it by. */
export function prefixOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf("_") + 1 + SHOWN_CHARACTERS);
}

/** A new key of an environment from the system's secure random source. */
export function newKey(environment: string): string {
  let body = `bk_${environment}_`;
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
