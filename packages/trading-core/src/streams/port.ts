/**
 * The port of candle streams: closed candles of a series as they come about, for sessions. Every stream passes
 * `candleStreamConformance` (`@bourse/conformance/streams`).
 */

import type { Interval } from "@bourse/backtest-engine";

/** A candle that has closed. Prices are in the quote unit, the volume in the base unit. */
export interface StreamedCandle {
  /** Open time, milliseconds UTC. */
  readonly time: number;
  /** First price. */
  readonly open: number;
  /** Highest price. */
  readonly high: number;
  /** Lowest price. */
  readonly low: number;
  /** Last price. */
  readonly close: number;
  /** Traded quantity. */
  readonly volume: number;
}

/** The series that a stream follows. */
export interface StreamedSeries {
  /** Symbol as the venue spells it, in upper case. */
  readonly symbol: string;
  /** Interval of the candles in its canonical spelling. */
  readonly interval: Interval;
  /**
   * Open time of the last candle that is known already, milliseconds UTC: the stream goes on with the first candle that
   * opens after it.
   */
  readonly after: number;
}

/** A closed candle, told once. */
export interface ClosedCandleNews {
  /** Kind of the news. */
  readonly kind: "candle";
  /** The candle. */
  readonly candle: StreamedCandle;
  /** Origin of the candle: told by the venue as it closed, or read from its history. */
  readonly source: "stream" | "history";
  /** Milliseconds from the candle's end, by the venue's clock, to the moment at which it was told. */
  readonly lateMilliseconds: number;
}

/** A candle that was told or passed over before and reads differently now. */
export interface CorrectedCandleNews {
  /** Kind of the news. */
  readonly kind: "correction";
  /** The candle as it reads now. */
  readonly candle: StreamedCandle;
  /** The candle as it was told; null for one that the venue did not have when a later one was told. */
  readonly was: StreamedCandle | null;
}

/** The series has been silent for longer than it should be, or speaks again. */
export interface StalenessNews {
  /** Kind of the news: `stale` once a series falls silent, `fresh` once when it speaks again. */
  readonly kind: "stale" | "fresh";
  /** Time of the last message of the series by the local clock, milliseconds UTC; null when there was none. */
  readonly lastMessageAt: number | null;
}

/** The venue's clock, as it was measured. */
export interface ClockNews {
  /** Kind of the news. */
  readonly kind: "clock";
  /** Lead of the venue's clock over the local one in milliseconds; negative when it is behind. */
  readonly offsetMilliseconds: number;
}

/** News of a series. */
export type StreamNews = ClosedCandleNews | CorrectedCandleNews | StalenessNews | ClockNews;

/** A source of closed candles as they come about. */
export interface CandleStream {
  /** Name of the venue, such as `bybit`. */
  readonly exchange: string;
  /**
   * Follows a series until `signal` aborts: each closed candle exactly once and in order of time, whatever the venue
   * repeats, reorders or leaves out. Candles missed while the connection was lost are told from the venue's history
   * before any later one; a candle that the venue never made is passed over. A lost connection is no error: the stream
   * connects again and tells `stale` meanwhile. The iteration ends when `signal` aborts.
   *
   * @throws EngineError OPTIONS_INVALID, INTERVAL_INVALID at the call; while one iterates SYMBOL_UNKNOWN,
   * INTERVAL_INVALID, MARKET_DATA_REFUSED when the venue refuses the series for good
   */
  follow(series: StreamedSeries, signal: AbortSignal): AsyncIterable<StreamNews>;
}
