/** Random bytes by Web Cryptography. */

import { toHex } from "./bytes.ts";

/** The most bytes that one call gives. */
const MAX_BYTES = 65_536;

/** Random bytes from the system's secure source. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += MAX_BYTES) {
    crypto.getRandomValues(bytes.subarray(at, at + MAX_BYTES));
  }
  return bytes;
}

/** Random whole number from 0 to `below` − 1, each as likely as the others. `below`: 1 to 2^32. */
export function randomInteger(below: number): number {
  // Numbers beyond the last whole multiple would make the first remainders likelier.
  const bound = 2 ** 32 - (2 ** 32 % below);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= bound);
  return drawn[0]! % below;
}

/** Random UUID of version 4 (RFC 9562 §5.4). Pages without TLS have no `crypto.randomUUID`. */
export function randomUuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = 0x40 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = toHex(bytes);
  return [8, 12, 16, 20, 32].map((end, part) => hex.slice([0, 8, 12, 16, 20][part], end)).join("-");
}
