// Indices stay within the candles, so `!` on array reads only satisfies the type checker.

/** Walk-forward analysis: parameters are chosen on one stretch of candles and traded on the next, repeatedly. */

import {
  functionOption,
  portOption,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { Configuration } from "../backtest/configuration.ts";
import { tradingYearOf } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { checkCanonicalInterval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import type { TaskOptions } from "../pool/worker-pool.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { resolveCompatibility, type Compatibility } from "../simulation/compatibility.ts";
import { totalReturnCandles } from "../simulation/corporate-actions.ts";
import { detailUse, type DetailUse } from "../simulation/detail.ts";
import type { Trade } from "../simulation/trades.ts";
import type { CombinationsTask } from "../sweep/run-combinations.ts";
import { shareCandles, withSharedDetail } from "../sweep/share-candles.ts";
import type { SweepMetric } from "../sweep/sweep-metric.ts";
import type { SweepOptions, SweepThreads } from "../sweep/sweep-options.ts";
import type { SweepRow } from "../sweep/sweep-row.ts";
import { sweep } from "../sweep/sweep.ts";
import { joinRuns } from "./join-runs.ts";
import { runWindow, type WindowRun, type WindowTask } from "./run-window.ts";
import { windowsOf, type Window, type WindowOptions } from "./windows.ts";

/**
 * Threads that run the sweeps and the tests: a pool of `createWorkerPool` over `backtestWorkerModule()`, or over a
 * module of your own.
 */
export interface WalkForwardThreads extends SweepThreads {
  /** Runs combinations of a sweep on one of the threads. */
  run(task: "combinations", input: CombinationsTask, options?: TaskOptions): Promise<void>;
  /** Runs one test on one of the threads. */
  run(task: "window", input: WindowTask, options?: TaskOptions): Promise<WindowRun>;
}

/** Options of a walk forward: the windows, and the sweep that runs on each training. */
export interface WalkForwardOptions
  extends
    WindowOptions,
    Omit<SweepOptions, "trainSplit" | "threads" | "journal" | "overfitting" | "crossValidation"> {
  /**
   * Threads to run on; the strategy must be known by name to their module. Default: the current thread, which is
   * blocked until the end.
   */
  readonly threads?: WalkForwardThreads;
}

/** One training and its test. Indices refer to the given candles; a range ends before its `To`. */
export interface WalkForwardWindow extends Window {
  /** Open time of the first candle of the training, milliseconds UTC. */
  readonly trainFromTime: number;
  /** Open time of the first candle of the test, milliseconds UTC. */
  readonly testFromTime: number;
  /** Open time of the last candle of the test, milliseconds UTC. */
  readonly testToTime: number;
  /**
   * Best combination of the training; null when the metric is undefined for all of them, in which case nothing is
   * traded.
   */
  readonly inSample: SweepRow | null;
  /** Metrics of the test with those parameters; null when nothing was traded or no capital was left. */
  readonly outOfSample: Metrics | null;
}

/** Result of a walk forward. */
export interface WalkForwardResult {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Metric by which parameters were chosen. */
  readonly metric: SweepMetric;
  /** All windows in order. */
  readonly windows: readonly WalkForwardWindow[];
  /** Metrics of all tests together, as one account that continues from test to test. */
  readonly outOfSample: Metrics;
  /** Trades of the tests in order; indices refer to `time`. */
  readonly trades: readonly Trade[];
  /** Value of that account at the close of each candle of the tests, in the quote currency. */
  readonly equity: Float64Array;
  /** Open times of the candles of the tests, milliseconds UTC. */
  readonly time: Float64Array;
  /** Candles that have a whole detail, and those without; absent in a walk-forward without `detail`. */
  readonly detail?: DetailUse;
  /**
   * Positions that were closed at the open of the first candle after a session whose last candle is missing; absent in
   * a run without `flatByClose`.
   */
  readonly lateCloses?: number;
  /**
   * Entries of the tests that were not filled since their price was 0 or below, as in the result of `backtest`; absent
   * in a run without `allowNegativePrices`.
   */
  readonly rejectedEntries?: number;
  /**
   * Options that the result was computed under, defaults included. A stop and a target that were not given are absent:
   * they are the strategy's own.
   */
  readonly configuration: Configuration<WalkForwardOptions>;
  /** Duration in milliseconds. The only field that differs between two runs of the same input. */
  readonly elapsedMilliseconds: number;
}

/**
 * Chooses parameters on a training, trades them on the candles that follow, moves on, and joins the tests to one
 * account: the result of choosing by the past.
 *
 * The indicators of a test have seen the training's candles; its trades begin without a position, with the capital
 * that the test before left, and end at its last close. A window in which the metric is undefined for every
 * combination is not traded. The same input gives the same bits on any number of threads. Costs one sweep for each
 * window.
 *
 * @throws EngineError as {@link sweep}; OPTIONS_INVALID for lengths out of bounds; CANDLES_TOO_FEW when not one
 * window fits
 */
export async function walkForward(
  series: Candles,
  given: WalkForwardOptions,
): Promise<WalkForwardResult> {
  requireCandles(series, "walkForward");
  const cuts = windowsOf(series.length, given);
  const { clock, onProgress } = resolveEngineOptions(
    "walkForward",
    { clock: given.clock, onProgress: given.onProgress },
    RULES,
  );
  const started = clock.monotonic();
  ensureValid(series, undefined, given.allowNegativePrices === true);
  const candles = given.threads === undefined ? series : shareCandles(series);
  const options = given.threads === undefined ? given : withSharedDetail(given);
  const sweepOptions = sweepOptionsOf(options, candles);
  const { initialCapital = 10_000 } = options;
  const windows: WalkForwardWindow[] = [];
  const runs: (WindowRun | null)[] = [];
  let capital = initialCapital;
  let metric: SweepMetric = "sharpe";
  let strategy = "";
  let sweepConfiguration: Configuration<SweepOptions> | undefined;
  for (const [k, window] of cuts.entries()) {
    const training = await sweep(sliceCandles(candles, window.trainFrom, window.trainTo), {
      ...sweepOptions,
      onProgress: ({ progress, candlesPerSecond }) =>
        onProgress({ progress: (k + progress) / cuts.length, candlesPerSecond }),
    });
    ({ metric, strategy } = training);
    sweepConfiguration ??= training.configuration;
    const run =
      training.best === null || capital <= 0
        ? null
        : await runOn(options, strategy, taskOf(candles, window, training.best, options, capital));
    capital = run?.metrics.finalCapital ?? capital;
    runs.push(run);
    windows.push({
      ...window,
      trainFromTime: candles.time[window.trainFrom]!,
      testFromTime: candles.time[window.testFrom]!,
      testToTime: candles.time[window.testTo - 1]!,
      inSample: training.best,
      outOfSample: run?.metrics ?? null,
    });
  }
  const joined = joinRuns(totalReturnCandles(candles, options), cuts, runs, initialCapital);
  return {
    strategy,
    metric,
    windows,
    outOfSample: computeMetrics(joined.candles, joined.simulation, {
      barsPerYear: sweepOptions.barsPerYear,
    }),
    trades: joined.simulation.trades.toArray(),
    equity: joined.simulation.equity,
    time: joined.candles.time,
    ...detailUse(candles, options.detail, options.allowNegativePrices),
    ...(options.flatByClose === true && {
      lateCloses: runs.reduce((sum, run) => sum + (run?.lateCloses ?? 0), 0),
    }),
    ...(options.allowNegativePrices === true && {
      rejectedEntries: runs.reduce((sum, run) => sum + (run?.rejectedEntries ?? 0), 0),
    }),
    configuration: configurationOfAll(sweepConfiguration!, options), // there is at least one window
    elapsedMilliseconds: Math.max(0, clock.monotonic() - started),
  };
}

const RULES: OptionRules<Required<Pick<WalkForwardOptions, "clock" | "onProgress">>> = {
  clock: portOption<Pick<Clock, "monotonic">>(["monotonic"], { default: systemClock }),
  onProgress: functionOption({ default: () => undefined }),
};

/** The configuration of the sweeps with that of the windows. */
function configurationOfAll(
  { options: swept, ...versions }: Configuration<SweepOptions>,
  options: WalkForwardOptions,
): Configuration<WalkForwardOptions> {
  const { trainSplit: _, threads: __, ...inForce } = swept;
  return {
    ...versions,
    daysPerYearFrom: options.daysPerYear === undefined ? "calendar" : "given",
    options: {
      ...inForce,
      trainCandles: options.trainCandles,
      testCandles: options.testCandles,
      stepCandles: options.stepCandles ?? options.testCandles,
      isAnchored: options.isAnchored ?? false,
      purgeCandles: options.purgeCandles ?? 0,
      embargoCandles: options.embargoCandles ?? 0,
    },
  };
}

function sweepOptionsOf(
  options: WalkForwardOptions,
  candles: Candles,
): SweepOptions & { readonly barsPerYear: number } {
  const {
    trainCandles: _train,
    testCandles: _test,
    stepCandles: _step,
    isAnchored: _anchored,
    purgeCandles: _purge,
    embargoCandles: _embargo,
    ...own
  } = options;
  if (own.interval !== undefined) checkCanonicalInterval(own.interval);
  const interval = own.interval ?? detectInterval(candles);
  // A window may be too short to show a weekend or a whole day; the whole series does.
  const { tradingDays, barsPerYear } = tradingYearOf({ ...own, interval }, candles);
  return {
    ...own,
    daysPerYear: tradingDays,
    barsPerYear,
    ...(interval === undefined ? {} : { interval }),
  };
}

function taskOf(
  candles: Candles,
  { trainFrom, testFrom, testTo }: Window,
  { parameters, options: varied }: SweepRow,
  options: WalkForwardOptions,
  initialCapital: number,
): WindowTask {
  const {
    search: _search,
    optionRanges: _ranges,
    constraints: _constraints,
    earlyStopping: _stopping,
    metric: _metric,
    maxCombinations: _most,
    threads: _threads,
    onProgress: _progress,
    signal: _signal,
    registry: _registry,
    clock: _clock,
    ...run
  } = sweepOptionsOf(options, candles);
  // Only money is handed from test to test: no position stays open.
  const { finalPosition, ...rules } = resolveCompatibility(
    (varied?.["compatibility"] ?? run.compatibility) as Compatibility | undefined,
  );
  const compatibility = {
    ...rules,
    finalPosition: finalPosition === "last_open" ? finalPosition : ("last_close" as const),
  };
  return {
    candles: sliceCandles(candles, trainFrom, testTo),
    from: testFrom - trainFrom,
    options: { ...run, ...varied, parameters, initialCapital, compatibility },
  };
}

async function runOn(
  { threads, registry, signal }: Pick<WalkForwardOptions, "threads" | "registry" | "signal">,
  strategy: string,
  task: WindowTask,
): Promise<WindowRun> {
  if (threads === undefined) return runWindow(task, registry);
  const named = { ...task, options: { ...task.options, strategy } };
  return threads.run("window", named, signal === undefined ? {} : { signal });
}
