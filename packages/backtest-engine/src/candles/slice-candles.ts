import { requireNumbers } from "../require-arguments.ts";
import type { Candles } from "./candles.ts";
import { requireCandles } from "./require-candles.ts";

/**
 * Returns the candles from `start` to before `end` as views on the same memory: O(1), nothing is copied.
 *
 * Indexes follow `Array.prototype.slice`: a negative index counts from the end, one out of range is cut to it.
 */
export function sliceCandles(candles: Candles, start = 0, end?: number): Candles {
  requireCandles(candles, "sliceCandles");
  const to = end === undefined ? candles.length : end;
  requireNumbers({ start, to });
  const time = candles.time.subarray(start, to);
  return {
    length: time.length,
    time,
    open: candles.open.subarray(start, to),
    high: candles.high.subarray(start, to),
    low: candles.low.subarray(start, to),
    close: candles.close.subarray(start, to),
    volume: candles.volume.subarray(start, to),
    ...(candles.turnover === undefined ? {} : { turnover: candles.turnover.subarray(start, to) }),
  };
}
