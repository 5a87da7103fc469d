/** HKDF-SHA256 (RFC 5869) for the key schedule of HPKE, by node:crypto. */
import { createHmac } from "node:crypto";

import type { KDF } from "hpke";

const HASH_BYTES = 32;

export const hkdfSha256: Readonly<KDF> = Object.freeze({
  id: 0x0001,
  type: "KDF",
  name: "HKDF-SHA256",
  Nh: HASH_BYTES,
  stages: 2,
  // An absent salt is HashLen zeros (§2.2); HMAC pads an empty key to the very same.
  Extract: (salt, ikm) => Promise.resolve(hmac(salt, ikm)),
  Expand: (prk, info, length) => Promise.resolve(expand(prk, info, length)),
  Derive: () => Promise.reject(new Error("HKDF has two stages: Extract and Expand.")),
} satisfies KDF);

/** §2.3: T(i) = HMAC(PRK, T(i − 1) ‖ info ‖ i), the first `length` bytes of T(1) ‖ T(2) ‖ … */
function expand(prk: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let block: Uint8Array = new Uint8Array(0);
  for (let offset = 0, counter = 1; offset < length; offset += HASH_BYTES, counter++) {
    block = hmac(prk, block, info, Uint8Array.of(counter));
    out.set(block.subarray(0, Math.min(HASH_BYTES, length - offset)), offset);
  }
  return out;
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return new Uint8Array(mac.digest());
}
