// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { choice, resolveParameters } from "../parameters.ts";
import { meanOf } from "./ema.ts";
import { checkPeriod, firstValue, outputFor } from "./window.ts";

/** Seeding of the second average of a {@link dema}. */
export interface DemaOptions {
  /**
   * Start of the average of the average. `shared` (default): at the first average's first value, so that both start
   * on one candle, as in Stock.Indicators. `full`: at the mean of its own first `period` values, `period - 1` candles
   * later, as in TA-Lib.
   */
  readonly seeding?: "shared" | "full";
}

const OPTIONS = { seeding: choice(["shared", "full"]) };

/**
 * Double exponential moving average (Mulloy, 1994): 2 × EMA − EMA of the EMA, which lags less than one EMA.
 *
 * NaN for the first `period - 1` candles (`2 × (period - 1)` with full seeding). O(n). `out` is written to and
 * returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, an `out` of another length
 */
export function dema(
  values: Float64Array,
  period: number,
  options: DemaOptions = {},
  out?: Float64Array,
): Float64Array {
  const { seeding } = resolveParameters("dema", OPTIONS, options);
  checkPeriod("dema", "period", period);
  const result = outputFor("dema", values, out);
  const length = values.length;
  const ready = firstValue(values) + period - 1;
  const full = seeding === "full";
  const start = full ? ready + period - 1 : ready;
  result.fill(NaN, 0, Math.min(length, start));
  if (start >= length) return result;
  const weight = 2 / (period + 1);
  let once = meanOf(values, ready - period + 1, ready + 1);
  const seed = once;
  let sum = 0;
  for (let i = ready + 1; i <= start; i++) {
    once += weight * (values[i]! - once);
    sum += once - seed;
  }
  let twice = full ? seed + sum / period : seed;
  result[start] = 2 * once - twice;
  for (let i = start + 1; i < length; i++) {
    once += weight * (values[i]! - once);
    twice += weight * (once - twice);
    result[i] = 2 * once - twice;
  }
  return result;
}
