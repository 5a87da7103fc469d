// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { rangeAt, rangeColumns, type RangeColumns } from "./true-range.ts";
import { checkPeriod, outputFor } from "./window.ts";

/**
 * Average true range (Wilder, 1978) with Wilder's smoothing, in price units.
 *
 * The first value stands after `period` true ranges and is their mean; the first `period` candles are NaN. O(n).
 * `out` is written to and returned instead of a new array.
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, columns or an `out` of
 * different lengths
 */
export function atr(candles: RangeColumns, period: number, out?: Float64Array): Float64Array {
  checkPeriod("atr", "period", period);
  const [high, low, close] = rangeColumns("atr", candles);
  const result = outputFor("atr", close, out);
  const length = close.length;
  if (length <= period) return result.fill(NaN);
  result.fill(NaN, 0, period);
  let sum = 0;
  let before = close[0]!;
  for (let i = 1; i <= period; i++) {
    sum += rangeAt(high[i]!, low[i]!, before);
    before = close[i]!;
  }
  let average = sum / period;
  result[period] = average;
  const weight = 1 / period;
  const kept = 1 - weight;
  for (let i = period + 1; i < length; i++) {
    average = kept * average + weight * rangeAt(high[i]!, low[i]!, before);
    before = close[i]!;
    result[i] = average;
  }
  return result;
}
