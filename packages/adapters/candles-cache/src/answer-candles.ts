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
    const fetch: Fetch = {
      series: before,
      kept: before,
      received: 0,
      sourceTime: Infinity,
      warnings: new Set(),
    };
    const keep = async (): Promise<void> => {
      // A candle that is open by the exchange's clock, and a hole where one is to come, are not for keeping.
      const now = Math.min(clock.now(), fetch.sourceTime);
      const after = withoutUnsettled(fetch.series, key.interval, now, settleMilliseconds);
      await keepSeries(options, folder, { key, before: fetch.kept, after }, warn);
      fetch.kept = after;
    };
    const isOwn = await fetchMissing(provider, request, range, fetch, keep);
    warnings.push(...fetch.warnings);
    if (!isOwn) return await provider.candles(request);
    const { sourceTime } = fetch;
    return { ...reply(fetch.series, "live"), ...(sourceTime < Infinity && { sourceTime }) };
  });
}

/** State of a fetch. */
interface Fetch {
  series: Series;
  /** The series as it lies on disk. */
  kept: Series;
  /** Number of candles of all answers. */
  received: number;
  /** Time of the provider's first answer by its own clock; Infinity where it reported none. */
  sourceTime: number;
  /** Warnings of all answers, each once. */
  readonly warnings: Set<string>;
}

/**
 * Fetches stretch after stretch until the range can be answered, and keeps each one: a process that is killed has lost
 * the last one only. False when the provider answered with candles that are not the exchange's own, which must not be
 * stored or mixed in.
 */
async function fetchMissing(
  provider: CandleProvider,
  request: CandleRequest,
  range: CandleRange,
  fetch: Fetch,
  keep: () => Promise<void>,
): Promise<boolean> {
  const { startTime: _, ...rest } = request;
  for (;;) {
    const missing = findMissing(fetch.series, range);
    if (missing === undefined) return true;
    const stretch = { ...missing, limit: Math.min(missing.limit, stretchAfter(fetch.series)) };
    const { start, end: endTime, limit } = stretch;
    const from = start > EARLIEST_TIME ? { startTime: start } : {};
    const onProgress = (count: number): void => request.onProgress?.(fetch.received + count);
    const fetched = await provider.candles({ ...rest, ...from, endTime, limit, onProgress });
    for (const warning of fetched.warnings) fetch.warnings.add(warning);
    fetch.sourceTime = Math.min(fetch.sourceTime, fetched.sourceTime ?? Infinity);
    if (fetched.source !== "live") return false;
    fetch.received += fetched.candles.length;
    fetch.series = fillMissing(fetch.series, stretch, fetched.candles);
    await keep();
  }
}

/**
 * Candles of the next stretch: a quarter of what is known, because the whole file is written after each, and at least
 * ten pages.
 */
function stretchAfter({ candles }: Series): number {
  return Math.max(10_000, candles.length >> 2);
}
