/** A cached series: its candles, and the stretches of time in which no candle is missing. */

import {
  createCandles,
  firstIndexFrom,
  joinCandles,
  sliceCandles,
  type Candles,
} from "@bourse/backtest-engine/data";

import { cover, type Coverage, type Segment } from "./coverage.ts";

/** A series in memory. */
export interface Series {
  /** Known candles, oldest first; each lies in a segment of the coverage. */
  readonly candles: Candles;
  /** Stretches of time of which every candle is known. */
  readonly coverage: Coverage;
}

/** A series of which nothing is known. */
export const EMPTY_SERIES: Series = Object.freeze({
  candles: createCandles(0, { turnover: true }),
  coverage: [],
});

/** Adds `page`: all candles of `segment`, of which none was known. O(n). */
export function addPage(series: Series, page: Candles, segment: Segment): Series {
  const { candles } = series;
  const at = firstIndexFrom(candles.time, segment.start);
  const parts = [sliceCandles(candles, 0, at), page, sliceCandles(candles, at)];
  return { candles: joinCandles(parts), coverage: cover(series.coverage, segment) };
}

/** The columns in the order in which a file holds them. */
export function columnsOf(candles: Candles): readonly Float64Array[] {
  const { time, open, high, low, close, volume, turnover } = candles;
  const columns = [time, open, high, low, close, volume];
  return turnover === undefined ? columns : [...columns, turnover];
}
