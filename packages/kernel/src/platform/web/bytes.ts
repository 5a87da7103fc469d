/** Bytes as text, in plain JavaScript. */

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;
const VALUES: ReadonlyMap<string, number> = new Map(
  [STANDARD, URL_SAFE].flatMap((alphabet) =>
    alphabet.split("").map((character, value): [string, number] => [character, value]),
  ),
);

/** Encodes bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Encodes bytes as base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  const text = encode(bytes, STANDARD);
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  return encode(bytes, URL_SAFE);
}

/** Decodes hexadecimal digits up to the first pair that is none. */
export function fromHex(text: string): Uint8Array {
  const digits = /^(?:[0-9a-fA-F]{2})*/.exec(text)?.[0] ?? "";
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** Decodes base64 or base64url up to the first `=`; other ASCII characters are skipped. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let held = 0;
  let bits = 0;
  for (const character of text) {
    if (character === "=") break;
    const value = VALUES.get(character);
    if (value === undefined) continue;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
  }
  return bytes.slice(0, length);
}

const utf8 = new TextEncoder();

/** Number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return utf8.encode(text).length;
}

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x3fff;
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      text += alphabet[(held >> bits) & 63];
    }
  }
  return bits === 0 ? text : text + alphabet[(held << (6 - bits)) & 63];
}
