/** Place where the simulations of jobs run: in this thread, or in a pool of threads. */

import { systemClock, type Clock } from "@bourse/kernel";

import type { Candles } from "../../candles/candles.ts";
import {
  createStrategyRegistry,
  type StrategyRegistry,
} from "../../strategies/strategy-registry.ts";
import { runCombinations, type CombinationsTask } from "../../sweep/run-combinations.ts";
import { shareCandles } from "../../sweep/share-candles.ts";
import { runWindow, type WindowRun, type WindowTask } from "../../walk-forward/run-window.ts";
import {
  serveTasks,
  transferring,
  type TaskContext,
  type Transferring,
} from "../../worker-pool/serve-tasks.ts";
import type { WorkerPool } from "../../worker-pool/worker-pool.ts";
import type { JobProgress } from "../jobs/job.ts";
import type {
  BacktestRequest,
  RunSettings,
  SweepRequest,
  WalkForwardRequest,
} from "../requests/backtest-request.ts";
import { runBacktest, type RunOutcome } from "./run-backtest.ts";
import type { BacktestFigures, SweepFigures, WalkForwardFigures } from "./run-results.ts";
import { runSweep, runWalkForward, type SweepContext } from "./run-sweep.ts";

/** The limits of a run, and the listener of its progress. */
export interface ExecutionContext {
  /** Aborting it rejects the run with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called with the progress of a sweep or walk-forward. Default: nothing is reported. */
  readonly progress?: (report: JobProgress) => void;
}

/** Runs the simulations of jobs. Each method throws the codes of `backtest`, `sweep` or `walkForward`. */
export interface BacktestExecutor {
  /** Runs one backtest; its trades and equity are packed in the trace. */
  backtest(
    candles: Candles,
    settings: RunSettings<BacktestRequest>,
    context: ExecutionContext,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs every combination of a sweep. */
  sweep(
    candles: Candles,
    settings: RunSettings<SweepRequest>,
    context: ExecutionContext,
  ): Promise<SweepFigures>;
  /** Runs every window of a walk-forward; the trades and equity of all tests are packed in the trace. */
  walkForward(
    candles: Candles,
    settings: RunSettings<WalkForwardRequest>,
    context: ExecutionContext,
  ): Promise<RunOutcome<WalkForwardFigures>>;
}

/** Tasks that the worker module of a pool serves. */
export type BacktestTasks = {
  /** One whole backtest. */
  readonly backtest: (task: {
    readonly candles: Candles;
    readonly settings: RunSettings<BacktestRequest>;
  }) => Transferring<RunOutcome<BacktestFigures>>;
  /** One thread's part of a sweep; the figures are written into shared memory. */
  readonly combinations: (task: CombinationsTask, context: TaskContext) => void;
  /** One test window of a walk-forward. */
  readonly window: (task: WindowTask) => Transferring<WindowRun>;
};

/**
 * Creates an executor that runs simulations on the calling thread, which it blocks for as long as one takes: for tests,
 * mocks and small services. Default clock: the system's.
 */
export function createInlineExecutor(options: {
  readonly strategies: StrategyRegistry;
  readonly clock?: Clock;
}): BacktestExecutor {
  const { strategies, clock = systemClock } = options;
  return {
    async backtest(candles, settings, { signal }) {
      signal.throwIfAborted();
      return runBacktest(candles, settings, strategies, clock);
    },
    sweep: (candles, settings, context) =>
      runSweep(candles, settings, sweepContext(context, strategies, clock)),
    walkForward: (candles, settings, context) =>
      runWalkForward(candles, settings, sweepContext(context, strategies, clock)),
  };
}

/**
 * Creates an executor that runs simulations on a pool of threads over {@link backtestWorkerModule}, or over a module of
 * your own that calls {@link serveBacktests}.
 *
 * The candles are copied once into shared memory. The thread of an aborted task is terminated. `strategies` must be the
 * registry of the worker module; default: the built-in strategies.
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
    backtest: (candles, settings, { signal }) =>
      pool.run("backtest", { candles: shareCandles(candles), settings }, { signal }),
    sweep: (candles, settings, context) => runSweep(candles, settings, threaded(context)),
    walkForward: (candles, settings, context) =>
      runWalkForward(candles, settings, threaded(context)),
  };
}

/** Serves the pool's tasks over `strategies`: the whole content of a worker module. */
export function serveBacktests(strategies: StrategyRegistry): void {
  const tasks: BacktestTasks = {
    backtest({ candles, settings }) {
      const outcome = runBacktest(candles, settings, strategies, systemClock);
      const { trades, equity } = outcome.trace;
      return transferring(outcome, [trades.buffer as ArrayBuffer, equity.buffer as ArrayBuffer]);
    },
    combinations: (task, { progress }) => {
      for (const done of runCombinations(task, strategies)) progress(done);
    },
    window(task) {
      const run = runWindow(task, strategies);
      return transferring(run, [run.equity.buffer as ArrayBuffer]);
    },
  };
  serveTasks(tasks);
}

/**
 * Returns the URL of the worker module with the built-in strategies: its source, or the file that the bundler wrote.
 */
export function backtestWorkerModule(): URL {
  // This module is shared by two bundled entry points, so the bundler places it directly under dist.
  return import.meta.url.endsWith(".ts")
    ? new URL("./backtest-worker.ts", import.meta.url)
    : new URL("./service/runs/backtest-worker.js", import.meta.url);
}

function sweepContext(
  { signal, progress = () => undefined }: ExecutionContext,
  strategies: StrategyRegistry,
  clock: Clock,
): SweepContext {
  return { strategies, clock, signal, progress };
}
