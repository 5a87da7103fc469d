// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { columnsOf, outputFor } from "./window.ts";

/** Columns that a range is computed from; `Candles` fits. */
export interface RangeColumns {
  /** Highest prices. */
  readonly high: Float64Array;
  /** Lowest prices. */
  readonly low: Float64Array;
  /** Close prices. */
  readonly close: Float64Array;
}

/**
 * True range of each candle (Wilder, 1978), which includes the gap from the close before it: max(high, last close) −
 * min(low, last close).
 *
 * NaN on the first candle, which has no close before it. O(n). `out` is written to and returned instead of a new
 * array.
 *
 * @throws IndicatorError OPTIONS_INVALID: columns or an `out` of different lengths
 */
export function trueRange(candles: RangeColumns, out?: Float64Array): Float64Array {
  const [high, low, close] = rangeColumns("trueRange", candles);
  const result = outputFor("trueRange", close, out);
  if (result.length > 0) result[0] = NaN;
  for (let i = 1; i < result.length; i++) result[i] = rangeAt(high[i]!, low[i]!, close[i - 1]!);
  return result;
}

/**
 * The columns of candles, of one length.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function rangeColumns(
  indicator: string,
  candles: RangeColumns,
): readonly [high: Float64Array, low: Float64Array, close: Float64Array] {
  const [high, low, close] = columnsOf(indicator, ["high", "low", "close"], candles);
  return [high!, low!, close!];
}

/** The true range of one candle after a close. */
export function rangeAt(high: number, low: number, closeBefore: number): number {
  const top = closeBefore > high ? closeBefore : high;
  const bottom = closeBefore < low ? closeBefore : low;
  return top - bottom;
}
