// Indices stay within the points, so `!` on typed-array reads only tells the checker what the loops say.

import { EngineError } from "@bourse/backtest-engine";

/**
 * Chooses the `count` points of a line that keep its shape best. Returns rising indices, the first and the last point
 * among them.
 *
 * Largest-Triangle-Three-Buckets (Steinarsson 2013): of each bucket the point that spans the largest triangle with the
 * point chosen before and the mean of the next bucket. All points when there are no more than `count`. O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a count that is no whole number of at least 2, axes of different lengths
 */
export function lttb(x: Float64Array, y: Float64Array, count: number): Uint32Array {
  check(x, y, count);
  const { length } = x;
  if (length <= count) return Uint32Array.from(x, (_, i) => i);
  const chosen = new Uint32Array(count);
  chosen[count - 1] = length - 1;
  const width = (length - 2) / (count - 2);
  const edge = (bucket: number): number => Math.min(length - 1, Math.floor(bucket * width) + 1);
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const from = edge(bucket);
    const to = edge(bucket + 1);
    const last = bucket === count - 3 ? length : edge(bucket + 2);
    chosen[bucket + 1] = largest(
      x,
      y,
      chosen[bucket]!,
      from,
      to,
      meanOf(x, to, last),
      meanOf(y, to, last),
    );
  }
  return chosen;
}

/** The point of `[from, to)` with the largest triangle; the first of equal ones. */
function largest(
  x: Float64Array,
  y: Float64Array,
  before: number,
  from: number,
  to: number,
  nextX: number,
  nextY: number,
): number {
  const x0 = x[before]!;
  const y0 = y[before]!;
  let found = from;
  let most = -1;
  for (let i = from; i < to; i++) {
    const area = Math.abs((x0 - nextX) * (y[i]! - y0) - (x0 - x[i]!) * (nextY - y0));
    if (area <= most) continue;
    most = area;
    found = i;
  }
  return found;
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum / (to - from);
}

function check(x: Float64Array, y: Float64Array, count: number): void {
  if (Number.isSafeInteger(count) && count >= 2 && x.length === y.length) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `lttb: expected a whole number of at least 2 points and axes of one length, found ${String(count)} points, ${x.length} and ${y.length} values.`,
    { details: { option: "points" } },
  );
}
