/** AES-256-GCM (RFC 5116) for HPKE, by node:crypto: the ciphertext is followed by its tag of 16 bytes. */
import { createCipheriv, createDecipheriv } from "node:crypto";

import type { AEAD } from "hpke";

const TAG_BYTES = 16;
const PIECE_BYTES = 64 * 1024;

/** A sealed ciphertext lies in a buffer of its own, behind this much room for the head of whatever it becomes part of. */
const HEADROOM_BYTES = 64;

export const aes256Gcm: Readonly<AEAD> = Object.freeze({
  id: 0x0002,
  type: "AEAD",
  name: "AES-256-GCM",
  Nk: 32,
  Nn: 12,
  Nt: TAG_BYTES,
  Seal: (key, nonce, aad, plaintext) => Promise.resolve(seal(key, nonce, aad, plaintext)),
  // As a promise also when it throws: the interface knows rejections only.
  Open: async (key, nonce, aad, ciphertext) => open(key, nonce, aad, ciphertext),
} satisfies AEAD);

function seal(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(aad);
  // Large fresh buffers cost more than the cipher: one for everything, not zeroed first, and small pieces into it.
  const room = Buffer.allocUnsafeSlow(HEADROOM_BYTES + plaintext.length + TAG_BYTES);
  const out = new Uint8Array(room.buffer, HEADROOM_BYTES);
  for (let offset = 0; offset < plaintext.length; offset += PIECE_BYTES) {
    out.set(cipher.update(plaintext.subarray(offset, offset + PIECE_BYTES)), offset);
  }
  cipher.final();
  out.set(cipher.getAuthTag(), plaintext.length);
  return out;
}

function open(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const plaintext = decipher.update(ciphertext.subarray(0, -TAG_BYTES));
  decipher.final();
  return plaintext;
}
