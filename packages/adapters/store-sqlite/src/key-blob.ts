/** The key that {@link keyBlob} made the blob of. */
export function keyOfBlob(blob: Uint8Array): string {
  const even = blob.length - (blob.length % 2);
  return Buffer.from(blob.subarray(0, even)).swap16().toString("utf16le");
}

/** Keys of indexes as SQLite holds them: it compares blobs byte by byte, so big-endian UTF-16 keeps their order. */
export function keyBlob(key: string): Uint8Array {
  return Buffer.from(key, "utf16le").swap16();
}
