/** The subject of the suite of streams. */

import type { Interval } from "@bourse/backtest-engine/data";
import type { CandleStream, StreamedCandle } from "@bourse/trading-core/streams";

/** Faults of a venue that a stream may meet. */
export type StreamFaultName =
  | "duplicate"
  | "delay"
  | "reorder"
  | "drop"
  | "correct"
  | "cut"
  | "bad-json"
  | "other-shape"
  | "off-grid"
  | "silent";

/** A stream opened for one case, and the venue behind it. */
export interface StreamUnderTest {
  /** The stream. */
  readonly stream: CandleStream;
  /** Symbol of the series. */
  readonly symbol: string;
  /** Interval of the series. */
  readonly interval: Interval;
  /** Well-formed symbol that the venue does not know. */
  readonly unknownSymbol: string;
  /** Returns the time by the venue's clock in epoch milliseconds; only `pass` moves it. */
  now(): number;
  /** Lets the venue's time pass by so many milliseconds, and what it tells then arrive. */
  pass(milliseconds: number): Promise<void>;
  /** Returns the candle that the venue makes at an open time; null for one that it never makes. */
  candleAt(time: number): StreamedCandle | null;
  /** Makes the next closed candles meet these faults, one each. Absent for a stream that meets none. */
  meet?(...faults: readonly StreamFaultName[]): void;
  /** Faults that `meet` knows. Default: none. */
  readonly faults?: readonly StreamFaultName[];
  /** Releases the stream after the case. */
  close?(): Promise<void>;
}
