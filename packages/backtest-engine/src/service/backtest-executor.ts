/** Where the simulations of jobs run: in this thread, or in a pool of threads. */

import {
  serveTasks,
  systemClock,
  transferring,
  type Clock,
  type TaskContext,
  type Transferring,
  type WorkerPool,
} from "@bourse/kernel";

import { createStrategyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import { runCombinations, type CombinationsTask } from "../sweep/run-combinations.ts";
import { shareCandles } from "../sweep/share-candles.ts";
import { runWindow, type WindowRun, type WindowTask } from "../walk-forward/run-window.ts";
import { runBacktestTask, type BacktestOutcome, type BacktestTask } from "./backtest-task.ts";
import type { JobProgress } from "./job.ts";
import type { RunTrace } from "./run-trace.ts";
import type { WalkForwardPayload } from "./sweep-payload.ts";
import {
  runSweepTask,
  runWalkForwardTask,
  type SweepSummary,
  type SweepTask,
  type WalkForwardSummary,
} from "./sweep-task.ts";

/** Where a run stands while it runs. */
export interface ExecutionContext {
  /** Aborting rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly progress?: (report: JobProgress) => void;
}

/** Runs what jobs ask for. */
export interface BacktestExecutor {
  backtest(task: BacktestTask, context: ExecutionContext): Promise<BacktestOutcome>;
  sweep(task: SweepTask, context: ExecutionContext): Promise<SweepSummary>;
  walkForward(
    task: SweepTask<WalkForwardPayload>,
    context: ExecutionContext,
  ): Promise<{ readonly summary: WalkForwardSummary; readonly trace: RunTrace }>;
}

/** What a pool's worker module serves. */
export type BacktestTasks = {
  readonly backtest: (task: BacktestTask) => Transferring<BacktestOutcome>;
  readonly combinations: (task: CombinationsTask, context: TaskContext) => void;
  readonly window: (task: WindowTask) => Transferring<WindowRun>;
};

/** In the calling thread, which it blocks for as long as a simulation takes; for tests, mocks and small services. */
export function createInlineExecutor(options: {
  readonly strategies: StrategyRegistry;
  readonly clock?: Clock;
}): BacktestExecutor {
  const { strategies, clock = systemClock } = options;
  return {
    async backtest(task, { signal }) {
      signal.throwIfAborted();
      return runBacktestTask(task, strategies, clock);
    },
    sweep: (task, context) => runSweepTask(task, sweepContext(context, strategies, clock)),
    walkForward: (task, context) =>
      runWalkForwardTask(task, sweepContext(context, strategies, clock)),
  };
}

/**
 * In a pool of threads over {@link backtestWorkerModule}, or over a module of your own that calls
 * {@link serveBacktests}. Costs one copy of the candles, which a sweep's threads share. An aborted task's thread is
 * ended. `strategies`: those of the worker module. Default: the built-in ones.
 */
export function createPooledExecutor(
  pool: WorkerPool<BacktestTasks>,
  options: { readonly strategies?: StrategyRegistry; readonly clock?: Clock } = {},
): BacktestExecutor {
  const { strategies = createStrategyRegistry(), clock = systemClock } = options;
  const threaded = (context: ExecutionContext) => ({
    ...sweepContext(context, strategies, clock),
    threads: pool,
  });
  return {
    backtest: (task, { signal }) =>
      pool.run("backtest", { ...task, candles: shareCandles(task.candles) }, { signal }),
    sweep: (task, context) => runSweepTask(task, threaded(context)),
    walkForward: (task, context) => runWalkForwardTask(task, threaded(context)),
  };
}

/** All of a worker module: answers the pool's backtests, sweeps and tests of walk-forwards over `strategies`. */
export function serveBacktests(strategies: StrategyRegistry): void {
  const tasks: BacktestTasks = {
    backtest(task) {
      const outcome = runBacktestTask(task, strategies, systemClock);
      const { trades, equity } = outcome.trace;
      return transferring(outcome, [trades.buffer as ArrayBuffer, equity.buffer as ArrayBuffer]);
    },
    combinations: (task, { progress }) => runCombinations(task, strategies, progress),
    window(task) {
      const run = runWindow(task, strategies);
      return transferring(run, [run.equity.buffer as ArrayBuffer]);
    },
  };
  serveTasks(tasks);
}

/** The module with the built-in strategies, beside this one: its source, or what the bundler made of it. */
export function backtestWorkerModule(): URL {
  return import.meta.url.endsWith(".ts")
    ? new URL("./backtest-worker.ts", import.meta.url)
    : new URL("./service/backtest-worker.js", import.meta.url);
}

function sweepContext(
  { signal, progress = () => undefined }: ExecutionContext,
  strategies: StrategyRegistry,
  clock: Clock,
) {
  return { strategies, clock, signal, progress };
}
