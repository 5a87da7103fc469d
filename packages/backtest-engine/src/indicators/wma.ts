// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * The linearly weighted moving average: weight 1 for the oldest of `period` values, `period` for the newest.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period, with a
 * scratch of `period` numbers. No value is ever taken out of a running sum: the values are cut into blocks of
 * one period, and each window is the tail of one block and the head of the next, so a huge value leaves no trace
 * once it has left the window.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, an `out` of another length
 */
export function wma(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("wma", "period", period);
  const result = outputFor("wma", values, out);
  const length = values.length;
  const first = firstValue(values);
  result.fill(NaN, 0, Math.min(length, first + period - 1));
  if (first + period > length) return result;
  const scale = 2 / (period * (period + 1));
  const tails = new Float64Array(period + 1);
  for (let block = first; block + period <= length; block += period) {
    weighTails(values, block, period, tails);
    const base = values[block]!;
    result[block + period - 1] = base + tails[0]! * scale;
    const end = block + period;
    const stop = Math.min(end + period - 1, length);
    let sum = 0;
    let weighted = 0;
    for (let i = end, k = 1; i < stop; i++, k++) {
      const value = values[i]! - base;
      weighted += period * value - sum;
      sum += value;
      result[i] = base + (tails[k]! + weighted) * scale;
    }
  }
  return result;
}

/** `tails[k]`: the weighted sum (1, 2, …) of a block's values from its k-th on, as distances from its first. */
function weighTails(
  values: Float64Array,
  block: number,
  period: number,
  tails: Float64Array,
): void {
  const base = values[block]!;
  let sum = 0;
  let weighted = 0;
  tails[period] = 0;
  for (let k = period - 1; k >= 0; k--) {
    sum += values[block + k]! - base;
    weighted += sum;
    tails[k] = weighted;
  }
}
