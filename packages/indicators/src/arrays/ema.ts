// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/**
 * Exponential moving average with weight 2 / (period + 1) for the newest value.
 *
 * It starts as the mean of the first `period` values and is NaN before; leading NaN of `values` count as warm-up.
 * O(n). A constant input gives exactly that constant. `out` is written to and returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function ema(values: Float64Array, period: number, out?: Float64Array): Float64Array {
  checkPeriod("ema", "period", period);
  const result = outputFor("ema", values, out);
  return smooth(values, period, 2 / (period + 1), firstValue(values), result);
}

/**
 * Exponential smoothing from the mean of the `period` values that begin at `first`; NaN before it is there.
 *
 * The engine under the EMA (weight 2 / (period + 1)) and Wilder's averages (weight 1 / period). `result` may be
 * `values`. Four candles are taken at a time: each average is reached from the one before the four, by the mean of
 * the values since with the weight they have together, so that the next four wait for one step and not for four.
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
  if (ready >= length) return result.fill(NaN);
  let average = meanOf(values, first, ready + 1);
  result.fill(NaN, 0, ready);
  result[ready] = average;
  const kept = 1 - weight;
  const weight2 = 1 - kept * kept;
  const weight3 = 1 - kept * kept * kept;
  const weight4 = 1 - kept * kept * kept * kept;
  const share2 = weight / weight2;
  const share3 = weight / weight3;
  const share4 = weight / weight4;
  let i = ready + 1;
  for (; i + 3 < length; i += 4) {
    const mean1 = values[i]!;
    const mean2 = mean1 + share2 * (values[i + 1]! - mean1);
    const mean3 = mean2 + share3 * (values[i + 2]! - mean2);
    const mean4 = mean3 + share4 * (values[i + 3]! - mean3);
    result[i] = average + weight * (mean1 - average);
    result[i + 1] = average + weight2 * (mean2 - average);
    result[i + 2] = average + weight3 * (mean3 - average);
    average += weight4 * (mean4 - average);
    result[i + 3] = average;
  }
  if (i >= length) return result;
  // The last one to three, by the same steps, so that a series cut short has the same bits.
  const mean1 = values[i]!;
  result[i] = average + weight * (mean1 - average);
  if (i + 1 >= length) return result;
  const mean2 = mean1 + share2 * (values[i + 1]! - mean1);
  result[i + 1] = average + weight2 * (mean2 - average);
  if (i + 2 >= length) return result;
  const mean3 = mean2 + share3 * (values[i + 2]! - mean2);
  result[i + 2] = average + weight3 * (mean3 - average);
  return result;
}

/** The mean of `values[from..to)`, by increments from the first value, so that equal values give their own. */
export function meanOf(values: Float64Array, from: number, to: number): number {
  const base = values[from]!;
  let sum = 0;
  for (let i = from + 1; i < to; i++) sum += values[i]! - base;
  return base + sum / (to - from);
}
