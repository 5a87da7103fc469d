// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * The highest of the last `period` values.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period
 * (van Herk's blocks: the tail of one block and the head of the next).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, an `out` of another length
 */
export function highest(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  return slideExtreme("highest", values, period, 1, out);
}

/** The lowest of the last `period` values; all else as in {@link highest}. */
export function lowest(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  return slideExtreme("lowest", values, period, -1, out);
}

/** `sign` 1 looks for the highest, -1 for the lowest. */
function slideExtreme(
  name: string,
  values: Float64Array,
  period: number,
  sign: 1 | -1,
  out: Float64Array | undefined,
): Float64Array {
  checkPeriod(name, "period", period);
  const result = outputFor(name, values, out);
  const length = values.length;
  const first = firstValue(values);
  result.fill(NaN, 0, Math.min(length, first + period - 1));
  const tails = new Float64Array(period);
  for (let block = first; block + period <= length; block += period) {
    let best = -Infinity;
    for (let k = period - 1; k >= 0; k--) {
      const value = sign * values[block + k]!;
      if (value > best) best = value;
      tails[k] = best;
    }
    const last = block + period - 1;
    result[last] = sign * tails[0]!;
    const heads = Math.min(period - 1, length - block - period);
    best = -Infinity;
    for (let k = 1; k <= heads; k++) {
      const value = sign * values[last + k]!;
      if (value > best) best = value;
      const tail = tails[k]!;
      result[last + k] = sign * (best > tail ? best : tail);
    }
  }
  return result;
}
