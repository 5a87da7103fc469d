/** What the data routes need beside the candle providers: a cache to report on and a place for imports. */

import type { CandleGap } from "@bourse/backtest-engine/data";

/** One cached series. Times are the opens of its first and last candle, milliseconds UTC. */
export interface CachedSeries {
  readonly symbol: string;
  readonly exchange: string;
  readonly interval: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly records: number;
  readonly sizeMb: number;
}

/** What a cache holds. */
export interface CacheReport {
  readonly cacheDir: string;
  readonly totalSymbols: number;
  readonly totalFiles: number;
  readonly totalSizeBytes: number;
  readonly totalSizeMb: number;
  /** Milliseconds UTC; null when there is nothing. */
  readonly oldestData: number | null;
  readonly newestData: number | null;
  readonly symbols: readonly CachedSeries[];
}

/** The cache behind the providers; the one of `@bourse/candles-cache` fits as it is. */
export interface CandleCacheControl {
  status(): Promise<CacheReport>;
  clear(): Promise<{ readonly filesDeleted: number }>;
}

/** Where imported candles go; from then on the providers serve them. */
export interface CandleImports {
  /** @throws EngineError CANDLES_INVALID with every bad row, and then nothing was written */
  import(request: {
    readonly symbol: string;
    readonly interval: string;
    readonly exchange?: string;
    readonly csv: string;
  }): Promise<{ readonly records: number; readonly gaps: readonly CandleGap[] }>;
}
