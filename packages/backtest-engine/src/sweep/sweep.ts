/** Many backtests of one strategy over the same candles: a grid of combinations, or a search among them. */

import { splitOptions, type BacktestOptions } from "../backtest/backtest-options.ts";
import { findStrategy } from "../backtest/backtest.ts";
import { configurationOf, type Configuration } from "../backtest/configuration.ts";
import { tradingYearOf } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import { PACKED_METRICS, unpackMetrics } from "../metrics/packed-metrics.ts";
import { withView } from "../notebook/notebook.ts";
import type { CrossValidation } from "../overfitting/cross-validation.ts";
import { requireOptions } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { detailUse, type DetailUse } from "../simulation/detail.ts";
import { optionsInForce } from "../simulation/rules-in-force.ts";
import type { StrategyDescription } from "../strategy/strategy.ts";
import { planAssessments, type SweepOverfitting } from "./assess-choice.ts";
import { checkCount, combine, noneLeft, type Combinations } from "./combinations.ts";
import type { ParameterRange, ParameterRanges } from "./parameter-ranges.ts";
import { createBatches, type RunBatch } from "./run-batch.ts";
import { createSpace, type Combination } from "./search-space.ts";
import { searchTrials } from "./search-trials.ts";
import { bestBy, type SweepMetric } from "./sweep-metric.ts";
import {
  portRules,
  resolveOwnOptions,
  type OwnOptions,
  type SweepOptions,
  type SweepThreads,
} from "./sweep-options.ts";
import type { SweepRow } from "./sweep-row.ts";
import type { SweepShare } from "./sweep-share.ts";
import { viewOfSweep } from "./sweep-view.ts";
import type { SharedReturns } from "./trial-returns.ts";

/** Result of a sweep. */
export interface SweepResult {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Metric by which `best` was chosen. */
  readonly metric: SweepMetric;
  /** First of the best combinations; null when the metric is undefined for all of them. */
  readonly best: SweepRow | null;
  /**
   * All combinations that were run, in the order of the ranges, in which the first one named changes slowest; those of
   * `tpe` in the order in which they were tried.
   */
  readonly grid: readonly SweepRow[];
  /**
   * Number of combinations that were left out because they break the strategy's rule between parameters, such as a
   * fast average not below the slow one, or a constraint; 0 for `tpe`, which tries none of them.
   */
  readonly skipped: number;
  /** Number of candles that every combination ran on. */
  readonly candles: number;
  /** Candles traded on that have a whole detail, and those without; absent in a sweep without `detail`. */
  readonly detail?: DetailUse;
  /**
   * Probability that choosing the best combination is overfitting, and the deflated Sharpe ratio of the best. Absent
   * when it was not asked for.
   */
  readonly overfitting?: SweepOverfitting;
  /** Cross-validation of the choice; `chosen` are indices of `grid`. Absent when it was not asked for. */
  readonly crossValidation?: CrossValidation;
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
 * Runs every combination of the parameter and option ranges, or a search among them, and says which was best.
 *
 * Combinations that break a rule between parameters or a constraint are left out and counted; a value that the strategy
 * refuses by itself is an error, for it is a slip. Indicators are computed once a thread. Same input, same bits, on any
 * number of threads: compare `resultHash`. O(combinations × candles).
 *
 * @throws EngineError PARAMETERS_INVALID naming the parameter, OPTIONS_INVALID, STRATEGY_UNKNOWN, CANDLES_INVALID,
 * CANDLES_TOO_FEW without a candle; the pool's and the journal's own errors
 */
export async function sweep(candles: Candles, given: SweepOptions = {}): Promise<SweepResult> {
  requireCandles(candles, "sweep");
  requireOptions("sweep", given);
  const {
    parameters = {},
    optionRanges,
    constraints,
    search,
    metric,
    maxCombinations,
    earlyStopping,
    journal,
    overfitting,
    crossValidation,
    threads,
    onProgress,
    signal,
    clock,
    ...run
  } = given;
  const own = resolveOwnOptions({ search, metric, maxCombinations, earlyStopping, onProgress });
  resolveEngineOptions("sweep", { journal, threads, signal }, portRules);
  const { registry, ...options } = run;
  const { rules, run: resolved } = splitOptions({ ...run, ...(clock !== undefined && { clock }) });
  const timer = resolved.clock;
  const started = timer.monotonic();
  const strategy = findStrategy(resolved.strategy, registry, "sweep");
  const space = createSpace(strategy, { parameters, optionRanges, constraints, rules });
  threads?.start?.(space.size);
  const isSearch =
    own.search?.method === "tpe" || own.earlyStopping !== undefined || journal !== undefined;
  const { search: asked } = own;
  const listed =
    asked?.method === "tpe"
      ? undefined
      : await keptBy(
          threads,
          await combine(space, asked, own.maxCombinations),
          strategy.name,
          signal,
        );
  if (candles.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "sweep: expected at least one candle, found none.");
  }
  ensureValid(candles, undefined, rules.allowNegativePrices === true);
  const interval = run.interval ?? detectInterval(candles);
  const first = Math.min(candles.length - 1, Math.floor(candles.length * resolved.trainSplit));
  const plan = planAssessments(candles.length - first, { overfitting, crossValidation });
  const count = listed?.list.length ?? Math.min(asked!.count, space.size); // tpe is a search
  checkCount(count, own.maxCombinations);
  let done = 0;
  const advance = (newly: number): void => {
    done += newly;
    const seconds = (timer.monotonic() - started) / 1000;
    const candlesPerSecond = seconds > 0 ? Math.round((done * candles.length) / seconds) : 0;
    own.onProgress({ progress: Math.min(1, done / count), candlesPerSecond });
  };
  const task = { ...options, strategy, ...(interval === undefined ? {} : { interval }) };
  const runBatch = createBatches({
    candles,
    options: task,
    strategy: strategy.name,
    registry,
    threads,
    signal,
  });
  const { stretches } = plan;
  let grid: readonly SweepRow[];
  let returns: SharedReturns | undefined;
  if (isSearch) {
    const fixed = { strategy, candles, options, parameters, optionRanges, constraints };
    const found = await searchTrials({
      ...own,
      space,
      listed,
      count,
      journal,
      runBatch,
      advance,
      clock: timer,
      stretches,
      fixed,
      keepsRule: async (combination) => {
        const holds = await threads?.keepsRule?.([combination.parameters], signal);
        return holds?.[0] ?? true;
      },
    });
    grid = found.rows;
    returns = found.returns;
    if (grid.length === 0) throw noneLeft();
  } else {
    const list = listed!.list; // only tpe has none
    const share = await runBatch(list, { stretches, advance });
    returns = share;
    grid = rowsOf(list, share);
  }
  const best = bestBy(
    grid.filter(({ stoppedAt }) => stoppedAt === undefined),
    own.metric,
  );
  const assessed = stretches.length === 0 ? {} : await assess(grid, returns, best, plan, runBatch);
  const result: SweepResult = {
    strategy: strategy.name,
    metric: own.metric,
    best,
    grid,
    skipped: listed?.skipped ?? 0,
    candles: candles.length,
    ...detailUse(
      first === 0 ? candles : sliceCandles(candles, first),
      rules.detail,
      rules.allowNegativePrices,
    ),
    ...assessed,
    configuration: configurationOf(strategy, run, {
      ...sweepInForce(strategy, task, parameters, own, candles),
      ...(optionRanges !== undefined && { optionRanges }),
      ...(constraints !== undefined && { constraints }),
      ...(overfitting !== undefined && { overfitting }),
      ...(crossValidation !== undefined && { crossValidation }),
    }),
    elapsedMilliseconds: Math.max(0, timer.monotonic() - started),
  };
  return withView(result, viewOfSweep);
}

/** The combinations that hold the rule of a strategy which only the threads have. */
async function keptBy(
  threads: SweepThreads | undefined,
  { list, skipped }: Combinations,
  strategy: string,
  signal: AbortSignal | undefined,
): Promise<Combinations> {
  const holds = await threads?.keepsRule?.(
    list.map(({ parameters }) => parameters),
    signal,
  );
  if (holds === undefined) return { list, skipped };
  const kept = list.filter((_, k) => holds[k]);
  if (kept.length > 0) return { list: kept, skipped: skipped + list.length - kept.length };
  throw new EngineError(
    "PARAMETERS_INVALID",
    `No combination of the ranges keeps the rule of strategy ${strategy} between its parameters.`,
    { details: { strategy } },
  );
}

function rowsOf(list: readonly Combination[], { figures }: SweepShare): readonly SweepRow[] {
  return list.map((combination, k) => ({
    ...combination,
    ...unpackMetrics(figures, k * PACKED_METRICS),
  }));
}

/** The assessments of the rows that ran to the end; rows whose returns a journal lacks are run once more. */
async function assess(
  grid: readonly SweepRow[],
  returns: SharedReturns | undefined,
  best: SweepRow | null,
  plan: ReturnType<typeof planAssessments>,
  runBatch: RunBatch,
): Promise<Pick<SweepResult, "overfitting" | "crossValidation">> {
  const places = [...grid.keys()].filter((k) => grid[k]?.stoppedAt === undefined);
  const rows = grid.filter(({ stoppedAt }) => stoppedAt === undefined);
  const runs = returns ?? (await runBatch(rows.map(combinationOf), { stretches: plan.stretches }));
  return plan.assess(runs, places, best === null ? -1 : grid.indexOf(best));
}

function combinationOf({ parameters, options }: SweepRow): Combination {
  return { parameters, ...(options !== undefined && { options }) };
}

/** The options of a sweep with every default filled in, but for a stop and a target that are the strategy's own. */
function sweepInForce(
  strategy: StrategyDescription,
  given: Omit<BacktestOptions, "parameters">,
  ranges: ParameterRanges,
  own: Readonly<OwnOptions>,
  candles: Candles,
): SweepOptions {
  const { run, rules } = splitOptions(given);
  const { interval = detectInterval(candles) } = run;
  const year = tradingYearOf({ ...run, interval }, candles);
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
    daysPerYear: year.tradingDays,
    barsPerYear: year.barsPerYear,
    ...(run.timeZone !== undefined && { timeZone: run.timeZone }),
    trainSplit: run.trainSplit,
    ...optionsInForce({ ...rules, direction: rules.direction ?? strategy.direction }),
    ...(own.search !== undefined && { search: { seed: 1, ...own.search } }),
    metric: own.metric,
    ...(own.earlyStopping !== undefined && { earlyStopping: own.earlyStopping }),
    maxCombinations: own.maxCombinations,
  };
}
