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

/** Two sliding means of the same values. */
export interface SlidingMeanPair {
  /** Mean over the shorter period. */
  readonly fast: Float64Array;
  /** Mean over the longer period. */
  readonly slow: Float64Array;
}

/**
 * `slidingMean(values, fast)` and `slidingMean(values, slow)`, to the last bit, for little more than the cost of one:
 * each addition of a chain waits for the one before it, and two chains wait at the same time.
 *
 * @throws IndicatorError OPTIONS_INVALID: periods that are not whole numbers of at least 1, or `fast` above `slow`
 */
export function slidingMeanPair(values: Float64Array, fast: number, slow: number): SlidingMeanPair {
  checkPeriod("slidingMeanPair", "fast", fast);
  checkPeriod("slidingMeanPair", "slow", slow, fast);
  const length = values.length;
  const first = firstValue(values);
  const ready = first + slow;
  if (ready >= length) return { fast: slidingMean(values, fast), slow: slidingMean(values, slow) };
  const pair = { fast: new Float64Array(length), slow: new Float64Array(length) };
  pair.fast.fill(NaN, 0, first + fast - 1);
  pair.slow.fill(NaN, 0, ready - 1);
  const ahead = firstWindow(values, first, fast, pair.fast);
  slide(ahead, values, first + fast, ready, pair.fast);
  slideBoth(ahead, firstWindow(values, first, slow, pair.slow), values, ready, pair);
  return pair;
}

/** State of a chain of compensated additions. */
interface Chain {
  readonly period: number;
  sum: number;
  addedError: number;
  removedError: number;
  /** The last value, and since which index it has been the same. */
  previous: number;
  since: number;
}

/** Adds up the first window and writes its mean. */
export function firstWindow(
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
export function slide(
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
  chain.sum = sum;
  chain.addedError = addedError;
  chain.removedError = removedError;
  chain.previous = previous;
  chain.since = since;
}

/** Takes both chains from `from` to the end. */
function slideBoth(
  fast: Chain,
  slow: Chain,
  values: Float64Array,
  from: number,
  pair: SlidingMeanPair,
): void {
  const { fast: outFast, slow: outSlow } = pair;
  const { period: fastPeriod } = fast;
  const { period: slowPeriod } = slow;
  let { sum: fastSum, addedError: fastAdded, removedError: fastRemoved, previous, since } = fast;
  let { sum: slowSum, addedError: slowAdded, removedError: slowRemoved } = slow;
  const { length } = values;
  for (let i = from; i < length; i++) {
    const value = values[i]!;
    const leavesFast = -values[i - fastPeriod]! - fastRemoved;
    const leavesSlow = -values[i - slowPeriod]! - slowRemoved;
    const fastRest = fastSum + leavesFast;
    const slowRest = slowSum + leavesSlow;
    fastRemoved = fastRest - fastSum - leavesFast;
    slowRemoved = slowRest - slowSum - leavesSlow;
    const entersFast = value - fastAdded;
    const entersSlow = value - slowAdded;
    fastSum = fastRest + entersFast;
    slowSum = slowRest + entersSlow;
    fastAdded = fastSum - fastRest - entersFast;
    slowAdded = slowSum - slowRest - entersSlow;
    if (value !== previous) since = i;
    previous = value;
    outFast[i] = i - since >= fastPeriod - 1 ? value : fastSum / fastPeriod;
    outSlow[i] = i - since >= slowPeriod - 1 ? value : slowSum / slowPeriod;
  }
}
