/** What a backtest job is asked to do, as it lies in the store. */

import type { ParameterValue } from "../strategies/parameters.ts";

/**
 * A request for a backtest; what is left out takes the engine's default. A type and not an interface, so that it
 * is a plain JSON object to the store.
 */
export type BacktestPayload = {
  readonly symbol: string;
  /** Any of the accepted words, as it was asked for. */
  readonly interval: string;
  /** Number of candles, the newest of the range. */
  readonly limit: number;
  readonly initialCapital: number;
  /** Per side, a fraction of the notional. */
  readonly transactionFee: number;
  /** Default `wavelet_reversal`. */
  readonly strategy?: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  /** Default: the service's own. */
  readonly exchange?: string;
  /** Milliseconds UTC, inclusive. */
  readonly startTime?: number;
  /** Milliseconds UTC, exclusive. */
  readonly endTime?: number;
  readonly direction?: "long" | "short" | "both";
  readonly fill?: "next_open" | "close";
  /** A fraction of the price, adverse. */
  readonly slippage?: number;
  /** A fraction of the entry price. */
  readonly takeProfit?: number;
  /** A fraction of the entry price. */
  readonly stopLoss?: number;
  /** The part of the capital that a position takes. */
  readonly positionSize?: number;
  /** The leading part of the candles that is not simulated. */
  readonly trainSplit?: number;
};
