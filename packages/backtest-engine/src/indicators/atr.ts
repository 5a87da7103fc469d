// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { rangeAt, type RangeColumns } from "./true-range.ts";
import { checkPeriod, checkSameLength, outputFor } from "./window.ts";

/**
 * The average true range with Wilder's smoothing, in price units.
 *
 * The first value stands after `period` true ranges, as their mean; NaN for the first `period` candles. O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, columns or an `out` of different lengths
 */
export function atr(candles: RangeColumns, period: number, out?: Float64Array): Float64Array {
  checkPeriod("atr", "period", period);
  const { high, low, close } = candles;
  checkSameLength("atr", high, low, close);
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
