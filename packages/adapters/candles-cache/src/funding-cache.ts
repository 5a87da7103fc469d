/** Funding rates on disk, beside the candles: a series of their own, under the same checksums and bounds. */

import {
  createCandles,
  firstIndexFrom,
  sliceCandles,
  type Candles,
} from "@bourse/backtest-engine/data";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { type CandleRange, type FundingRequest } from "@bourse/trading-core/market-data";

import type { Coverage } from "./coverage.ts";
import { fillMissing, findMissing } from "./fill-series.ts";
import type { Series } from "./series.ts";

/** Time in milliseconds after which a payment that the exchange did not list is taken for none: an hour. */
const SETTLE = 3_600_000;

/** The range of a request. */
export function fundingRange({ startTime, endTime }: FundingRequest, now: number): CandleRange {
  return { start: startTime, end: endTime ?? now, limit: Infinity };
}

/** Fetches what the series lacks of a range; the answer has all of it. */
export async function fetchFunding(
  series: Series,
  request: FundingRequest,
  range: CandleRange,
  fetch: (request: FundingRequest) => Promise<readonly FundingRate[]>,
): Promise<Series> {
  let filled = series;
  for (;;) {
    const missing = findMissing(filled, range);
    if (missing === undefined) return filled;
    const { start: startTime, end: endTime } = missing;
    const rates = await fetch({ ...request, startTime, endTime });
    filled = fillMissing(filled, missing, columnsOf(rates));
  }
}

/** The part of the series in which no payment can still be missing. */
export function settledFunding({ candles, coverage }: Series, now: number): Series {
  const limit = now - SETTLE;
  const kept: Coverage = coverage
    .filter(({ start }) => start < limit)
    .map(({ start, end }) => ({ start, end: Math.min(end, limit) }));
  return { candles: sliceCandles(candles, 0, firstIndexFrom(candles.time, limit)), coverage: kept };
}

/** The rates of a range. */
export function ratesOf({ candles }: Series, { start, end }: CandleRange): readonly FundingRate[] {
  const { time, open, close } = candles;
  const [from, to] = [firstIndexFrom(time, start), firstIndexFrom(time, end)];
  return Array.from({ length: Math.max(0, to - from) }, (_, k): FundingRate => {
    const [at, rate, markPrice] = [time[from + k]!, open[from + k]!, close[from + k]!]; // within the range
    return { time: at, rate, ...(markPrice > 0 && { markPrice }) };
  });
}

/** Rates as the columns of a series: the rate as its open, the mark price, 0 without one, as its close. */
function columnsOf(rates: readonly FundingRate[]): Candles {
  const columns = createCandles(rates.length);
  for (const [row, { time, rate, markPrice = 0 }] of rates.entries()) {
    columns.time[row] = time;
    columns.open[row] = rate;
    columns.close[row] = markPrice;
  }
  return columns;
}
