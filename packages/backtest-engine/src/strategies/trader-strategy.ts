/** The kind of strategy that answers candles with orders. */

import type { CandleSession } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import type { Trader } from "../simulation/orders/broker.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Strategy, StrategyDescription } from "../strategy/strategy.ts";
import { requireStrategy } from "./require-strategy.ts";

/** The market that a trader is created for. */
export interface TraderContext {
  /** Symbol of the market: that of the run, else `market`. */
  readonly symbol: string;
  /**
   * All candles of the run, for arrays that are computed in advance. At the close of a candle read nothing after its
   * `index`; `auditLookAhead` finds a trader that does.
   */
  readonly candles: Candles;
  /**
   * Interval of the candles, as given to the run, else as detected: what a `StreamingResampler` asks for.
   *
   * @throws EngineError OPTIONS_INVALID when it was not given and cannot be detected
   */
  readonly interval: Interval;
  /**
   * Session of the candle that has just closed, by the calendar of the run: read it in `onCandle`. Undefined in a run
   * without a calendar, and before the first candle.
   */
  readonly session: CandleSession | undefined;
}

/**
 * A strategy that answers each candle with orders: limits, stops, brackets, sizes of its own. It runs wherever a
 * strategy by signals does: in `backtest`, `sweep`, `walkForward`, `auditLookAhead` and `latestSignal`.
 *
 * Write one with {@link defineTrader}.
 */
export interface TraderStrategy<P extends Parameters = Parameters> extends StrategyDescription<P> {
  /**
   * Creates the trader of one run. Called once for each run, so that a trader may keep what it has seen in its fields.
   * Parameters are resolved and checked.
   */
  createTrader(parameters: P, context: TraderContext): Trader;
}

/** A strategy of either kind: by signals, or by orders. */
export type AnyStrategy = Strategy | TraderStrategy;

/** Tells whether a strategy answers candles with orders. */
export function isTraderStrategy(strategy: AnyStrategy): strategy is TraderStrategy {
  requireStrategy(strategy, "isTraderStrategy");
  return typeof (strategy as Partial<TraderStrategy>).createTrader === "function";
}
