/** Bytes as text, by Node's `Buffer`. */

/** Encodes bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return view(bytes).toString("hex");
}

/** Encodes bytes as base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  return view(bytes).toString("base64");
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  return view(bytes).toString("base64url");
}

/** Decodes hexadecimal digits up to the first pair that is none. */
export function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}

/** Decodes base64 or base64url up to the first `=`; other ASCII characters are skipped. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** Number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
