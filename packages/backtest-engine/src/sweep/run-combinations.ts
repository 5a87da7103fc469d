/** One thread's part of a sweep: combination after combination over the same candles and indicators. */

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import { backtest } from "../backtest/backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { metricsOf, type Metrics } from "../metrics/metrics.ts";
import type { Parameters } from "../strategies/parameters.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import { SharedIndicators } from "./shared-indicators.ts";

/** The figures of one combination. */
export interface SweepRow extends Metrics {
  /** In force, defaults included. */
  readonly parameters: Parameters;
}

/** Structured-cloneable, so that it can cross to another thread. */
export interface CombinationsTask {
  readonly candles: Candles;
  readonly combinations: readonly Parameters[];
  /** Strategy by name or itself, rules, interval: what all runs have in common. */
  readonly options: Omit<BacktestOptions, "parameters" | "registry" | "indicators" | "clock">;
}

/** Combinations between two calls of `onProgress`. */
const STRIDE = 16;

/** The figures of every combination, in their order. `onProgress`: how many are done since the last call. */
export function runCombinations(
  { candles, combinations, options }: CombinationsTask,
  registry: StrategyRegistry | undefined,
  onProgress: (done: number) => void = () => undefined,
): SweepRow[] {
  const indicators = new SharedIndicators();
  const rows: SweepRow[] = [];
  let told = 0;
  for (const parameters of combinations) {
    const result = backtest(candles, {
      ...options,
      ...(registry === undefined ? {} : { registry }),
      parameters,
      indicators,
    });
    rows.push({ parameters: result.parameters, ...metricsOf(result) });
    if (rows.length - told < STRIDE && rows.length < combinations.length) continue;
    onProgress(rows.length - told);
    told = rows.length;
  }
  return rows;
}
