/** Compression by zlib. */

import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Compresses bytes by DEFLATE (RFC 1951) at level 6. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: 6 });
}

/** Decompresses DEFLATE. @throws Error when the bytes are not a whole stream */
export function inflate(bytes: Uint8Array): Uint8Array {
  return inflateRawSync(bytes);
}
