import { smooth } from "./ema.ts";
import { trueRange, type RangeColumns } from "./true-range.ts";
import { checkPeriod, outputFor } from "./window.ts";

/**
 * The average true range with Wilder's smoothing, in price units.
 *
 * The first value stands after `period` true ranges, as their mean; NaN for the first `period` candles. O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, columns or an `out` of different lengths
 */
export function atr(candles: RangeColumns, period: number, out?: Float64Array): Float64Array {
  checkPeriod("atr", "period", period);
  const result = outputFor("atr", candles.close, out);
  const ranges = trueRange(candles);
  return smooth(ranges, period, 1 / period, Math.min(1, ranges.length), result);
}
