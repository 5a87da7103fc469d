/** A text message as one WebSocket frame of a server: final, unmasked, uncompressed (RFC 6455 section 5.2). */

const FINAL_TEXT = 0x81;
/** Longer payloads have their length in 16 bits, still longer ones in 64. */
const SHORT = 125;
const MEDIUM = 0xffff;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start, "utf8");
  return frame;
}
