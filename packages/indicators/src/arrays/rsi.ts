// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Relative strength index (Wilder, 1978), 0–100, with Wilder's smoothing: the share of gains in the average move.
 *
 * The first value stands after `period` changes, from their plain means, and is NaN before; leading NaN of `values`
 * count as warm-up. O(n). If nothing has moved since the start there is neither gain nor loss, and the index is 50.
 * `out` is written to and returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function rsi(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("rsi", "period", period);
  const result = outputFor("rsi", values, out);
  const length = values.length;
  const first = firstValue(values);
  const ready = first + period;
  result.fill(NaN, 0, Math.min(length, ready));
  if (ready >= length) return result;
  const weight = 1 / period;
  let gain = 0;
  let loss = 0;
  let previous = values[first]!;
  for (let i = first + 1; i <= ready; i++) {
    const value = values[i]!;
    const change = value - previous;
    previous = value;
    if (change > 0) gain += change;
    else loss -= change;
  }
  gain *= weight;
  loss *= weight;
  result[ready] = gain + loss > 0 ? 100 * (gain / (gain + loss)) : 50;
  const kept = 1 - weight;
  const half = 0.5 * weight;
  for (let i = ready + 1; i < length; i++) {
    const value = values[i]!;
    const change = value - previous;
    previous = value;
    const size = Math.abs(change);
    gain = kept * gain + half * (size + change);
    loss = kept * loss + half * (size - change);
    const move = gain + loss;
    result[i] = move > 0 ? 100 * (gain / move) : 50;
  }
  return result;
}
