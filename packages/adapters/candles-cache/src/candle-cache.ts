/** A candle provider that remembers on disk what another one said. */

import {
  EARLIEST_TIME,
  resolveCandleRange,
  selectCandles,
  type CandleProvider,
  type CandleRange,
  type CandleReply,
  type CandleRequest,
  type CandleSource,
} from "@bourse/backtest-engine/data";
import {
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
  type ReplaceFileOperations,
} from "@bourse/kernel";

import { describeCache, type CacheStatus } from "./cache-status.ts";
import { fillMissing, findMissing, withoutUnsettled } from "./fill-series.ts";
import { MAX_CANDLES_IN_FILE } from "./series-codec.ts";
import { SeriesFolder } from "./series-folder.ts";
import { SeriesTurns } from "./series-turns.ts";
import { EMPTY_SERIES, type Series, type SeriesKey } from "./series.ts";

export interface CandleCacheOptions {
  /** The folder; made when first written to. Caches of several providers may share it. */
  readonly directory: string;
  /** The source behind the cache. Only what it calls `live` is kept. */
  readonly provider: CandleProvider;
  /** Default the machine's. */
  readonly clock?: Clock;
  /** Told of damaged files and failed writes. The caller's reply names them too. Default: nobody. */
  readonly warn?: (message: string) => void;
  /**
   * How long after its close a candle may still be missing at the source. An absent one is asked for again until
   * then, and held to be a hole from then on. 0–3,600,000; default 60,000.
   */
  readonly settleMilliseconds?: number;
  /** Default the machine's. */
  readonly files?: ReplaceFileOperations;
}

export interface CandleCache extends CandleProvider {
  /** What the folder holds, of all providers. Reads the heads of the files. */
  status(): Promise<CacheStatus>;
  /** Deletes what the cache wrote into the folder, damaged files too, and nothing else. */
  clear(): Promise<{ readonly filesDeleted: number }>;
}

/**
 * Answers exactly as the provider would, from disk where it can: `source` is `cache` when nothing had to be fetched.
 *
 * Only candles that are closed, by the provider's own clock where it tells it, are kept, one file a series. What a range
 * lacks is fetched, and nothing else; what the provider left out is remembered as a hole. Requests for one series that
 * need the provider take turns, so none fetches what another already has. A file that does not match its checksums is
 * renamed, named in a warning and fetched anew.
 * A failing disk costs a warning, never an answer. `useCache: false` goes past the cache both ways.
 *
 * A request reads its series' whole file: 56 bytes a candle, some milliseconds for 100,000. A fetch rewrites it.
 */
export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const resolved = resolveOptions<ResolvedOptions>("createCandleCache", options, RULES);
  const { directory, provider, clock, settleMilliseconds, files } = resolved;
  const turns = new SeriesTurns();

  async function answer(request: CandleRequest, range: CandleRange): Promise<CandleReply> {
    const { symbol, interval } = request;
    const key: SeriesKey = { exchange: provider.exchange, symbol, interval };
    const warnings: string[] = [];
    const warn = (message: string): void => {
      warnings.push(message);
      resolved.warn(message);
    };
    const folder = new SeriesFolder(directory, warn, files);
    const reply = (series: Series, source: CandleSource): CandleReply => ({
      candles: selectCandles(series.candles, request, clock.now()),
      exchange: provider.exchange,
      source,
      warnings,
    });

    const known = (await folder.read(key)) ?? EMPTY_SERIES;
    if (findMissing(known, range) === undefined) return reply(known, "cache");
    return await turns.take(`${symbol} ${interval}`, request.signal, async () => {
      const before = (await folder.read(key)) ?? EMPTY_SERIES;
      if (findMissing(before, range) === undefined) return reply(before, "cache");
      const progress: Progress = { series: before, sourceTime: Infinity, isForeign: false };
      try {
        await fetchMissing(request, range, progress, warnings);
      } finally {
        // A candle that is open by the exchange's clock, and a hole where one is to come, are not for keeping.
        const now = Math.min(clock.now(), progress.sourceTime);
        const after = withoutUnsettled(progress.series, interval, now, settleMilliseconds);
        await keep(folder, key, before, after, warn);
      }
      if (progress.isForeign) return await provider.candles(request);
      return reply(progress.series, "live");
    });
  }

  /** Fetches stretch after stretch until the range can be answered; `progress` holds what came, also when one fails. */
  async function fetchMissing(
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

  const folderOf = (): SeriesFolder => new SeriesFolder(directory, resolved.warn, files);
  return {
    exchange: provider.exchange,
    async candles(request) {
      request.signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      if (request.useCache === false) return await provider.candles(request);
      return await answer(request, range);
    },
    symbols: (signal) => provider.symbols(signal),
    status: async () => describeCache(directory, await folderOf().list()),
    clear: async () => ({ filesDeleted: await folderOf().clear() }),
  };
}

/** A series on its way to knowing a range. */
interface Progress {
  series: Series;
  /** By the provider's clock, when it answered first; Infinity where it told none. */
  sourceTime: number;
  /** The provider answered with candles that are not the exchange's own: nothing to keep or to mix in. */
  isForeign: boolean;
}

interface ResolvedOptions extends Required<Omit<CandleCacheOptions, "files">> {
  readonly files: ReplaceFileOperations | undefined;
}

const RULES: OptionRules<ResolvedOptions> = {
  directory: textOption({ maxLength: 4_096 }),
  provider: portOption<CandleProvider>(["candles", "symbols"]),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  warn: functionOption<(message: string) => void>({ default: () => undefined }),
  settleMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 60_000 }),
  files: optional(portOption<ReplaceFileOperations>(["open", "rename", "rm"])),
};

/** Writes what was learnt. The answer is at hand already, so a disk that fails costs no more than a warning. */
async function keep(
  folder: SeriesFolder,
  key: SeriesKey,
  before: Series,
  after: Series,
  warn: (message: string) => void,
): Promise<void> {
  const { length } = after.candles;
  if (length === 0 || after.coverage === before.coverage) return;
  if (length > MAX_CANDLES_IN_FILE) {
    warn(
      `${key.symbol} ${key.interval} has outgrown the cache (${length} candles); it is not kept.`,
    );
    return;
  }
  try {
    await folder.write(key, after);
  } catch (error) {
    warn(`${key.symbol} ${key.interval} could not be kept in the cache: ${String(error)}.`);
  }
}
