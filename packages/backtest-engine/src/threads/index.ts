export { PoolError, type PoolErrorCode, type PoolErrorDetails } from "./pool-error.ts";
export {
  createPooledExecutor,
  serveBacktests,
  type BacktestTasks,
  type PooledExecutorOptions,
} from "./pooled-executor.ts";
export {
  serveTasks,
  transferring,
  type TaskContext,
  type TaskHandlers,
  type Transferring,
} from "./serve-tasks.ts";
export {
  openStrategyThreads,
  type FileStrategy,
  type LimitSettings,
  type StrategyThreads,
  type StrategyThreadsOptions,
} from "./strategy-threads.ts";
export type { SentOptions } from "./strategy-tasks.ts";
export { backtestWorkerModule } from "./worker-module.ts";
export {
  createWorkerPool,
  type TaskOptions,
  type TaskResult,
  type WorkerPool,
  type WorkerPoolOptions,
} from "./worker-pool.ts";
