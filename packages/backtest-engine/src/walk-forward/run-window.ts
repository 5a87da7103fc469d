/** One test of a walk forward: what its training chose, traded on the candles that follow. */

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import { backtestFrom } from "../backtest/backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { metricsOf, type Metrics } from "../metrics/metrics.ts";
import type { Trade } from "../simulation/trades.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";

/** Structured-cloneable, so that it can cross to another thread. */
export interface WindowTask {
  /** The training's and the test's, whose first is `from`. */
  readonly candles: Candles;
  readonly from: number;
  /** Strategy by name or itself, its parameters, rules, interval. */
  readonly options: Omit<BacktestOptions, "registry" | "indicators" | "clock">;
}

/** What a test came to; indices of trades count its own candles. */
export interface WindowRun {
  readonly metrics: Metrics;
  readonly trades: readonly Trade[];
  readonly equity: Float64Array;
  readonly openAtEnd: boolean;
}

export function runWindow(
  { candles, from, options }: WindowTask,
  registry: StrategyRegistry | undefined,
): WindowRun {
  const run = backtestFrom(candles, from, {
    ...options,
    ...(registry === undefined ? {} : { registry }),
  });
  return {
    metrics: metricsOf(run),
    trades: run.trades.toArray(),
    equity: run.equity,
    openAtEnd: run.openAtEnd,
  };
}
