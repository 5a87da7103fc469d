/** Where candles come from: one port for exchanges, files, simulations and the cache around them. */

import type { Candles } from "../candles/candles.ts";

/** Candle lengths by their canonical names, minutes as a number, then day, week and month: Bybit's spelling. */
export type Interval =
  | "1"
  | "3"
  | "5"
  | "15"
  | "30"
  | "60"
  | "120"
  | "240"
  | "360"
  | "720"
  | "D"
  | "W"
  | "M";

/** What a job's result names as its origin. */
export type CandleSource = "live" | "cache" | "csv" | "simulated";

export interface CandleRequest {
  readonly symbol: string;
  readonly interval: Interval;
  /** Milliseconds UTC, inclusive, of the first candle's open. Default: as far back as `limit` reaches. */
  readonly startTime?: number;
  /** Milliseconds UTC, exclusive. Default: now; a candle that is still open is never returned. */
  readonly endTime?: number;
  /** The newest `limit` candles of the range. 1–1,000,000. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export interface CandleReply {
  readonly candles: Candles;
  readonly exchange: string;
  readonly source: CandleSource;
  /** Sentences for the user, such as a fall-back to simulated data. Empty when all is as asked. */
  readonly warnings: readonly string[];
}

/**
 * A source of candles and symbols.
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE (unreachable, banned, timed out), MARKET_DATA_REFUSED (the source
 * understood and said no: details.reason), SYMBOL_UNKNOWN, CANDLES_INVALID
 */
export interface CandleProvider {
  /** The exchange's or source's name: `bybit`, `binance`, `csv`, `simulated`. */
  readonly exchange: string;
  candles(request: CandleRequest): Promise<CandleReply>;
  /** Sorted by name. */
  symbols(signal?: AbortSignal): Promise<readonly string[]>;
}
