/**
 * Keys of indexes as bytes, for engines that sort byte by byte: big-endian UTF-16 keeps their order. At most 2,400
 * bytes long. For authors of engines.
 */
export function keyBlob(key: string): Uint8Array {
  const bytes = new Uint8Array(2 * key.length);
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    bytes[2 * at] = unit >> 8;
    bytes[2 * at + 1] = unit & 0xff;
  }
  return bytes;
}

/** The key that {@link keyBlob} made the blob of. */
export function keyOfBlob(blob: Uint8Array): string {
  let key = "";
  for (let at = 0; at + 1 < blob.length; at += 2) {
    key += String.fromCharCode((blob[at]! << 8) | blob[at + 1]!);
  }
  return key;
}
