/** Columns of candles searched and copied. */

import type { Candles } from "../../candles/candles.ts";

/** The first index whose time is at or after `time`; `times.length` when there is none. O(log n). */
export function firstIndexFrom(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` lies between the bounds of the array.
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Copies `[from, to)` into buffers of their own: whoever gets them may change or transfer them. */
export function copyCandles(series: Candles, from: number, to: number): Candles {
  return {
    length: to - from,
    time: series.time.slice(from, to),
    open: series.open.slice(from, to),
    high: series.high.slice(from, to),
    low: series.low.slice(from, to),
    close: series.close.slice(from, to),
    volume: series.volume.slice(from, to),
    ...(series.turnover && { turnover: series.turnover.slice(from, to) }),
  };
}
