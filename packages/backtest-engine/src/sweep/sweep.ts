/** Many backtests of one strategy over the same candles: a grid of parameters, or a random search among them. */

import {
  functionOption,
  hasCode,
  integerOption,
  choiceOption,
  optional,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

import { splitOptions, type BacktestOptions } from "../backtest/backtest-options.ts";
import { findStrategy, metricsOptionsOf } from "../backtest/backtest.ts";
import { configurationOf, type Configuration } from "../backtest/configuration.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { EngineError } from "../errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { PACKED_METRICS, unpackMetrics } from "../metrics/packed-metrics.ts";
import { optionsInForce } from "../simulation/options.ts";
import type { Parameters } from "../strategies/parameters.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { TaskOptions } from "../threads/worker-pool.ts";
import { combine, type RandomSearch } from "./combinations.ts";
import type { ParameterRange, ParameterRanges } from "./parameter-ranges.ts";
import { runCombinations, type CombinationsTask } from "./run-combinations.ts";
import { shareCandles } from "./share-candles.ts";
import { bestBy, sweepMetrics, type SweepMetric } from "./sweep-metric.ts";
import { createShare } from "./sweep-share.ts";

/**
 * Threads that share a sweep: a pool of `createWorkerPool` over `backtestWorkerModule()`, or over a module of your
 * own.
 */
export interface SweepThreads {
  /** Runs a task on one of the threads. */
  run(task: "combinations", input: CombinationsTask, options?: TaskOptions): Promise<void>;
  /** Returns the number of threads as `size`. */
  load(): { readonly size: number };
}

/** Options of a sweep: the parameters to try, the metric to choose by, and the rules of every run as in `backtest`. */
export interface SweepOptions extends Omit<BacktestOptions, "parameters" | "indicators" | "clock"> {
  /** Values to try for each parameter, by name. Default: a single run with the strategy's defaults. */
  readonly parameters?: ParameterRanges;
  /** Random search, which draws combinations instead of running all of them. Default: the whole grid. */
  readonly search?: RandomSearch;
  /** Metric by which `best` is chosen. Default `sharpe`. */
  readonly metric?: SweepMetric;
  /** Largest number of combinations that may be run; more are refused. 1–1,000,000; default 10,000. */
  readonly maxCombinations?: number;
  /**
   * Threads to run on; the strategy must be known by name to their module. Default: the current thread, which is
   * blocked until the sweep ends.
   */
  readonly threads?: SweepThreads;
  /** Called with the progress, at most about every 50 ms. */
  readonly onProgress?: (progress: SweepProgress) => void;
  /** Signal that aborts the sweep, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Clock that measures `elapsedMilliseconds` and the candles per second. Default: the system clock. */
  readonly clock?: Pick<Clock, "monotonic">;
}

/** Metrics of one combination. */
export interface SweepRow extends Metrics {
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
}

/** Progress of a sweep. */
export interface SweepProgress {
  /** Fraction of the combinations that are done, 0–1. */
  readonly progress: number;
  /** Candles simulated per second so far, over all threads. */
  readonly candlesPerSecond: number;
}

/** Result of a sweep. */
export interface SweepResult {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Metric by which `best` was chosen. */
  readonly metric: SweepMetric;
  /** First of the best combinations; null when the metric is undefined for all of them. */
  readonly best: SweepRow | null;
  /** All combinations that were run, in the order of the ranges: the first parameter named changes slowest. */
  readonly grid: readonly SweepRow[];
  /**
   * Number of combinations that were left out because they break the strategy's rule between parameters, such as a
   * fast average not below the slow one.
   */
  readonly skipped: number;
  /** Number of candles that every combination ran on. */
  readonly candles: number;
  /**
   * Options that the result was computed under, defaults included. With the parameters of a row, and without `metric`,
   * `search` and `maxCombinations`, they are the options of `backtest` for that row. A stop and a target that were not
   * given are absent: they are the strategy's own.
   */
  readonly configuration: Configuration<SweepOptions>;
  /** Duration in milliseconds. The only field that differs between two runs of the same input. */
  readonly elapsedMilliseconds: number;
}

/**
 * Runs every combination of the parameter ranges, or a random search among them, and says which was best.
 *
 * Combinations that break a rule between parameters are left out and counted; a value that the strategy refuses by
 * itself is an error, for it is a slip. Indicators are computed once a thread. Same input, same bits, on any number of
 * threads: compare `resultHash`. O(combinations × candles).
 *
 * @throws EngineError PARAMETERS_INVALID naming the parameter, OPTIONS_INVALID, STRATEGY_UNKNOWN, CANDLES_INVALID,
 * CANDLES_TOO_FEW without a candle; the pool's own errors
 */
export async function sweep(candles: Candles, given: SweepOptions = {}): Promise<SweepResult> {
  const {
    parameters,
    search,
    metric,
    maxCombinations,
    threads,
    onProgress,
    signal,
    clock,
    ...run
  } = given;
  const own = resolveOwn({ search, metric, maxCombinations, onProgress });
  const timer = clock ?? systemClock;
  const started = timer.monotonic();
  const strategy = findStrategy(run.strategy ?? "wavelet_reversal", run.registry, "sweep");
  const { list, skipped } = await combine(strategy, parameters ?? {}, search, own.maxCombinations);
  if (candles.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "sweep: expected at least one candle, found none.");
  }
  ensureValid(candles);
  const interval = run.interval ?? detectInterval(candles);
  const { registry, ...options } = run;
  const share = createShare(list.length, threads?.load().size ?? 1);
  const task: CombinationsTask = {
    candles,
    combinations: list,
    options: { ...options, strategy, ...(interval === undefined ? {} : { interval }) },
    share,
  };
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    const seconds = (timer.monotonic() - started) / 1000;
    const candlesPerSecond = seconds > 0 ? Math.round((done * candles.length) / seconds) : 0;
    own.onProgress({ progress: done / list.length, candlesPerSecond });
  };
  signal?.throwIfAborted();
  if (threads === undefined) await runHere(task, registry, signal, advance);
  else await runOnThreads(task, strategy, threads, signal, advance);
  const grid = list.map((parameters, k) => ({
    parameters,
    ...unpackMetrics(share.figures, k * PACKED_METRICS),
  }));
  return {
    strategy: strategy.name,
    metric: own.metric,
    best: bestBy(grid, own.metric),
    grid,
    skipped,
    candles: candles.length,
    configuration: configurationOf(
      strategy,
      run,
      sweepInForce(strategy, task.options, parameters ?? {}, own, candles),
    ),
    elapsedMilliseconds: Math.max(0, timer.monotonic() - started),
  };
}

/** The options of a sweep with every default filled in, but for a stop and a target that are the strategy's own. */
function sweepInForce(
  strategy: Strategy,
  given: Omit<BacktestOptions, "parameters">,
  ranges: ParameterRanges,
  own: Readonly<Own>,
  candles: Candles,
): SweepOptions {
  const { run, rules } = splitOptions(given);
  const { interval = detectInterval(candles) } = run;
  const { daysPerYear } = metricsOptionsOf({ interval, daysPerYear: run.daysPerYear }, candles);
  const specs = Object.entries(strategy.parameters).filter(
    ([name]) => !Object.hasOwn(ranges, name),
  );
  const defaults: ParameterRanges = Object.fromEntries(
    specs.map(([name, spec]): [string, ParameterRange] => [name, spec.default]),
  );
  return {
    strategy: strategy.name,
    parameters: { ...ranges, ...defaults },
    ...(run.symbol !== undefined && { symbol: run.symbol }),
    ...(interval !== undefined && { interval }),
    daysPerYear,
    trainSplit: run.trainSplit,
    ...optionsInForce({ ...rules, direction: rules.direction ?? strategy.direction }),
    ...(own.search !== undefined && { search: { seed: 1, ...own.search } }),
    metric: own.metric,
    maxCombinations: own.maxCombinations,
  };
}

type Own = Required<Pick<SweepOptions, "metric" | "maxCombinations" | "onProgress">> &
  Pick<{ search: RandomSearch | undefined }, "search">;

const RULES: OptionRules<Own> = {
  search: optional<RandomSearch>({
    expected: "{count, seed?} with whole numbers, count at least 1",
    accepts: isSearch,
    absent: null,
  } satisfies OptionRule<RandomSearch>),
  metric: choiceOption(sweepMetrics, { default: "sharpe" }),
  maxCombinations: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
  onProgress: functionOption({ default: () => undefined }),
};

function resolveOwn(given: object): Readonly<Own> {
  try {
    return resolveOptions<Own>("sweep", given, RULES);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    throw new EngineError("OPTIONS_INVALID", error.message, { cause: error });
  }
}

function isSearch(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { count, seed = 1, ...others } = value as Partial<RandomSearch>;
  return (
    Number.isSafeInteger(count) &&
    count! >= 1 &&
    Number.isSafeInteger(seed) &&
    Object.keys(others).length === 0
  );
}

/** Runs the sweep on this thread; about every 50 ms other work has its turn, and `signal` can stop it. */
async function runHere(
  task: CombinationsTask,
  registry: StrategyRegistry | undefined,
  signal: AbortSignal | undefined,
  advance: (count: number) => void,
): Promise<void> {
  for (const done of runCombinations(task, registry)) {
    advance(done);
    await nextTurn();
    signal?.throwIfAborted();
  }
}

async function runOnThreads(
  { candles, options, combinations, share }: CombinationsTask,
  strategy: Strategy,
  threads: SweepThreads,
  signal: AbortSignal | undefined,
  advance: (count: number) => void,
): Promise<void> {
  const task: CombinationsTask = {
    candles: shareCandles(candles),
    combinations,
    options: { ...options, strategy: strategy.name },
    share,
  };
  // One thread that fails ends the others.
  const stopping = new AbortController();
  const stop = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
  const count = Math.min(threads.load().size, Math.ceil(combinations.length / share.stretch));
  const runs = Array.from({ length: count }, () =>
    threads.run("combinations", task, {
      signal: stop,
      onProgress: (done) => advance(done as number),
    }),
  );
  try {
    await Promise.all(runs);
  } catch (error) {
    stopping.abort(error);
    await Promise.allSettled(runs);
    throw error;
  }
}
