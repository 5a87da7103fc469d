/** Results of the two kinds of job that work on live data; plain JSON. */

import type { CandleSource } from "../market-data/port.ts";
import type { GeneratedSignal } from "../signals/generate-signal.ts";

/** The result of a data_sync job. */
export type DataSyncRun = {
  /** Name of the exchange or source that the candles came from. */
  readonly exchange: string;
  /** Kind of source: `cache` when nothing had to be fetched. */
  readonly source: CandleSource;
  /** Number of candles that are there now. */
  readonly candles: number;
  /** Number of candles between the first and the last that the source does not have. */
  readonly missing: number;
  /** Open of the first candle, milliseconds UTC; null without a candle. */
  readonly firstTimestamp: number | null;
  /** Open of the last candle, milliseconds UTC; null without a candle. */
  readonly lastTimestamp: number | null;
  /** Sentences for the user. Empty when all is as requested. */
  readonly warnings: readonly string[];
};

/** The result of a signal job. */
export type SignalRun = {
  /** The signals, in the order of the request's symbols. */
  readonly signals: readonly GeneratedSignal[];
  /** Symbols without a signal, and the reasons. */
  readonly failures: readonly {
    /** Symbol without a signal. */
    readonly symbol: string;
    /** The reason, for people. */
    readonly error: string;
  }[];
};
