/** Requests of the two kinds of job that work on live data. They are stored in the job as they were submitted. */

import { EngineError } from "@bourse/backtest-engine";
import { normaliseInterval } from "@bourse/backtest-engine/data";

import { checkSymbol } from "../market-data/range.ts";
import { candleLimit, type CandleSelection } from "./backtest-request.ts";
import type { KnownNames } from "./check-request.ts";

/**
 * A request to bring the candles of one series into the cache: from `startTime` to `endTime`, or the newest `limit`.
 */
export type DataSyncRequest = CandleSelection;

/** A request to compute the live signal of a strategy for several symbols. */
export type SignalRequest = {
  /** Name of the strategy in the service's registry. */
  readonly strategy: string;
  /** Symbols as the exchange spells them, in upper case: 1–100, none twice. */
  readonly symbols: readonly string[];
};

/** Maximum number of symbols of one signal job. */
const MAX_SYMBOLS = 100;

/** @throws EngineError INTERVAL_INVALID, EXCHANGE_UNKNOWN, SYMBOL_UNKNOWN, OPTIONS_INVALID */
export function checkDataSyncRequest(request: DataSyncRequest, known: KnownNames): void {
  checkSymbol(request.symbol);
  normaliseInterval(request.interval);
  candleLimit(request, known.clock.now());
  known.exchanges.find(request.exchange);
}

/** @throws EngineError STRATEGY_UNKNOWN, SYMBOL_UNKNOWN; OPTIONS_INVALID for no symbol, more than 100, or one twice */
export function checkSignalRequest({ strategy, symbols }: SignalRequest, known: KnownNames): void {
  known.strategies.get(strategy);
  const count = symbols.length;
  if (count < 1 || count > MAX_SYMBOLS || new Set(symbols).size !== count) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `A signal job takes 1 to ${MAX_SYMBOLS} symbols, none of them twice; found ${count}.`,
      { details: { option: "symbols" } },
    );
  }
  for (const symbol of symbols) checkSymbol(symbol);
}
