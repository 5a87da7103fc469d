/** Where the simulation of a job runs: in this thread, or in a pool of threads. */

import { serveTasks, systemClock, type Clock, type WorkerPool } from "@bourse/kernel";

import { copyCandles } from "../market-data/internal/columns.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import { runBacktestTask, type BacktestSummary, type BacktestTask } from "./backtest-task.ts";

/** Simulates one backtest. Aborting rejects with the signal's reason. */
export type BacktestExecutor = (
  task: BacktestTask,
  context: { readonly signal: AbortSignal },
) => Promise<BacktestSummary>;

/** What a pool's worker module serves. */
export type BacktestTasks = { readonly backtest: (task: BacktestTask) => BacktestSummary };

/** In the calling thread, which it blocks for as long as the simulation takes; for tests, mocks and small services. */
export function createInlineExecutor(options: {
  readonly strategies: StrategyRegistry;
  readonly clock?: Clock;
}): BacktestExecutor {
  const { strategies, clock = systemClock } = options;
  return async (task, { signal }) => {
    signal.throwIfAborted();
    return runBacktestTask(task, strategies, clock);
  };
}

/**
 * In a pool of threads over {@link backtestWorkerModule}, or over a module of your own that calls
 * {@link serveBacktests}. Costs one copy of the candles. An aborted task's thread is ended.
 */
export function createPooledExecutor(pool: WorkerPool<BacktestTasks>): BacktestExecutor {
  return (task, { signal }) => {
    // Providers may share what they return; only what is ours may be moved out of this thread.
    const candles = copyCandles(task.candles, 0, task.candles.length);
    const columns = Object.values(candles).filter((column) => column instanceof Float64Array);
    const transfer = columns.map(({ buffer }) => buffer as ArrayBuffer);
    return pool.run("backtest", { ...task, candles }, { signal, transfer });
  };
}

/** All of a worker module: answers the pool's backtests over `strategies`. */
export function serveBacktests(strategies: StrategyRegistry): void {
  const tasks: BacktestTasks = {
    backtest: (task) => runBacktestTask(task, strategies, systemClock),
  };
  serveTasks(tasks);
}

/** The module with the built-in strategies, beside this one: its source, or what the bundler made of it. */
export function backtestWorkerModule(): URL {
  return import.meta.url.endsWith(".ts")
    ? new URL("./backtest-worker.ts", import.meta.url)
    : new URL("./jobs/backtest-worker.js", import.meta.url);
}
