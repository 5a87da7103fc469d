// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Simple moving average: the mean of the last `period` values.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period. Each window is
 * summed afresh as distances from one of its own values, so that nothing drifts, a value that has left the window
 * leaves no trace, and a window of one repeated value gives exactly that value. The error is at most one rounding of
 * the mean and `period` roundings of the window's spread. Averages that are equal on paper may differ in the last
 * bit: use `slidingMean` to see the same ties as the reference engines. `out` is written to and returned instead of a
 * new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function sma(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("sma", "period", period);
  const result = outputFor("sma", values, out);
  const length = values.length;
  const first = firstValue(values);
  result.fill(NaN, 0, Math.min(length, first + period - 1));
  const scale = 1 / period;
  // Blocks of one period: each window is the tail of one and the head of the next. The last value of a block is in
  // all windows of its tails, so all are summed from it. Tails wait in `result` where their windows will end.
  for (let block = first; block + period <= length; block += period) {
    const last = block + period - 1;
    const stop = Math.min(last + period, length);
    const base = values[last]!;
    let tail = 0;
    let i = last;
    let end = last + period - 1;
    for (; end >= stop; end--, i--) tail += values[i]! - base;
    for (; end > last; end--, i--) {
      tail += values[i]! - base;
      result[end] = tail;
    }
    tail += values[block]! - base;
    result[last] = base + tail * scale;
    let head = 0;
    for (i = last + 1; i < stop; i++) {
      head += values[i]! - base;
      result[i] = base + (result[i]! + head) * scale;
    }
  }
  return result;
}
