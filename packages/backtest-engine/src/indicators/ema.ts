// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * The exponential moving average with the weight 2 / (period + 1) for the newest value.
 *
 * It starts as the mean of the first `period` values and is NaN before; leading NaN of `values` count as
 * warm-up. O(n). A constant input gives exactly that constant.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, an `out` of another length
 */
export function ema(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("ema", "period", period);
  const result = outputFor("ema", values, out);
  return smooth(values, period, 2 / (period + 1), firstValue(values), result);
}

/**
 * Exponential smoothing from the mean of the `period` values that begin at `first`; NaN before it is there.
 *
 * The engine under the EMA (weight 2 / (period + 1)) and Wilder's averages (weight 1 / period).
 */
export function smooth(
  values: Float64Array,
  period: number,
  weight: number,
  first: number,
  result: Float64Array,
): Float64Array {
  const length = values.length;
  const ready = first + period - 1;
  result.fill(NaN, 0, Math.min(length, ready));
  if (ready >= length) return result;
  let average = meanOf(values, first, ready + 1);
  result[ready] = average;
  for (let i = ready + 1; i < length; i++) {
    average += weight * (values[i]! - average);
    result[i] = average;
  }
  return result;
}

/** The mean of `values[from..to)`, by increments from the first value, so that equal values give their own. */
export function meanOf(values: Float64Array, from: number, to: number): number {
  const base = values[from]!;
  let sum = 0;
  for (let i = from + 1; i < to; i++) sum += values[i]! - base;
  return base + sum / (to - from);
}
