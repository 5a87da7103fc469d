// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * The mean of the last `period` values in the arithmetic of the reference engines: for decisions that turn on ties.
 *
 * The numbers of `sma` to the last digits, and about half as fast: a chain of compensated (Kahan) additions, the
 * value that leaves taken out first, then the new one added, each with its own correction. pandas' rolling mean is
 * computed so. Where two averages touch, only the same arithmetic sees the same tie, and so makes the same trades.
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n), one pass. A window of one
 * repeated value gives exactly that value.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, an `out` of another length
 */
export function slidingMean(
  values: Float64Array,
  period: number,
  out?: Float64Array,
): Float64Array {
  checkPeriod("slidingMean", "period", period);
  const result = outputFor("slidingMean", values, out);
  const length = values.length;
  const first = firstValue(values);
  const ready = first + period;
  if (ready > length) return result.fill(NaN);
  result.fill(NaN, 0, ready - 1);
  let sum = 0;
  let addedError = 0;
  let removedError = 0;
  let previous = NaN;
  let since = first;
  for (let i = first; i < ready; i++) {
    const value = values[i]!;
    const added = value - addedError;
    const total = sum + added;
    addedError = total - sum - added;
    sum = total;
    if (value !== previous) since = i;
    previous = value;
  }
  const repeated = period - 1;
  result[ready - 1] = ready - 1 - since >= repeated ? previous : sum / period;
  for (let i = ready; i < length; i++) {
    const removed = -values[i - period]! - removedError;
    const rest = sum + removed;
    removedError = rest - sum - removed;
    const value = values[i]!;
    const added = value - addedError;
    sum = rest + added;
    addedError = sum - rest - added;
    if (value !== previous) since = i;
    previous = value;
    result[i] = i - since >= repeated ? value : sum / period;
  }
  return result;
}
