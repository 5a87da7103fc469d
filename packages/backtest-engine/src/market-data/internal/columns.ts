/** Columns of candles cut and joined: what providers need to answer a range out of a longer series. */

import type { Candles } from "../../candles/candles.ts";
import type { CandleRange } from "../range.ts";

/** The first index whose time is at or after `time`; `times.length` when there is none. O(log n). */
export function firstIndexFrom(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest `limit` candles of the range, in buffers of their own. */
export function cutCandles(series: Candles, range: CandleRange): Candles {
  const to = firstIndexFrom(series.time, range.end);
  const from = Math.max(firstIndexFrom(series.time, range.start), to - range.limit);
  return from < to ? copyCandles(series, from, to) : copyCandles(series, 0, 0);
}

/** Copies `[from, to)` into new buffers: the caller may change or transfer them. */
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
