/** Simulations of jobs on a pool of threads, and the threads' side of it. */

import { type Candles, latestSignal } from "@bourse/backtest-engine";
import { shareCandles } from "@bourse/backtest-engine/data";
import { createStrategyRegistry, type StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  backtestTasks,
  type BacktestTasks,
  copyToSharedMemory,
  serveTasks,
  shareColumn,
  shareMarkets,
  type WorkerPool,
} from "@bourse/backtest-engine/threads";
import {
  anyFunction,
  functionOption,
  objectOf,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { BacktestRequest, RunData, RunInput } from "../requests/backtest-request.ts";
import type { BacktestFigures } from "../results/run-results.ts";
import {
  sweepContext,
  type BacktestExecutor,
  type ExecutionContext,
} from "../runs/backtest-executor.ts";
import { runBacktest, runPortfolio, type Markets, type RunOutcome } from "../runs/run-backtest.ts";
import { runSweep, runWalkForward } from "../runs/run-sweep.ts";
import type { FileStrategy } from "./strategy-threads.ts";

/**
 * Tasks that the worker module of a pool serves. Results are copied, not moved: once a thread has moved a buffer, its
 * loops over columns take up to a third longer.
 */
export type JobTasks = BacktestTasks & {
  /** One whole backtest. */
  readonly backtest: (task: {
    readonly candles: Candles;
    readonly settings: RunInput<BacktestRequest>;
  }) => RunOutcome<BacktestFigures>;
  /** One whole portfolio. */
  readonly portfolio: (task: {
    readonly markets: Markets;
    readonly settings: RunInput<BacktestRequest>;
  }) => RunOutcome<BacktestFigures>;
};

/** Options of {@link createPooledExecutor}. */
export interface PooledExecutorOptions {
  /** Registry of the worker module, and of the strategies in files. Default: the built-in strategies. */
  readonly strategies?: StrategyRegistry;
  /** Finds a strategy in a file by its name; it runs in threads or processes of its own. Default: there are none. */
  readonly files?: (name: string) => FileStrategy | undefined;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
}

const RULES: OptionRules<{
  readonly [Key in keyof Required<PooledExecutorOptions>]: PooledExecutorOptions[Key];
}> = {
  strategies: optional(portOption<StrategyRegistry>(["get"])),
  files: optional(functionOption<NonNullable<PooledExecutorOptions["files"]>>()),
  clock: optional(portOption<Clock>(["now", "monotonic"])),
};

/**
 * Creates an executor that runs simulations on a pool of threads over `jobWorkerModule`, or over a module of
 * your own that calls {@link serveJobs}.
 *
 * The candles are copied once into shared memory. The thread of an aborted task is terminated.
 */
export function createPooledExecutor(
  pool: WorkerPool<JobTasks>,
  options: PooledExecutorOptions = {},
): BacktestExecutor {
  objectOf({ run: anyFunction, start: anyFunction, load: anyFunction, close: anyFunction })(
    "pool",
    pool,
  );
  const given = resolveOptions("createPooledExecutor", options, RULES);
  const { strategies = createStrategyRegistry(), files, clock = systemClock } = given;
  const fileOf = (name: string | undefined): FileStrategy | undefined =>
    name === undefined ? undefined : files?.(name);
  const threaded = (context: ExecutionContext, name: string | undefined) => ({
    ...sweepContext(context, strategies, clock),
    threads: fileOf(name)?.threads ?? pool,
  });
  /** A strategy in a file might write into its candles: it gets a copy, here or in its process. */
  const candlesFor = (name: string | undefined, candles: Candles): Candles =>
    fileOf(name)?.copiesCandles === false ? copyToSharedMemory(candles) : shareCandles(candles);
  return {
    readsOnly: true,
    backtest(given, input, { signal }) {
      const candles = candlesFor(input.strategy, given);
      const settings = withSharedData(input);
      const file = fileOf(settings.strategy);
      if (file !== undefined) return file.runJob(candles, settings, { signal });
      return pool.run("backtest", { candles, settings }, { signal });
    },
    portfolio(given, input, { signal }) {
      const settings = withSharedData(input);
      const rows = Object.entries(given).map(
        ([symbol, candles]) => [symbol, candlesFor(settings.strategy, candles)] as const,
      );
      const markets = Object.fromEntries(rows);
      return (
        fileOf(settings.strategy)?.runPortfolio(markets, settings, { signal }) ??
        pool.run("portfolio", { markets, settings }, { signal })
      );
    },
    sweep: (candles, settings, context) =>
      runSweep(
        candlesFor(settings.strategy, candles),
        settings,
        threaded(context, settings.strategy),
      ),
    walkForward: (candles, settings, context) =>
      runWalkForward(
        candlesFor(settings.strategy, candles),
        settings,
        threaded(context, settings.strategy),
      ),
    async latestSignal(candles, strategy, signal) {
      const task = signal === undefined ? {} : { signal };
      const file = fileOf(strategy.name);
      return await (file?.latestSignal(candlesFor(strategy.name, candles), {}, {}, task) ??
        latestSignal(strategy, {}, candles));
    },
  };
}

/** The settings with a benchmark and a detail that other threads read in place. */
function withSharedData(input: RunInput<BacktestRequest>): RunInput<BacktestRequest> {
  const { benchmark, detail } = input;
  const settings =
    detail === undefined
      ? input
      : { ...input, detail: isCandles(detail) ? shareCandles(detail) : shareMarkets(detail) };
  if (benchmark === undefined || benchmark === null) return settings;
  const { length, time, open, close } = benchmark;
  const shared = {
    length,
    time: shareColumn(time),
    open: shareColumn(open),
    close: shareColumn(close),
  };
  return { ...settings, benchmark: shared };
}

function isCandles(detail: NonNullable<RunData["detail"]>): detail is Candles {
  return detail["time"] instanceof Float64Array;
}

/**
 * Serves the pool's tasks over `strategies`: the whole content of a worker module. Default: the built-in strategies.
 *
 * @throws PoolError POOL_WORKER_CRASHED outside of a worker thread
 */
export function serveJobs(strategies: StrategyRegistry = createStrategyRegistry()): void {
  const tasks: JobTasks = {
    ...backtestTasks(strategies),
    backtest: ({ candles, settings }) => runBacktest(candles, settings, strategies, systemClock),
    portfolio: ({ markets, settings }) => runPortfolio(markets, settings, strategies, systemClock),
  };
  serveTasks(tasks);
}
