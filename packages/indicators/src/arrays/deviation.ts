// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { choice, resolveParameters } from "../parameters.ts";
import { checkPeriod, firstValue, outputFor } from "./window.ts";

/** Kind of a standard deviation. */
export interface DeviationOptions {
  /** Divisor: the count (`population`, default, used by Bollinger bands) or the count less one (`sample`). */
  readonly kind?: "population" | "sample";
}

const OPTIONS = { kind: choice(["population", "sample"]) };

/**
 * Standard deviation of the last `period` values.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period, with a scratch
 * array as long as `values`. Each window is summed afresh as distances from one of its own values, so that rounding
 * never makes the result NaN or negative: a flat window gives exactly 0, and a price of 1e9 with moves of 1e-3 keeps
 * its digits. `out` is written to and returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period below 1 (2 for the sample deviation), an `out` of another length
 */
export function standardDeviation(
  values: Float64Array,
  period: number,
  options: DeviationOptions = {},
  out?: Float64Array,
): Float64Array {
  const { kind } = resolveParameters("standardDeviation", OPTIONS, options);
  const sample = kind === "sample";
  checkPeriod("standardDeviation", "period", period, sample ? 2 : 1);
  const result = outputFor("standardDeviation", values, out);
  const length = values.length;
  const first = firstValue(values);
  result.fill(NaN, 0, Math.min(length, first + period - 1));
  const sums = new Float64Array(length);
  const scale = 1 / period;
  const divided = 1 / (sample ? period - 1 : period);
  for (let block = first; block + period <= length; block += period) {
    const last = block + period - 1;
    sumTails(values, block, last, sums, result);
    const stop = Math.min(last + period, length);
    const base = values[last]!;
    let sum = 0;
    let squares = 0;
    for (let i = last; i < stop; i++) {
      const distance = values[i]! - base;
      sum += distance;
      squares += distance * distance;
      const whole = sums[i]! + sum;
      result[i] = rootOf((result[i]! + squares - whole * (whole * scale)) * divided);
    }
  }
  return result;
}

/**
 * Sums the tails of the block `block..last`, as distances from its last value, and their squares, each where the window
 * that begins with the tail will end: the whole block at `last`.
 *
 * The values are cut into blocks of one period, so that each window is the tail of one and the head of the next. The
 * last value of a block is in all windows of its tails: distances from a value of the window are never so far from its
 * mean that their squares could cancel.
 */
export function sumTails(
  values: Float64Array,
  block: number,
  last: number,
  sums: Float64Array,
  squares: Float64Array,
): void {
  const base = values[last]!;
  const { length } = values;
  let sum = 0;
  let square = 0;
  let i = last;
  let end = last + last - block;
  for (; end >= length; end--, i--) {
    const distance = values[i]! - base;
    sum += distance;
    square += distance * distance;
  }
  for (; end >= last; end--, i--) {
    const distance = values[i]! - base;
    sum += distance;
    square += distance * distance;
    sums[end] = sum;
    squares[end] = square;
  }
}

/** The square root of what is at least 0 but for its rounding. */
export function rootOf(variance: number): number {
  return Math.sqrt(variance < 0 ? 0 : variance);
}
