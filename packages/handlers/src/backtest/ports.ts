/** What the data routes need beside the candle providers: a cache to report on and a place for imports. */

/** One cached series. Times are milliseconds UTC. */
export interface CachedSeries {
  readonly symbol: string;
  readonly exchange: string;
  readonly interval: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly records: number;
  readonly sizeBytes: number;
}

/** The cache behind the providers. */
export interface CandleCacheControl {
  status(): Promise<{ readonly directory: string; readonly series: readonly CachedSeries[] }>;
  /** Resolves to how many files were deleted. */
  clear(): Promise<number>;
}

/** Where imported candles go; from then on the providers serve them. */
export interface CandleImports {
  /** @throws EngineError CANDLES_INVALID with every bad row, and then nothing was written */
  import(request: {
    readonly symbol: string;
    readonly interval: string;
    readonly exchange?: string;
    readonly csv: string;
  }): Promise<{ readonly records: number; readonly gaps: number }>;
}
