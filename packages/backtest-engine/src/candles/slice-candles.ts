import type { Candles } from "./candles.ts";

/**
 * Returns the candles from `start` to before `end` as views on the same memory: O(1), nothing is copied.
 *
 * Indexes follow `Array.prototype.slice`: a negative index counts from the end, one out of range is cut to it.
 */
export function sliceCandles(candles: Candles, start = 0, end: number = candles.length): Candles {
  const time = candles.time.subarray(start, end);
  return {
    length: time.length,
    time,
    open: candles.open.subarray(start, end),
    high: candles.high.subarray(start, end),
    low: candles.low.subarray(start, end),
    close: candles.close.subarray(start, end),
    volume: candles.volume.subarray(start, end),
    ...(candles.turnover === undefined ? {} : { turnover: candles.turnover.subarray(start, end) }),
  };
}
