/** One test of a walk-forward analysis: the parameters chosen in training, traded on the candles that follow. */

import { objectOf, wholeNumber } from "@bourse/kernel";

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import { backtestFrom } from "../backtest/backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { metricsOf, type Metrics } from "../metrics/metrics.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Trade } from "../simulation/trades.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";

/** One test of a walk forward. Structured-cloneable, so that it can be sent to another thread. */
export interface WindowTask {
  /** Candles of the training and the test. */
  readonly candles: Candles;
  /** Index of the first candle of the test. */
  readonly from: number;
  /** Options of the run: the strategy by name or itself, its parameters, rules, interval. */
  readonly options: Omit<BacktestOptions, "registry" | "indicators" | "clock">;
}

/** Result of one test; indices of trades refer to the test's own candles. */
export interface WindowRun {
  /** Metrics of the test. */
  readonly metrics: Metrics;
  /** Closed trades in the order of their exits. */
  readonly trades: readonly Trade[];
  /** Equity at the close of each candle of the test, in the quote currency. */
  readonly equity: Float64Array;
  /** True if a position was still held when the test ended. */
  readonly openAtEnd: boolean;
  /** Positions that were closed late, as in the result of `backtest`; absent in a run without `flatByClose`. */
  readonly lateCloses?: number;
  /** Entries that were rejected, as in the result of `backtest`; absent in a run without `allowNegativePrices`. */
  readonly rejectedEntries?: number;
}

const SHAPES = { task: objectOf({ from: wholeNumber({ min: 0 }), options: objectOf({}) }) };

/** Runs one test. */
export function runWindow(task: WindowTask, registry: StrategyRegistry | undefined): WindowRun {
  requireArguments("runWindow", { task }, SHAPES);
  const { candles, from, options } = task;
  const run = backtestFrom(candles, from, {
    ...options,
    ...(registry === undefined ? {} : { registry }),
  });
  return {
    metrics: metricsOf(run),
    trades: run.trades.toArray(),
    equity: run.equity,
    openAtEnd: run.openAtEnd,
    ...(run.lateCloses !== undefined && { lateCloses: run.lateCloses }),
    ...(run.rejectedEntries !== undefined && { rejectedEntries: run.rejectedEntries }),
  };
}
