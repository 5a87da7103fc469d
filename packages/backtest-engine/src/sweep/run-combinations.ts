/** Work of one thread in a sweep: combination after combination over the same candles and indicators. */

import { systemClock } from "@bourse/kernel";

import { splitOptions, type BacktestOptions } from "../backtest/backtest-options.ts";
import { decisionsFrom, findStrategy, metricsOptionsOf } from "../backtest/backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { PACKED_METRICS, packMetrics } from "../metrics/packed-metrics.ts";
import { resolveSimulationRules, type SimulationRules } from "../simulation/options.ts";
import { simulateInto } from "../simulation/simulate.ts";
import { TradeLedger } from "../simulation/trades.ts";
import type { Parameters } from "../strategies/parameters.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { Decisions } from "../strategies/strategy.ts";
import { SharedIndicators } from "./shared-indicators.ts";
import { takeStretches, type SweepShare } from "./sweep-share.ts";

/** Work of one thread in a sweep. Structured-cloneable, so that it can be sent to another thread. */
export interface CombinationsTask {
  /** Candles that every combination runs on. */
  readonly candles: Candles;
  /** Parameters of all combinations. */
  readonly combinations: readonly Parameters[];
  /** Options that all runs have in common: the strategy by name or itself, rules, interval. */
  readonly options: Omit<BacktestOptions, "parameters" | "registry" | "indicators" | "clock">;
  /** Shared state: the combinations left to do, and the memory for their metrics. */
  readonly share: SweepShare;
}

/**
 * Least time between two progress messages: each message wakes the listening thread, which may take a core from a
 * working one.
 */
const PROGRESS_INTERVAL_MILLISECONDS = 50;

/**
 * Runs combinations until the share has none left and writes their metrics there: the same numbers as `backtest` for
 * each, with candles, indicators, rules and the equity array prepared once. Yields the number of combinations done
 * since it last yielded, about every 50 ms, so that the caller can report progress, do other work or stop.
 */
export function* runCombinations(
  task: CombinationsTask,
  registry: StrategyRegistry | undefined,
): Generator<number, void> {
  const { combinations, share } = task;
  const measure = measuring(task, registry);
  let reported = systemClock.monotonic();
  let untold = 0;
  for (const [from, to] of takeStretches(share, combinations.length)) {
    for (const [k, parameters] of combinations.slice(from, to).entries()) {
      packMetrics(measure(parameters), share.figures, (from + k) * PACKED_METRICS);
    }
    untold += to - from;
    const now = systemClock.monotonic();
    if (now - reported < PROGRESS_INTERVAL_MILLISECONDS) continue;
    yield untold;
    reported = systemClock.monotonic();
    untold = 0;
  }
  if (untold > 0) yield untold;
}

/** Gives the figures of one combination after another, over what they have in common. */
function measuring(
  { candles, options }: CombinationsTask,
  registry: StrategyRegistry | undefined,
): (given: Parameters) => Metrics {
  const { run, rules } = splitOptions(options);
  const strategy = findStrategy(run.strategy, registry, "sweep");
  ensureValid(candles);
  const first = Math.min(candles.length - 1, Math.floor(candles.length * run.trainSplit));
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const metricsOptions = metricsOptionsOf(
    { ...run, interval: run.interval ?? detectInterval(candles) },
    candles,
  );
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
  return (given) => {
    const parameters = resolveParameters(strategy, given);
    const all = runStrategy(strategy, parameters, candles, indicators);
    const decisions = decisionsFrom(all, first);
    const result = simulateInto(traded, decisions, rulesFor(decisions), ledger, equity);
    return computeMetrics(traded, result, metricsOptions);
  };
}
