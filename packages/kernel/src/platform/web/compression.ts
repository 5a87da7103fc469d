/** Compression by fflate: the compression of web platforms cannot be called within a transaction, as it is a stream. */

import { deflateSync, inflateSync } from "fflate/browser";

/** Compresses bytes by DEFLATE (RFC 1951) at level 6. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 6 });
}

/** Decompresses DEFLATE. @throws Error when the bytes are not a whole stream */
export function inflate(bytes: Uint8Array): Uint8Array {
  return inflateSync(bytes);
}
