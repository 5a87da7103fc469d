/**
 * Checksums of stored documents, so that damage on the disk is an error and never a value.
 *
 * Without a key they are SHA-256 digests, which find damage. With one they are HMAC-SHA-256 (RFC 2104), which also find
 * documents that were changed or planted by somebody without the key. Both are cut to 128 bits.
 */

import { createHash, createHmac, hash, hkdfSync, type Hash, type Hmac } from "node:crypto";

/** Checksums of one store: 32 hex digits each. */
export interface DocumentSums {
  /** Algorithm of the checksums, and which key they were made under: `sha256`, or `hmac-sha256:` and 16 hex digits. */
  readonly scheme: string;
  /** Checksum of a document: its collection, its version and its JSON, which holds the id. */
  ofDocument(collection: string, version: number, text: string): string;
  /** Checksum of the bytes beside a document. */
  ofBytes(collection: string, id: string, bytes: Uint8Array): string;
  /** Starts the checksum of a longer content; take the first 32 hex digits of its digest. */
  begin(): Hash | Hmac;
}

/** Length of a checksum in hex digits. */
export const SUM_LENGTH = 32;

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Checksums with SHA-256, or with HMAC-SHA-256 under a key that is derived from `key` (HKDF, RFC 5869). */
export function createDocumentSums(key?: Uint8Array): DocumentSums {
  const derived =
    key && new Uint8Array(hkdfSync("sha256", key, "", "bourse store checksums", DIGEST_BYTES));
  const digest = derived === undefined ? (text: string) => hash("sha256", text) : keyed(derived);
  const begin = (): Hash | Hmac =>
    derived === undefined ? createHash("sha256") : createHmac("sha256", derived);
  return {
    scheme: derived === undefined ? "sha256" : `hmac-sha256:${digest("key").slice(0, 16)}`,
    ofDocument: (collection, version, text) =>
      digest(`document ${collection} ${version}\n${text}`).slice(0, SUM_LENGTH),
    ofBytes: (collection, id, bytes) =>
      begin()
        .update(`bytes ${collection} ${id.length}\n${id}`)
        .update(bytes)
        .digest("hex")
        .slice(0, SUM_LENGTH),
    begin,
  };
}

/** HMAC-SHA-256 by two one-shot digests, which cost half of what a `createHmac` object does for a short text. */
function keyed(key: Uint8Array): (text: string) => string {
  const outer = padded(key, 0x5c, BLOCK_BYTES + DIGEST_BYTES);
  let inner = padded(key, 0x36, 4096);
  return (text) => {
    // A UTF-16 code unit is at most three bytes of UTF-8.
    const most = BLOCK_BYTES + 3 * text.length;
    if (most > inner.length) inner = padded(key, 0x36, 2 * most);
    const length = inner.write(text, BLOCK_BYTES);
    outer.write(hash("sha256", inner.subarray(0, BLOCK_BYTES + length)), BLOCK_BYTES, "hex");
    return hash("sha256", outer);
  };
}

/** The key, padded to a block with zeros and combined with `pad`; room for the message follows. */
function padded(key: Uint8Array, pad: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < BLOCK_BYTES; at += 1) bytes[at] = (key[at] ?? 0) ^ pad;
  return bytes;
}
