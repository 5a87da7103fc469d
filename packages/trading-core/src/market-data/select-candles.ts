/** The candles of a request from a series in memory. */

import type { Candles } from "@bourse/backtest-engine";
import {
  addIntervals,
  copyCandles,
  firstIndexFrom,
  type Interval,
  intervalMilliseconds,
  intervalOpen,
  sliceCandles,
} from "@bourse/backtest-engine/data";
import { objectOf } from "@bourse/kernel";

import type { CandleRequest } from "./port.ts";
import { EARLIEST_TIME, resolveCandleRange } from "./range.ts";

/**
 * Copies the newest `limit` candles of the request's range that are closed at `now`, milliseconds UTC. A request with
 * `readOnly` gets views on the series instead.
 *
 * Bounds are compared without rounding, so candles of a file need not open on the interval's boundary. O(log n) and the
 * copy.
 *
 * @throws EngineError OPTIONS_INVALID, SYMBOL_UNKNOWN as {@link resolveCandleRange}
 */
export function selectCandles(series: Candles, request: CandleRequest, now: number): Candles {
  objectOf({})("series", series);
  const { limit } = resolveCandleRange(request, now);
  const start = request.startTime ?? EARLIEST_TIME;
  const end = Math.min(request.endTime ?? now, closedBefore(request.interval, now));
  const to = firstIndexFrom(series.time, end);
  const from = Math.max(firstIndexFrom(series.time, start), to - limit);
  const select = request.readOnly === true ? sliceCandles : copyCandles;
  return select(series, Math.min(from, to), to);
}

/** A candle that opens before this time has closed at `now`. */
function closedBefore(interval: Interval, now: number): number {
  if (!interval.endsWith("M")) return now - intervalMilliseconds(interval) + 1;
  const nextMonth = addIntervals("M", intervalOpen("M", now), 1);
  return addIntervals(interval, nextMonth, -1);
}
