/** Finding out what a cached series lacks for a range, and fetching just that. */

import {
  addIntervals,
  firstIndexFrom,
  intervalOpen,
  sliceCandles,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";
import { EARLIEST_TIME, type CandleRange } from "@bourse/trading-core/market-data";

import { cover, knownBelow, segmentBefore } from "./coverage.ts";
import { addPage, type Series } from "./series.ts";

/**
 * The newest stretch that must be fetched before the range can be answered; undefined when nothing is missing.
 *
 * Walks back from the end through what is known, counting candles, until there are enough or a gap is met. The gap
 * reaches down to the next known stretch or to the range's start.
 */
export function findMissing(series: Series, range: CandleRange): CandleRange | undefined {
  const { time } = series.candles;
  let cursor = range.end;
  let wanted = range.limit;
  while (wanted > 0 && cursor > range.start) {
    const known = segmentBefore(series.coverage, cursor);
    if (known === undefined) {
      const start = Math.max(range.start, knownBelow(series.coverage, cursor) ?? EARLIEST_TIME);
      return { start, end: cursor, limit: wanted };
    }
    const from = Math.max(known.start, range.start);
    wanted -= firstIndexFrom(time, cursor) - firstIndexFrom(time, from);
    cursor = from;
  }
  return undefined;
}

/**
 * The series with the answer to a missing range in it.
 *
 * Fewer candles than asked for mean that the whole stretch is known, its holes too; as many, that it is known from
 * the first of them on.
 */
export function fillMissing(series: Series, missing: CandleRange, answer: Candles): Series {
  const from = firstIndexFrom(answer.time, missing.start);
  const page = sliceCandles(answer, from, firstIndexFrom(answer.time, missing.end));
  const start = page.length >= missing.limit ? page.time[0]! : missing.start;
  return addPage(series, page, { start, end: missing.end });
}

/**
 * The series without the claim to know that there is no candle where one may only be late: behind the last candle,
 * where fewer than `settle` milliseconds have passed since the close.
 */
export function withoutUnsettled(
  series: Series,
  interval: Interval,
  now: number,
  settle: number,
): Series {
  const last = series.coverage.at(-1);
  if (last === undefined || now - last.end >= settle) return series;
  const newest = series.candles.time.at(-1) ?? EARLIEST_TIME;
  const behindNewest = newest < last.start ? last.start : addIntervals(interval, newest, 1);
  const end = Math.min(last.end, Math.max(behindNewest, intervalOpen(interval, now - settle)));
  const rest = series.coverage.slice(0, -1);
  return { ...series, coverage: cover(rest, { start: last.start, end }) };
}
