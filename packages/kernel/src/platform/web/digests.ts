/** Digests by @noble/hashes: those of Web Cryptography are promises, which callers on hot paths could not wait for. */

import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as sha256Of } from "@noble/hashes/sha2.js";

import type { RunningDigest, TextEncoding } from "../port.ts";
import { toBase64url, toHex } from "./bytes.ts";

/** SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8. */
export function sha256(data: string | Uint8Array, encoding: TextEncoding): string {
  const digest = sha256Of(bytesOf(data));
  return encoding === "hex" ? toHex(digest) : toBase64url(digest);
}

/** Begins a SHA-256 of content that comes in pieces. */
export function beginSha256(): RunningDigest {
  const hash = sha256Of.create();
  const running: RunningDigest = {
    update: (data) => {
      hash.update(bytesOf(data));
      return running;
    },
    digest: () => toHex(hash.digest()),
  };
  return running;
}

/** HMAC-SHA-256 (RFC 2104): 32 bytes. A text stands for its UTF-8 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): Uint8Array {
  return hmac(sha256Of, bytesOf(key), bytesOf(data));
}

/** Derives `length` bytes from a key by HKDF with SHA-256 and no salt (RFC 5869). */
export function hkdfSha256(key: Uint8Array, info: string, length: number): Uint8Array {
  return hkdf(sha256Of, key, new Uint8Array(0), bytesOf(info), length);
}

/** True for equal texts or bytes; the time of the comparison depends on their lengths alone. */
export function isSameInConstantTime(
  one: string | Uint8Array,
  other: string | Uint8Array,
): boolean {
  const [a, b] = [bytesOf(one), bytesOf(other)];
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a[at]! ^ b[at]!;
  return difference === 0;
}

/** CRC-32 (ISO 3309) of a text in UTF-8, 0 to 2^32 − 1. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of bytesOf(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const utf8 = new TextEncoder();

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? utf8.encode(data) : data;
}
