// Byte reads below are within start..end-1, so `!` only tells the checker what the loop bounds say.

/** Decimal numbers out of bytes, several times faster than decoding text first; each value is correctly rounded. */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const ZERO = 48;
const DOT = 46;

/**
 * The number that the ASCII bytes from `start` to before `end` spell, or NaN when they spell none. `pointByte` is the
 * character before the fraction: a point, or a comma.
 *
 * A mantissa below 2^53 over a power of ten up to 10^22 needs one exact division (Clinger's fast path); all else
 * goes the slow way. `Infinity`, `NaN`, hexadecimal and separators are no numbers.
 */
export function parseDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  pointByte: number = DOT,
): number {
  let mantissa = 0;
  let point = -1;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
    else if (byte === pointByte && point < 0) point = i;
    else return parseDecimalText(textOf(bytes, start, end), pointByte !== DOT);
  }
  const decimals = point < 0 ? 0 : end - point - 1;
  const digits = point < 0 ? end - start : end - start - 1;
  if (digits === 0 || decimals > 22 || mantissa > Number.MAX_SAFE_INTEGER) {
    return parseDecimalText(textOf(bytes, start, end), pointByte !== DOT);
  }
  return mantissa / POWERS_OF_TEN[decimals]!;
}

/** The number that `text` spells, spaces around it aside, or NaN when it spells none. A comma may be its point. */
export function parseDecimalText(text: string, isComma = false): number {
  const found = text.trim();
  const trimmed = isComma ? found.replace(/[.,]/u, (mark) => (mark === "," ? "." : ",")) : found;
  return DECIMAL.test(trimmed) ? Number(trimmed) : NaN;
}

const decoder = new TextDecoder();

/** The bytes as UTF-8 text. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}
