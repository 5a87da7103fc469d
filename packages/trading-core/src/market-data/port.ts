/** The port of market data: for exchanges, files, simulations and the cache around them. */

import type { Candles, Interval } from "@bourse/backtest-engine";
import type { FundingRate } from "@bourse/backtest-engine/simulation";

import type { CandlePlace } from "./candle-place.ts";

/** Kind of source of candles: an exchange now, an exchange through a cache, imported files, or a simulation. */
export type CandleSource = "live" | "cache" | "csv" | "simulated";

/** A request for candles of one series. */
export interface CandleRequest {
  /**
   * Symbol as the exchange spells it: 1–64 letters and digits of any script and `. _ / - : ^ = &`, its Latin letters
   * capitals.
   */
  readonly symbol: string;
  /** Candle length. */
  readonly interval: Interval;
  /** Earliest open, milliseconds UTC, inclusive. Default: as far back as `limit` reaches. */
  readonly startTime?: number;
  /** End of the range, milliseconds UTC, exclusive: every candle opens before it. Default: now. */
  readonly endTime?: number;
  /** Maximum number of candles: the newest of the range. 1–1,000,000. */
  readonly limit: number;
  /** False: the source itself is asked, and no cache is read or written. Default true. */
  readonly useCache?: boolean;
  /**
   * True: while the exchange cannot be reached, `createAutoProvider` may answer with simulated candles, which the reply
   * says. For backtests only: an order or a live signal must never depend on invented prices. Default false.
   */
  readonly allowFallback?: boolean;
  /**
   * True: an order, a mark or a live signal depends on the candles, so imported series are passed over; see
   * `createOverlayProvider`. Default false.
   */
  readonly isLive?: boolean;
  /**
   * True: the caller neither changes nor transfers the candles, so that a provider may lend its own memory. Default
   * false: the columns of the reply are the caller's.
   */
  readonly readOnly?: boolean;
  /** Signal that aborts the request, which then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Called with the number of candles received so far each time some arrive from a remote source. Default: no-op. */
  readonly onProgress?: (received: number) => void;
  /**
   * Called with a number of milliseconds before a remote source waits by itself: for its pace, or before it asks again.
   * Default: no-op.
   */
  readonly onWait?: (milliseconds: number) => void;
}

/** Candles with their origin. */
export interface CandleReply extends CandlePlace {
  /** Closed candles, oldest first; fewer than `limit` when the range holds fewer. */
  readonly candles: Candles;
  /** Name of the exchange or source. */
  readonly exchange: string;
  /** Kind of source that the candles came from. */
  readonly source: CandleSource;
  /**
   * Time of the answer by the source's own clock, milliseconds UTC; absent where it has none. Every candle of the reply
   * was closed by then, whatever this machine's clock says.
   */
  readonly sourceTime?: number;
  /** Seed of simulated candles: the same seed gives the same candles. Absent for candles from elsewhere. */
  readonly seed?: number;
  /** Sentences for the user, such as a fall-back to simulated data. Empty when all is as requested. */
  readonly warnings: readonly string[];
}

/** The symbols of a source. */
export interface SymbolsReply {
  /** Symbols sorted by UTF-16 code unit, without duplicates. */
  readonly symbols: readonly string[];
  /** Name of the exchange or source. */
  readonly exchange: string;
  /** Kind of source that the symbols came from. */
  readonly source: CandleSource;
  /** Sentences for the user. Empty when all is as requested. */
  readonly warnings: readonly string[];
}

/** A request for the funding rates of one perpetual contract. */
export interface FundingRequest {
  /** Symbol as the exchange spells it. */
  readonly symbol: string;
  /** Earliest payment, milliseconds UTC, inclusive. */
  readonly startTime: number;
  /** End of the range, milliseconds UTC, exclusive. Default: now. */
  readonly endTime?: number;
  /** Signal that aborts the request, which then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Called with the number of rates received so far each time some arrive from a remote source. Default: no-op. */
  readonly onProgress?: (received: number) => void;
  /** Called with a number of milliseconds before a remote source waits by itself, as for candles. Default: no-op. */
  readonly onWait?: (milliseconds: number) => void;
}

/**
 * A source of candles and symbols. The rules of every implementation are in `providerConformance`
 * (`@bourse/conformance/candles`).
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE (unreachable, banned, timed out: retry later),
 * MARKET_DATA_REFUSED (the source understood the request and refused it), SYMBOL_UNKNOWN, INTERVAL_INVALID (it has no
 * candles of the interval, nor of one that divides it),
 * OPTIONS_INVALID (limit or times out of bounds), CANDLES_INVALID (the source's rows break the rules)
 */
export interface CandleProvider {
  /** Name of the exchange or source: `bybit`, `binance`, `csv`, `simulated`. */
  readonly exchange: string;
  /**
   * Intervals of the source's own candles; any other is made of these, and a cache keeps these only. Absent for a
   * source that has any interval, or none but those that it holds.
   */
  readonly intervals?: readonly Interval[];
  /** Reads candles of one series. */
  candles(request: CandleRequest): Promise<CandleReply>;
  /** Lists the symbols of the source; `onWait` is called as for candles. */
  symbols(signal?: AbortSignal, onWait?: (milliseconds: number) => void): Promise<SymbolsReply>;
  /**
   * Reads the funding rates of a range, oldest first, as the option `funding` of a simulation takes them. Absent in a
   * source without perpetual contracts.
   */
  fundingRates?(request: FundingRequest): Promise<readonly FundingRate[]>;
}
