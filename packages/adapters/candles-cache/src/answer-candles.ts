/** Answering a request for candles from disk, and fetching what is missing there. */

import {
  EARLIEST_TIME,
  selectCandles,
  type CandleProvider,
  type CandleRange,
  type CandleReply,
  type CandleRequest,
  type CandleSource,
} from "@bourse/trading-core/market-data";

import type { ResolvedOptions } from "./cache-options.ts";
import { fillMissing, findMissing, withoutUnsettled } from "./fill-series.ts";
import { keepSeries } from "./keep-series.ts";
import { SeriesFolder } from "./series-folder.ts";
import { keyOf, labelOf } from "./series-key.ts";
import type { SeriesTurns } from "./series-turns.ts";
import { EMPTY_SERIES, type Series } from "./series.ts";

/** The reply to a request; `range` is what it asks for, and of one series one request fetches at a time. */
export async function answerCandles(
  options: ResolvedOptions,
  turns: SeriesTurns,
  request: CandleRequest,
  range: CandleRange,
): Promise<CandleReply> {
  const { directory, provider, clock, settleMilliseconds, files } = options;
  const key = keyOf(provider.exchange, request);
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    options.warn(message);
  };
  const folder = new SeriesFolder(directory, warn, files);
  const reply = (series: Series, source: CandleSource): CandleReply => ({
    candles: selectCandles(series.candles, request, clock.now()),
    exchange: provider.exchange,
    source,
    warnings,
  });

  const known = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
  if (findMissing(known, range) === undefined) return reply(known, "cache");
  return await turns.take(labelOf(key), request.signal, async () => {
    const before = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
    if (findMissing(before, range) === undefined) return reply(before, "cache");
    const progress: Progress = { series: before, sourceTime: Infinity, isForeign: false };
    try {
      await fetchMissing(provider, request, range, progress, warnings);
    } finally {
      // A candle that is open by the exchange's clock, and a hole where one is to come, are not for keeping.
      const now = Math.min(clock.now(), progress.sourceTime);
      const after = withoutUnsettled(progress.series, key.interval, now, settleMilliseconds);
      await keepSeries(options, folder, { key, before, after }, warn);
    }
    if (progress.isForeign) return await provider.candles(request);
    return reply(progress.series, "live");
  });
}

/** State of a fetch. */
interface Progress {
  series: Series;
  /** Time of the provider's first answer by its own clock; Infinity where it reported none. */
  sourceTime: number;
  /**
   * True when the provider answered with candles that are not the exchange's own, which must not be stored or mixed in.
   */
  isForeign: boolean;
}

/** Fetches stretch after stretch until the range can be answered; `progress` holds what came, also when one fails. */
async function fetchMissing(
  provider: CandleProvider,
  request: CandleRequest,
  range: CandleRange,
  progress: Progress,
  warnings: string[],
): Promise<void> {
  const { startTime: _, ...rest } = request;
  for (;;) {
    const missing = findMissing(progress.series, range);
    if (missing === undefined) return;
    const { start, end: endTime, limit } = missing;
    const from = start > EARLIEST_TIME ? { startTime: start } : {};
    const fetched = await provider.candles({ ...rest, ...from, endTime, limit });
    warnings.push(...fetched.warnings);
    progress.sourceTime = Math.min(progress.sourceTime, fetched.sourceTime ?? Infinity);
    progress.isForeign = fetched.source !== "live";
    if (progress.isForeign) return;
    progress.series = fillMissing(progress.series, missing, fetched.candles);
  }
}
