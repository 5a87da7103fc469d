export {
  createPooledExecutor,
  serveBacktests,
  type BacktestTasks,
  type PooledExecutorOptions,
} from "./pooled-executor.ts";
export {
  openStrategyThreads,
  type FileStrategy,
  type LimitSettings,
  type StrategyThreads,
  type StrategyThreadsOptions,
} from "./strategy-threads.ts";
export type { SentOptions } from "./strategy-tasks.ts";
export { backtestWorkerModule } from "./worker-module.ts";
