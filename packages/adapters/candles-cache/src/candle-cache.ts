/** A candle provider that keeps the candles of another one on disk. */

import type { FundingRate } from "@bourse/backtest-engine/simulation";
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
} from "@bourse/kernel";
import type { ReplaceFileOperations } from "@bourse/kernel/files";
import {
  EARLIEST_TIME,
  resolveCandleRange,
  selectCandles,
  type CandleCacheControl,
  type CandleProvider,
  type CandleRange,
  type CandleReply,
  type CandleRequest,
  type CandleSource,
  type FundingRequest,
} from "@bourse/trading-core/market-data";

import { describeCache } from "./cache-status.ts";
import { fillMissing, findMissing, withoutUnsettled } from "./fill-series.ts";
import { fetchFunding, fundingRange, ratesOf, settledFunding } from "./funding-cache.ts";
import { MAX_CANDLES_IN_FILE } from "./series-codec.ts";
import { SeriesFolder, type FolderBounds } from "./series-folder.ts";
import { keyOf, labelOf, type SeriesKey } from "./series-key.ts";
import { SeriesTurns } from "./series-turns.ts";
import { EMPTY_SERIES, type Series } from "./series.ts";

/** Options of {@link createCandleCache}. */
export interface CandleCacheOptions {
  /** Path of the cache's folder, created at the first write. Caches of several providers may share it. */
  readonly directory: string;
  /** Provider behind the cache. Only its candles with the source `live` are kept. */
  readonly provider: CandleProvider;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /**
   * Called with a sentence about a damaged file or a failed write; the reply has it in `warnings` too. Default: no-op.
   */
  readonly warn?: (message: string) => void;
  /**
   * Time in milliseconds after its close during which a candle may still be missing at the source. An absent candle is
   * requested again until then, and counts as a hole afterwards. 0–3,600,000, default 60,000.
   */
  readonly settleMilliseconds?: number;
  /** Maximum number of files in the folder. 1–1,000,000, default 2000. */
  readonly maxFiles?: number;
  /** Maximum size of the folder in bytes. 0–2^53-1, default 4,294,967,296 (4 GiB). A larger series is not kept. */
  readonly maxBytes?: number;
  /** File operations for writes. Default: the system's. */
  readonly files?: ReplaceFileOperations;
}

/**
 * A provider that answers from disk where it can. `status` reports the whole folder, of all providers, from the heads
 * of the files; `clear` deletes what the cache wrote, damaged files included, and nothing else.
 */
export interface CandleCache extends CandleProvider, CandleCacheControl {}

/**
 * Creates a cache that answers exactly as the provider would, from disk where it can: `source` is `cache` when nothing
 * had to be fetched.
 *
 * Only candles that are closed, by the provider's own clock where it reports one, are kept, in one file per series.
 * Only the missing parts of a range are fetched; candles that the provider left out are remembered as holes. Requests
 * for one series that need the provider take turns, so none fetches what another already has. A file that does not
 * match its checksums is renamed, named in a warning and fetched again. A failing disk costs a warning, never an
 * answer. `useCache: false` bypasses the cache in both directions. Beyond `maxFiles` or `maxBytes` the least recently
 * used series are deleted, after each write.
 *
 * Funding rates of a provider that has them are kept likewise, one file per contract; the newest hour is asked for
 * again.
 *
 * A request reads the whole file of its series: 56 bytes per candle, some milliseconds for 100,000 candles. A fetch
 * rewrites it.
 *
 * @throws KernelError OPTION_INVALID; `candles` and `symbols` throw the provider's own codes
 */
export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const resolved = resolveOptions<ResolvedOptions>("createCandleCache", options, RULES);
  const { directory, provider, clock, settleMilliseconds, files } = resolved;
  const turns = new SeriesTurns();
  const rates = provider.fundingRates?.bind(provider);

  async function answer(request: CandleRequest, range: CandleRange): Promise<CandleReply> {
    const key = keyOf(provider.exchange, request);
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

    const known = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
    if (findMissing(known, range) === undefined) return reply(known, "cache");
    return await turns.take(labelOf(key), request.signal, async () => {
      const before = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
      if (findMissing(before, range) === undefined) return reply(before, "cache");
      const progress: Progress = { series: before, sourceTime: Infinity, isForeign: false };
      try {
        await fetchMissing(request, range, progress, warnings);
      } finally {
        // A candle that is open by the exchange's clock, and a hole where one is to come, are not for keeping.
        const now = Math.min(clock.now(), progress.sourceTime);
        const after = withoutUnsettled(progress.series, key.interval, now, settleMilliseconds);
        await keep(folder, key, before, after, { bounds: resolved, now: clock.now(), warn });
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

  /** Funding rates from disk where they are known; without the file's warnings, which `warn` hears. */
  async function funding(
    request: FundingRequest,
    fetch: (request: FundingRequest) => Promise<readonly FundingRate[]>,
  ): Promise<readonly FundingRate[]> {
    const { symbol, signal } = request;
    const key = { exchange: provider.exchange, symbol, interval: "funding" } as const;
    const range = fundingRange(request, clock.now());
    if (!(range.start < range.end)) return await fetch(request);
    const folder = folderOf();
    const known = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
    if (findMissing(known, range) === undefined) return ratesOf(known, range);
    return await turns.take(labelOf(key), signal, async () => {
      const before = (await folder.read(key, clock.now())) ?? EMPTY_SERIES;
      const found = await fetchFunding(before, request, range, fetch);
      const now = clock.now();
      const after = found === before ? before : settledFunding(found, now);
      await keep(folder, key, before, after, { bounds: resolved, now, warn: resolved.warn });
      return ratesOf(found, range);
    });
  }

  const folderOf = (): SeriesFolder => new SeriesFolder(directory, resolved.warn, files);
  return {
    exchange: provider.exchange,
    ...(rates !== undefined && {
      async fundingRates(request: FundingRequest) {
        request.signal?.throwIfAborted();
        return await funding(request, rates);
      },
    }),
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

interface ResolvedOptions extends Required<Omit<CandleCacheOptions, "files">> {
  readonly files: ReplaceFileOperations | undefined;
}

const RULES: OptionRules<ResolvedOptions> = {
  directory: textOption({ maxLength: 4_096 }),
  provider: portOption<CandleProvider>(["candles", "symbols"]),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  warn: functionOption<(message: string) => void>({ default: () => undefined }),
  settleMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 60_000 }),
  maxFiles: integerOption({ min: 1, max: 1_000_000, default: 2000 }),
  maxBytes: integerOption({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 2 ** 32 }),
  files: optional(portOption<ReplaceFileOperations>(["open", "rename", "rm"])),
};

/** Writes the new candles. The answer is known already, so a failing disk costs only a warning. */
async function keep(
  folder: SeriesFolder,
  key: SeriesKey,
  before: Series,
  after: Series,
  {
    bounds,
    now,
    warn,
  }: {
    readonly bounds: FolderBounds;
    readonly now: number;
    readonly warn: (message: string) => void;
  },
): Promise<void> {
  const { length } = after.candles;
  if (length === 0 || after.coverage === before.coverage) return;
  if (length > MAX_CANDLES_IN_FILE) {
    warn(`${labelOf(key)} has outgrown the cache (${length} candles); it is not kept.`);
    return;
  }
  try {
    if (!(await folder.write(key, after, { now, maxBytes: bounds.maxBytes }))) {
      warn(`${labelOf(key)} is larger than the cache (${bounds.maxBytes} bytes); it is not kept.`);
      return;
    }
    await folder.evict(bounds);
  } catch (error) {
    warn(`${labelOf(key)} could not be kept in the cache: ${String(error)}.`);
  }
}
