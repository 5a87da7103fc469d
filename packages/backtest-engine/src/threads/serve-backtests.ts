/** The threads' side of sweeps and walk-forwards. */

import { serveTasks, type TaskContext } from "../pool/serve-tasks.ts";
import { requireArguments } from "../require-arguments.ts";
import {
  anyRegistry,
  createStrategyRegistry,
  type StrategyRegistry,
} from "../strategies/strategy-registry.ts";
import { runCombinations, type CombinationsTask } from "../sweep/run-combinations.ts";
import { runWindow, type WindowRun, type WindowTask } from "../walk-forward/run-window.ts";

/** Tasks that the worker module of a pool serves. */
export type BacktestTasks = {
  /** One thread's part of a sweep; the figures are written into shared memory. */
  readonly combinations: (task: CombinationsTask, context: TaskContext) => void;
  /** One test window of a walk-forward. */
  readonly window: (task: WindowTask) => WindowRun;
};

/** Creates the tasks over the strategies of a registry. */
export function backtestTasks(strategies: StrategyRegistry): BacktestTasks {
  requireArguments("backtestTasks", { strategies }, { strategies: anyRegistry });
  return {
    combinations: (task, { progress }) => {
      for (const done of runCombinations(task, strategies)) progress(done);
    },
    window: (task) => runWindow(task, strategies),
  };
}

/**
 * Serves the pool's tasks over `strategies`: the whole content of a worker module. Default: the built-in strategies.
 *
 * @throws PoolError POOL_WORKER_CRASHED outside of a worker thread
 */
export function serveBacktests(strategies: StrategyRegistry = createStrategyRegistry()): void {
  serveTasks(backtestTasks(strategies));
}
