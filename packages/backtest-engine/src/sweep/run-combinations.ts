/** One thread's part of a sweep: combination after combination over the same candles and indicators. */

import { splitOptions, type BacktestOptions } from "../backtest/backtest-options.ts";
import { decisionsFrom, findStrategy, metricsOptionsOf } from "../backtest/backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { resolveSimulationRules, type SimulationRules } from "../simulation/options.ts";
import { simulateInto } from "../simulation/simulate.ts";
import { TradeLedger } from "../simulation/trades.ts";
import type { Parameters } from "../strategies/parameters.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { Decisions } from "../strategies/strategy.ts";
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

/**
 * The figures of every combination, in their order: those of its `backtest`, for which candles, rules and the array of
 * the equity are prepared once. `onProgress`: how many are done since the last call.
 */
export function runCombinations(
  { candles, combinations, options }: CombinationsTask,
  registry: StrategyRegistry | undefined,
  onProgress: (done: number) => void = () => undefined,
): SweepRow[] {
  const { run, rules } = splitOptions(options);
  const strategy = findStrategy(run.strategy, registry);
  ensureValid(candles);
  const first = Math.min(candles.length - 1, Math.floor(candles.length * run.trainSplit));
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const metricsOptions = metricsOptionsOf(run, candles);
  const indicators = new SharedIndicators();
  const equity = new Float64Array(traded.length);
  const ledger = new TradeLedger(traded.time);
  const simulationOptions = { ...rules, direction: rules.direction ?? strategy.direction };
  let resolved: SimulationRules | undefined;
  let resolvedFor: Decisions | undefined;
  const rulesFor = (decisions: Decisions): SimulationRules => {
    const isSame =
      resolvedFor?.takeProfit === decisions.takeProfit &&
      resolvedFor?.stopLoss === decisions.stopLoss;
    resolvedFor = decisions;
    if (resolved === undefined || !isSame) {
      resolved = resolveSimulationRules(simulationOptions, decisions);
    }
    return resolved;
  };
  const rows: SweepRow[] = [];
  let told = 0;
  for (const given of combinations) {
    const parameters = resolveParameters(strategy, given);
    const all = runStrategy(strategy, parameters, candles, indicators);
    const decisions = decisionsFrom(all, first);
    const result = simulateInto(traded, decisions, rulesFor(decisions), ledger, equity);
    rows.push({ parameters, ...computeMetrics(traded, result, metricsOptions) });
    if (rows.length - told < STRIDE && rows.length < combinations.length) continue;
    onProgress(rows.length - told);
    told = rows.length;
  }
  return rows;
}
