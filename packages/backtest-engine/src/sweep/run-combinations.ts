/** Work of one thread in a sweep: combination after combination over the same candles and indicators. */

import {
  absentOr,
  anyFunction,
  finiteNumber,
  objectOf,
  systemClock,
  wholeNumber,
} from "@bourse/kernel";

import { splitOptions, type BacktestOptions } from "../backtest/backtest-options.ts";
import { findStrategy } from "../backtest/backtest.ts";
import { decisionsFrom, tradingYearOf } from "../backtest/run-backtest.ts";
import { runTrader } from "../backtest/run-trader.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import type { Interval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { sharpeSample } from "../metrics/deflated-sharpe.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { PACKED_METRICS, packMetrics } from "../metrics/packed-metrics.ts";
import { returnsOf } from "../metrics/returns.ts";
import { STRETCH_NUMBERS, sumStretches, type Stretch } from "../overfitting/stretch-moments.ts";
import { anyColumn, onlyIf, requireArguments } from "../require-arguments.ts";
import { totalReturnCandles } from "../simulation/corporate-actions.ts";
import {
  withDirection,
  type SimulationOptions,
  type SimulationRules,
} from "../simulation/options.ts";
import { resolveSimulationRules } from "../simulation/rules-in-force.ts";
import { signalColumns } from "../simulation/signal-terms.ts";
import { simulateInto } from "../simulation/simulate.ts";
import type { SimulationResult } from "../simulation/simulation-result.ts";
import { TradeLedger } from "../simulation/trades.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { anyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import { isTraderStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions } from "../strategy/strategy.ts";
import type { OptionSet } from "./option-ranges.ts";
import { SharedIndicators } from "./shared-indicators.ts";
import { SAMPLE_NUMBERS, takeStretches, type SweepShare } from "./sweep-share.ts";

/** Work of one thread in a sweep. Structured-cloneable, so that it can be sent to another thread. */
export interface CombinationsTask {
  /** Candles that every combination runs on. */
  readonly candles: Candles;
  /** Parameters of all combinations. */
  readonly combinations: readonly Parameters[];
  /** Options of each combination, over the common ones; absent when they do not differ. */
  readonly optionSets?: readonly OptionSet[];
  /** Options that all runs have in common: the strategy by name or itself, rules, interval. */
  readonly options: Omit<BacktestOptions, "parameters" | "registry" | "indicators" | "clock">;
  /** Shared state: the combinations left to do, and the memory for their metrics. */
  readonly share: SweepShare;
  /** Leading fraction of the candles traded on that is run, above 0 to 1. Default 1. */
  readonly fraction?: number;
  /** Stretches of the candles traded on whose returns are summed. Default: none. */
  readonly stretches?: readonly Stretch[];
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
export function runCombinations(
  task: CombinationsTask,
  registry: StrategyRegistry | undefined,
  run?: (given: Parameters, options?: OptionSet) => MeasuredRun,
): Generator<number, void> {
  requireArguments("runCombinations", { task, registry, run }, SHAPES);
  requireCandles(task.candles, "runCombinations");
  return runEach(task, run ?? measuring(task, registry));
}

const anyList = onlyIf("a list", Array.isArray);

const SHAPES = {
  task: objectOf({
    combinations: anyList,
    optionSets: absentOr(anyList),
    options: objectOf({}),
    share: objectOf({
      next: onlyIf("an Int32Array", (value) => value instanceof Int32Array),
      stretch: wholeNumber({ min: 0 }),
      figures: anyColumn,
      means: anyColumn,
      sums: anyColumn,
      samples: anyColumn,
    }),
    fraction: absentOr(finiteNumber({ above: 0, max: 1 })),
    stretches: absentOr(anyList),
  }),
  registry: absentOr(anyRegistry),
  run: absentOr(anyFunction),
};

function* runEach(
  task: CombinationsTask,
  run: (given: Parameters, options?: OptionSet) => MeasuredRun,
): Generator<number, void> {
  const { combinations, optionSets, share, stretches = [] } = task;
  const size = stretches.length * STRETCH_NUMBERS;
  let reported = systemClock.monotonic();
  let untold = 0;
  for (const [from, to] of takeStretches(share, combinations.length)) {
    for (const [k, parameters] of combinations.slice(from, to).entries()) {
      const place = from + k;
      const { metrics, result } = run(parameters, optionSets?.[place]);
      packMetrics(metrics, share.figures, place * PACKED_METRICS);
      if (size > 0) {
        const returns = returnsOf(result.equity, result.initialCapital);
        packSample(returns, share.samples, place * SAMPLE_NUMBERS);
        share.means[place] = sumStretches(returns, stretches, share.sums, place * size);
      }
      untold++;
      if (systemClock.monotonic() - reported < PROGRESS_INTERVAL_MILLISECONDS) continue;
      yield untold;
      reported = systemClock.monotonic();
      untold = 0;
    }
  }
  if (untold > 0) yield untold;
}

const NOTHING = { size: false, stopLoss: false, takeProfit: false };

function packSample(returns: Float64Array, into: Float64Array, at: number): void {
  const { sharpe, count, skewness, kurtosis } = sharpeSample(returns) ?? NO_SAMPLE;
  into.set([sharpe, count, skewness, kurtosis], at);
}

const NO_SAMPLE = { sharpe: NaN, count: NaN, skewness: NaN, kurtosis: NaN };

/** One combination's simulation, whose arrays the next one overwrites, and its metrics. */
export interface MeasuredRun {
  readonly metrics: Metrics;
  readonly result: SimulationResult;
}

/** Gives the figures of one combination after another, over what they have in common. */
export function measuring(
  {
    candles: given,
    options,
    fraction = 1,
  }: Pick<CombinationsTask, "candles" | "options" | "fraction">,
  registry: StrategyRegistry | undefined,
): (given: Parameters, options?: OptionSet) => MeasuredRun {
  const { run, rules } = splitOptions(options);
  const strategy = findStrategy(run.strategy, registry, "sweep");
  ensureValid(given, undefined, rules.allowNegativePrices === true);
  const first = Math.min(given.length - 1, Math.floor(given.length * run.trainSplit));
  const end = first + Math.max(1, Math.floor((given.length - first) * fraction));
  const candles = end === given.length ? given : sliceCandles(given, 0, end);
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const interval = run.interval ?? detectInterval(given);
  const { barsPerYear } = tradingYearOf({ ...run, interval }, given);
  const common = withDirection(rules, strategy);
  const held = totalReturnCandles(traded, common);
  const measured = (result: SimulationResult): MeasuredRun => ({
    metrics: computeMetrics(held, result, { barsPerYear }),
    result,
  });
  if (isTraderStrategy(strategy)) {
    const market = { candles, first, symbol: run.symbol, interval };
    return (asked, own) => {
      const parameters = resolveParameters(strategy, asked);
      return measured(runTrader(strategy, parameters, market, { ...common, ...own }));
    };
  }
  const indicators = new SharedIndicators();
  const equity = new Float64Array(traded.length);
  const ledger = new TradeLedger(traded.time);
  const rulesFor = resolvingRules(common, interval);
  let last: { readonly asked: Parameters; readonly decisions: Decisions } | undefined;
  return (asked, own) => {
    // Combinations that differ in their options alone have their parameters in common, and so their decisions.
    if (last?.asked !== asked) {
      const parameters = resolveParameters(strategy, asked);
      const all = runStrategy(strategy, parameters, candles, indicators, interval, common.calendar);
      last = { asked, decisions: decisionsFrom(all, first) };
    }
    const { decisions } = last;
    return measured(simulateInto(traded, decisions, rulesFor(decisions, own), ledger, equity));
  };
}

/** Resolves the rules of a run; those of an earlier run with the same set of options are kept while they hold. */
function resolvingRules(
  common: SimulationOptions,
  interval: Interval | undefined,
): (decisions: Decisions, own?: OptionSet) => SimulationRules {
  const NONE: OptionSet = {};
  const known = new WeakMap<OptionSet, { rules: SimulationRules; resolvedFor: Decisions }>();
  return (decisions, own = NONE) => {
    const before = known.get(own);
    if (
      before !== undefined &&
      before.resolvedFor.takeProfit === decisions.takeProfit &&
      before.resolvedFor.stopLoss === decisions.stopLoss &&
      before.rules.columns === undefined &&
      signalColumns(decisions, NOTHING) === undefined
    ) {
      return before.rules;
    }
    const rules = resolveSimulationRules(
      own === NONE ? common : { ...common, ...own },
      decisions,
      interval,
    );
    known.set(own, { rules, resolvedFor: decisions });
    return rules;
  };
}
