/** Where candles come from: one port for exchanges, files, simulations and the cache around them. */

import type { Candles } from "../candles/candles.ts";
import type { Interval } from "./interval.ts";

/** What a job's result names as its origin. */
export type CandleSource = "live" | "cache" | "csv" | "simulated";

export interface CandleRequest {
  /** Upper case, as the exchange spells it. */
  readonly symbol: string;
  readonly interval: Interval;
  /** Milliseconds UTC, inclusive: the first candle opens at it or later. Default: as far back as `limit` reaches. */
  readonly startTime?: number;
  /** Milliseconds UTC, exclusive: the last candle opens before it. Default: now. */
  readonly endTime?: number;
  /** The newest `limit` candles of the range, however old they are. 1–1,000,000. */
  readonly limit: number;
  /** False asks the source itself and neither reads nor feeds a cache. Default true. */
  readonly useCache?: boolean;
  /** Ends the request; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the number of candles received so far, each time some arrive from a remote source. */
  readonly onProgress?: (received: number) => void;
}

export interface CandleReply {
  /** Oldest first; closed candles only; fewer than `limit` when the range holds fewer. */
  readonly candles: Candles;
  readonly exchange: string;
  readonly source: CandleSource;
  /**
   * Milliseconds UTC by the source's own clock when it answered; absent where it has none. Whatever this machine's clock
   * says, every candle of the reply was closed by then, and nothing is known of what opens later.
   */
  readonly sourceTime?: number;
  /** Sentences for the user, such as a fall-back to simulated data. Empty when all is as asked. */
  readonly warnings: readonly string[];
}

export interface SymbolsReply {
  /** Sorted by UTF-16 code unit, each once. */
  readonly symbols: readonly string[];
  readonly exchange: string;
  readonly source: CandleSource;
  readonly warnings: readonly string[];
}

/**
 * A source of candles and symbols. What every implementation owes is in `providerConformance`
 * (`@bourse/conformance/candles`).
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE (unreachable, banned, timed out: try again later),
 * MARKET_DATA_REFUSED (the source understood and said no: details.reason), SYMBOL_UNKNOWN,
 * OPTIONS_INVALID (limit or times out of bounds), CANDLES_INVALID (the source's rows break the rules)
 */
export interface CandleProvider {
  /** The exchange's or source's name: `bybit`, `binance`, `csv`, `simulated`. */
  readonly exchange: string;
  candles(request: CandleRequest): Promise<CandleReply>;
  symbols(signal?: AbortSignal): Promise<SymbolsReply>;
}
