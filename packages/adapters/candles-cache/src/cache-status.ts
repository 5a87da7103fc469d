/** What the cache holds, in numbers. */

import type { Interval } from "@bourse/backtest-engine/data";

import type { StoredSeries } from "./series-folder.ts";

export interface CacheStatus {
  readonly cacheDir: string;
  /** Symbols, whatever exchange and interval. */
  readonly totalSymbols: number;
  readonly totalFiles: number;
  readonly totalSizeBytes: number;
  /** In units of 1,000,000 bytes, to four decimals. */
  readonly totalSizeMb: number;
  /** Open of the oldest candle, milliseconds UTC; null when there is none. */
  readonly oldestData: number | null;
  /** Open of the newest candle. */
  readonly newestData: number | null;
  /** By exchange, symbol and interval. */
  readonly symbols: readonly CachedSymbol[];
}

export interface CachedSymbol {
  readonly symbol: string;
  readonly exchange: string;
  readonly interval: Interval;
  /** Opens of the first and the last candle, milliseconds UTC. */
  readonly startTime: number;
  readonly endTime: number;
  readonly records: number;
  readonly sizeMb: number;
}

export function describeCache(directory: string, stored: readonly StoredSeries[]): CacheStatus {
  const totalSizeBytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const firsts = stored.map(({ firstTime }) => firstTime);
  const lasts = stored.map(({ lastTime }) => lastTime);
  return {
    cacheDir: directory,
    totalSymbols: new Set(stored.map(({ symbol }) => symbol)).size,
    totalFiles: stored.length,
    totalSizeBytes,
    totalSizeMb: megabytes(totalSizeBytes),
    oldestData: stored.length === 0 ? null : Math.min(...firsts),
    newestData: stored.length === 0 ? null : Math.max(...lasts),
    symbols: stored.map(
      ({ symbol, exchange, interval, firstTime, lastTime, records, sizeBytes }) => ({
        symbol,
        exchange,
        interval,
        startTime: firstTime,
        endTime: lastTime,
        records,
        sizeMb: megabytes(sizeBytes),
      }),
    ),
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100) / 10_000;
}
