/**
 * Checksums of stored documents, so that damage on the disk is an error and never a value.
 *
 * Without a key they are SHA-256 digests, which find damage. With one they are SHA-256 over the key and the content,
 * which also finds documents that were changed or planted by somebody without the key. Both are cut to 128 bits: the
 * other half of the digest stays unknown, so that nobody can continue it with more content (length extension), for
 * which HMAC (RFC 2104) would hash twice.
 */

import {
  beginSha256,
  hkdfSha256,
  sha256,
  toHex,
  type RunningDigest,
} from "@bourse/kernel/platform";

/** Checksums of one store: 32 hex digits each. */
export interface DocumentSums {
  /** Algorithm of the checksums, and which key they were made under: `sha256`, or `keyed-sha256:` and 16 hex digits. */
  readonly scheme: string;
  /** Checksum of a document: its collection, its version and its JSON, which holds the id. */
  ofDocument(collection: string, version: number, text: string): string;
  /** Checksum of the bytes beside a document. */
  ofBytes(collection: string, id: string, bytes: Uint8Array): string;
  /** Starts the checksum of a longer content; take the first 32 hex digits of its digest. */
  begin(): RunningDigest;
}

/** Length of a checksum in hex digits. */
export const SUM_LENGTH = 32;

/** Checksums with SHA-256, alone or over a key that is derived from `key` (HKDF, RFC 5869). */
export function createDocumentSums(key?: Uint8Array): DocumentSums {
  // 64 hex digits: one block of SHA-256.
  const prefix = key === undefined ? "" : toHex(hkdfSha256(key, "bourse store checksums", 32));
  const digest = (text: string): string => sha256(prefix + text, "hex").slice(0, SUM_LENGTH);
  const begin = (): RunningDigest => beginSha256().update(prefix);
  return {
    scheme: key === undefined ? "sha256" : `keyed-sha256:${digest("key").slice(0, 16)}`,
    ofDocument: (collection, version, text) => digest(`document ${collection} ${version}\n${text}`),
    ofBytes: (collection, id, bytes) =>
      begin()
        .update(`bytes ${collection} ${id.length}\n${id}`)
        .update(bytes)
        .digest("hex")
        .slice(0, SUM_LENGTH),
    begin,
  };
}
