// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Values of columnar files as float64 columns, each correctly rounded. */

/** Kinds of values that become a float64. */
export type NumberKind =
  | { readonly kind: "number" }
  | { readonly kind: "decimal"; readonly scale: number }
  | {
      readonly kind: "time";
      /** Milliseconds in a unit: 1000 for seconds, else 1. */
      readonly times: number;
      /** Units in a millisecond, else 1. */
      readonly per: number;
    };

/** Writes the values of one chunk from `start` on; NaN for null. */
export function putNumbers(
  target: Float64Array,
  start: number,
  chunk: ArrayLike<unknown>,
  kind: NumberKind,
): void {
  const isPlain = kind.kind === "number" && ArrayBuffer.isView(chunk);
  if (isPlain && (chunk instanceof Float64Array || chunk instanceof Float32Array)) {
    target.set(chunk, start);
    return;
  }
  if (chunk instanceof BigInt64Array && kind.kind !== "decimal") {
    putLongs(target, start, chunk, kind.kind === "time" ? kind : AS_IT_IS);
    return;
  }
  for (let i = 0; i < chunk.length; i++) target[start + i] = numberOf(chunk[i], kind);
}

/** 64-bit integers by their halves: ten times faster than one bigint each, and exact below 2^53. */
function putLongs(
  target: Float64Array,
  start: number,
  chunk: BigInt64Array,
  kind: NumberKind & { readonly kind: "time" },
): void {
  const { times, per } = kind;
  const { length } = chunk;
  const high = new Int32Array(chunk.buffer, chunk.byteOffset, 2 * length);
  const low = new Uint32Array(chunk.buffer, chunk.byteOffset, 2 * length);
  for (let i = 0; i < length; i++) {
    const half = high[2 * i + 1]!;
    if (half >= EXACT_HIGH || half < -EXACT_HIGH) target[start + i] = numberOf(chunk[i], kind);
    else target[start + i] = half * 4_294_967_296 + low[2 * i]!;
  }
  if (times === 1 && per === 1) return;
  for (let i = 0; i < length; i++) {
    const half = high[2 * i + 1]!;
    if (half >= EXACT_HIGH || half < -EXACT_HIGH) continue;
    const value = target[start + i]! * times;
    target[start + i] = per === 1 ? value : Math.floor(value / per);
  }
}

const AS_IT_IS = { kind: "time", times: 1, per: 1 } as const;
/** High halves of integers below 2^53. */
const EXACT_HIGH = 2 ** 21;

function numberOf(value: unknown, kind: NumberKind): number {
  if (value === null || value === undefined) return NaN;
  if (kind.kind === "decimal") return decimalOf(value, kind.scale);
  if (typeof value === "bigint") {
    if (kind.kind === "number") return Number(value);
    const per = BigInt(kind.per);
    const scaled = value * BigInt(kind.times);
    return Number((scaled - (((scaled % per) + per) % per)) / per);
  }
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "number") return NaN;
  return kind.kind === "time" ? Math.floor((value * kind.times) / kind.per) : value;
}

/** An unscaled integer (or its big-endian bytes) over a power of ten, rounded once. */
function decimalOf(value: unknown, scale: number): number {
  const unscaled = value instanceof Uint8Array ? bigEndian(value) : value;
  if (typeof unscaled === "number" && Number.isSafeInteger(unscaled) && scale <= 22) {
    return unscaled / 10 ** scale;
  }
  if (typeof unscaled !== "bigint" && typeof unscaled !== "number") return NaN;
  const digits = unscaled
    .toString()
    .replace("-", "")
    .padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return Number(unscaled < 0 ? `-${text}` : text);
}

function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}
