// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { meanOf } from "./ema.ts";
import { checkPeriod, firstValue, outputFor } from "./window.ts";

/** How the average of the average starts. */
export interface DemaOptions {
  /**
   * `shared` (default): with the first average's first value, so both start on one candle, as Stock.Indicators
   * does. `full`: with the mean of its own first `period` values, `period - 1` candles later, as TA-Lib does.
   */
  readonly seeding?: "shared" | "full";
}

/**
 * The double exponential moving average, 2 × EMA − EMA of the EMA: it lags less than one EMA.
 *
 * NaN for the first `period - 1` candles (`2 × (period - 1)` with full seeding). O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, an `out` of another length
 */
export function dema(
  values: Float64Array,
  period: number,
  options: DemaOptions = {},
  out?: Float64Array,
): Float64Array {
  checkPeriod("dema", "period", period);
  const result = outputFor("dema", values, out);
  const length = values.length;
  const ready = firstValue(values) + period - 1;
  const full = options.seeding === "full";
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
