/** Options of a sweep, their defaults and bounds. */

import {
  anySignal,
  choiceOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  type Clock,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import type { CrossValidationOptions } from "../overfitting/cross-validation.ts";
import type { OverfittingOptions } from "../overfitting/overfitting.ts";
import type { TaskOptions } from "../pool/worker-pool.ts";
import { shaped } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { EarlyStopping } from "./early-stopping.ts";
import type { OptionRanges } from "./option-ranges.ts";
import type { ParameterRanges } from "./parameter-ranges.ts";
import type { CombinationsTask } from "./run-combinations.ts";
import type { StudyJournal } from "./study-journal.ts";
import { sweepMetrics, type SweepMetric } from "./sweep-metric.ts";

/** A search among the combinations of the ranges. */
export interface SweepSearch {
  /**
   * Way to choose combinations. `random` (default) draws them; `tpe`, a multivariate tree-structured Parzen estimator
   * (Bergstra et al., 2011), draws the first 10 and then those near the best so far, four at a time, on any number of
   * threads.
   */
  readonly method?: "random" | "tpe";
  /** Number of combinations to run, at least 1. No combination is run twice, so there may be fewer. */
  readonly count: number;
  /** Seed of the random numbers; the same seed draws the same combinations. A whole number; default 1. */
  readonly seed?: number;
}

/**
 * Threads that share a sweep: a pool of `createWorkerPool` over `backtestWorkerModule()`, or over a module of your
 * own.
 */
export interface SweepThreads {
  /** Runs a task on one of the threads. */
  run(task: "combinations", input: CombinationsTask, options?: TaskOptions): Promise<void>;
  /** Returns the number of threads as `size`. */
  load(): { readonly size: number };
  /** Starts at most `count` threads ahead of their tasks, so that they load while the combinations are listed. */
  start?(count: number): void;
  /**
   * Tells of each combination whether the strategy's rule between parameters holds, where only the threads have the
   * strategy. Default: the rule is checked by the caller.
   */
  keepsRule?(
    combinations: readonly Parameters[],
    signal?: AbortSignal,
  ): Promise<readonly boolean[]>;
}

/** Options of a sweep: the parameters to try, the metric to choose by, and the rules of every run as in `backtest`. */
export interface SweepOptions extends Omit<BacktestOptions, "parameters" | "indicators" | "clock"> {
  /** Values to try for each parameter, by name. Default: a single run with the strategy's defaults. */
  readonly parameters?: ParameterRanges;
  /**
   * Values to try for options of the simulation, by name, such as `{ stopLoss: [0.01, 0.02, null] }`; a list or a range
   * each. Default: options do not vary.
   */
  readonly optionRanges?: OptionRanges;
  /**
   * Rules between parameters and options that every combination must keep, such as `fast_period < slow_period`,
   * `2 * fast_period <= slow_period`, `period < 20 if ma_type = "ema"` or `options.stopLoss < options.takeProfit`. An
   * order with a value that is null holds. Default: the strategy's own rules alone.
   */
  readonly constraints?: readonly string[];
  /** Search among the combinations instead of running all of them. Default: the whole grid. */
  readonly search?: SweepSearch;
  /**
   * Stops trials that are worse than the median of the earlier ones on a leading part of the candles; each trial runs
   * on every part first, and on all candles if it is not stopped. Default: every trial runs to the end.
   */
  readonly earlyStopping?: EarlyStopping;
  /**
   * Journal of the trials: a sweep that was stopped, or killed, goes on with the same next trial when it is started
   * again with the same candles and options. Default: nothing is kept.
   */
  readonly journal?: StudyJournal;
  /**
   * Computes the probability that choosing the best combination is overfitting; {@link overfittingProbability}.
   * Default: not computed.
   */
  readonly overfitting?: OverfittingOptions;
  /** Cross-validates the choice; {@link crossValidate}. Default: not computed. */
  readonly crossValidation?: CrossValidationOptions;
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

/** Progress of a sweep. */
export interface SweepProgress {
  /** Fraction of the combinations that are done, 0–1. */
  readonly progress: number;
  /** Candles simulated per second so far, over all threads. */
  readonly candlesPerSecond: number;
}

/** The sweep's own options with their defaults. */
export type OwnOptions = Required<
  Pick<SweepOptions, "metric" | "maxCombinations" | "onProgress">
> & {
  readonly search: SweepSearch | undefined;
  readonly earlyStopping: EarlyStopping | undefined;
};

const RULES: OptionRules<OwnOptions> = {
  search: optional<SweepSearch>({
    expected: "{count, seed?, method?} with whole numbers, count at least 1, method random or tpe",
    accepts: isSearch,
    absent: null,
  } satisfies OptionRule<SweepSearch>),
  earlyStopping: optional<EarlyStopping>({
    expected:
      "{fractions?, startup?} with 1 to 8 rising fractions above 0 and below 1, startup a whole number from 1 to 10000",
    accepts: isEarlyStopping,
    absent: null,
  } satisfies OptionRule<EarlyStopping>),
  metric: choiceOption(sweepMetrics, { default: "sharpe" }),
  maxCombinations: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
  onProgress: functionOption({ default: () => undefined }),
};

/** Rules of the parts that a sweep is given. */
export const portRules: OptionRules<{
  readonly [Key in "journal" | "threads" | "signal"]: SweepOptions[Key];
}> = {
  journal: optional(portOption<StudyJournal>(["read", "append"])),
  threads: optional(portOption<SweepThreads>(["run", "load"])),
  signal: shaped("an AbortSignal", anySignal),
};

/**
 * Checks the options that only a sweep has, and fills in their defaults.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function resolveOwnOptions(given: object = {}): Readonly<OwnOptions> {
  return resolveEngineOptions<OwnOptions>("sweep", given, RULES);
}

function isSearch(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { count, seed = 1, method = "random", ...others } = value as Partial<SweepSearch>;
  return (
    Number.isSafeInteger(count) &&
    count! >= 1 &&
    Number.isSafeInteger(seed) &&
    (method === "random" || method === "tpe") &&
    Object.keys(others).length === 0
  );
}

function isEarlyStopping(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { fractions = [0.5], startup = 10, ...others } = value as Partial<EarlyStopping>;
  return (
    Array.isArray(fractions) &&
    fractions.length >= 1 &&
    fractions.length <= 8 &&
    fractions.every((fraction: unknown, k) => {
      const before: unknown = k === 0 ? 0 : fractions[k - 1];
      return Number.isFinite(fraction) && (fraction as number) > (before as number);
    }) &&
    (fractions.at(-1) as number) < 1 &&
    Number.isSafeInteger(startup) &&
    startup >= 1 &&
    startup <= 10_000 &&
    Object.keys(others).length === 0
  );
}
