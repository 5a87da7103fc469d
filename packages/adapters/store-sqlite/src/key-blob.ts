/** Keys of indexes as SQLite holds them: it compares blobs byte by byte, so big-endian UTF-16 keeps their order. */
export function keyBlob(key: string): Uint8Array {
  return Buffer.from(key, "utf16le").swap16();
}
