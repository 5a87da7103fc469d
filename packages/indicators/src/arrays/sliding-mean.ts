// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Simple moving average in the arithmetic of pandas: for decisions that depend on exact ties.
 *
 * The numbers equal those of `sma` to the last digits, at about half the speed: a chain of compensated (Kahan)
 * additions, in which the value that leaves is subtracted first and then the new one added, each with its own
 * correction. pandas computes its rolling mean this way. Where two averages touch, only the same arithmetic sees the
 * same tie and so makes the same trades. NaN until `period` values are there; leading NaN of `values` count as
 * warm-up. O(n), one pass. A window of one repeated value gives exactly that value. `out` is written to and returned
 * instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
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
  slide(firstWindow(values, first, period, result), values, ready, length, result);
  return result;
}

/** State of a chain of compensated additions. */
interface Chain {
  readonly period: number;
  readonly sum: number;
  readonly addedError: number;
  readonly removedError: number;
  /** The last value, and since which index it has been the same. */
  readonly previous: number;
  readonly since: number;
}

/** Adds up the first window and writes its mean. */
function firstWindow(
  values: Float64Array,
  first: number,
  period: number,
  out: Float64Array,
): Chain {
  const ready = first + period;
  let sum = 0;
  let addedError = 0;
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
  out[ready - 1] = since === first ? previous : sum / period;
  return { period, sum, addedError, removedError: 0, previous, since };
}

/** Takes the chain over `[from, to)`. */
function slide(
  chain: Chain,
  values: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  const { period } = chain;
  let { sum, addedError, removedError, previous, since } = chain;
  const repeated = period - 1;
  for (let i = from; i < to; i++) {
    const removed = -values[i - period]! - removedError;
    const rest = sum + removed;
    removedError = rest - sum - removed;
    const value = values[i]!;
    const added = value - addedError;
    sum = rest + added;
    addedError = sum - rest - added;
    if (value !== previous) since = i;
    previous = value;
    out[i] = i - since >= repeated ? value : sum / period;
  }
}
