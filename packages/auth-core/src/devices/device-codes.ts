/** Codes of devices: a long one that the device keeps, and a short one that its user types (RFC 8628, section 6.1). */

import {
  hmacSha256,
  randomBytes,
  randomInteger,
  sha256,
  toBase64url,
} from "@bourse/kernel/platform";

/** Consonants that look alike in no font and form no words: 20 of them, 34 bits in eight. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;
const DEVICE_CODE = /^dc_[A-Za-z0-9_-]{43}$/;

/** A device code of 256 random bits. */
export function newDeviceCode(): string {
  return `dc_${toBase64url(randomBytes(32))}`;
}

/** Id of the document of a device code; undefined for a text that is none. */
export function idOfDeviceCode(code: string): string | undefined {
  return DEVICE_CODE.test(code) ? sha256(code, "base64url") : undefined;
}

/** A user code as it is shown, such as `WDJB-MJHT`. */
export function newUserCode(): string {
  let code = "";
  for (let i = 0; i < USER_CODE_LENGTH; i++) code += ALPHABET[randomInteger(ALPHABET.length)];
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Digest of a user code, in any case and with or without separators. */
export function hashOfUserCode(key: Uint8Array, code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return toBase64url(hmacSha256(key, letters));
}
