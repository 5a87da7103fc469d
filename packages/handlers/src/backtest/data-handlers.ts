/** Candles, symbols, the cache and imports. */

import { normaliseInterval, type CandleReply } from "@bourse/backtest-engine";
import type { Handlers } from "@bourse/contract";
import type { BacktestApi, CacheStatus, Kline } from "@bourse/contract/backtest";

import type { BacktestCore } from "./backtest-core.ts";
import type { CachedSeries, CandleCacheControl } from "./ports.ts";
import { isoTime } from "./wire/time.ts";

type Routes = Pick<
  BacktestApi["routes"],
  "getKlines" | "getCache" | "clearCache" | "listSymbols" | "importCandles"
>;

export function dataHandlers(core: BacktestCore): Handlers<Routes, unknown> {
  return {
    async getKlines({ query }, { signal }) {
      const { symbol, interval, limit, use_cache: useCache } = query;
      const reply = await core.exchanges.find().candles({
        symbol,
        interval: normaliseInterval(interval),
        limit,
        useCache,
        ...(signal === undefined ? {} : { signal }),
      });
      const records = recordsOf(reply);
      return {
        symbol,
        exchange: reply.exchange,
        interval,
        start_time: records[0]?.timestamp ?? null,
        end_time: records.at(-1)?.timestamp ?? null,
        count: records.length,
        source: reply.source,
        records,
      };
    },

    getCache: () => cacheStatus(core.cache),

    clearCache: async () => ({ files_deleted: await core.cache.clear() }),

    async listSymbols({ query }, { signal }) {
      const { exchange, symbols, source } = await core.exchanges
        .find(query.exchange)
        .symbols(signal);
      return { exchange, symbols: [...symbols], count: symbols.length, source };
    },

    async importCandles({ query, body }) {
      const { symbol, interval, exchange } = query;
      const { records, gaps } = await core.imports.import({
        symbol,
        interval,
        csv: body,
        ...(exchange === undefined ? {} : { exchange }),
      });
      return { symbol, interval, records, gaps };
    },
  };
}

function recordsOf({ candles }: CandleReply): Kline[] {
  const { time, open, high, low, close, volume, turnover } = candles;
  return Array.from({ length: candles.length }, (_, row) => ({
    timestamp: isoTime(time[row]!),
    open: open[row]!,
    high: high[row]!,
    low: low[row]!,
    close: close[row]!,
    volume: volume[row]!,
    turnover: turnover?.[row] ?? null,
  }));
}

async function cacheStatus(cache: CandleCacheControl): Promise<CacheStatus> {
  const { directory, series } = await cache.status();
  const bytes = series.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    cache_dir: directory,
    total_symbols: new Set(series.map(({ symbol }) => symbol)).size,
    total_files: series.length,
    total_size_bytes: bytes,
    total_size_mb: megabytes(bytes),
    oldest_data: extreme(series, Math.min, ({ startTime }) => startTime),
    newest_data: extreme(series, Math.max, ({ endTime }) => endTime),
    symbols: series.map((one) => ({
      symbol: one.symbol,
      exchange: one.exchange,
      interval: one.interval,
      start_time: isoTime(one.startTime),
      end_time: isoTime(one.endTime),
      records: one.records,
      size_mb: megabytes(one.sizeBytes),
    })),
  };
}

function extreme(
  series: readonly CachedSeries[],
  of: (...times: number[]) => number,
  timeOf: (one: CachedSeries) => number,
): string | null {
  return series.length === 0 ? null : isoTime(of(...series.map(timeOf)));
}

/** To a thousandth, so that a small file is not nothing. */
function megabytes(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 1000) / 1000;
}
