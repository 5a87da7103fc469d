/** The report on a cache's content. */

import type { CacheReport } from "@bourse/trading-core/market-data";

import type { StoredSeries } from "./series-folder.ts";

/** Sums up the stored series; a megabyte is 1,000,000 bytes, rounded to four decimals. */
export function describeCache(directory: string, stored: readonly StoredSeries[]): CacheReport {
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
