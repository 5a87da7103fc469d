// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Highest of the last `period` values.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period (van Herk's
 * algorithm, 1992). `out` is written to and returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function highest(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  return slideExtreme("highest", values, period, 1, out);
}

/**
 * Lowest of the last `period` values; everything else as in {@link highest}.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
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
