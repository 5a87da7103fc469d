export { PoolError, type PoolErrorCode, type PoolErrorDetails } from "../pool/pool-error.ts";
export {
  answerTasks,
  serveTasks,
  transferring,
  type TaskContext,
  type TaskHandlers,
  type TaskPort,
  type Transferring,
} from "../pool/serve-tasks.ts";
export {
  createProcessPool,
  createThreadPool,
  createWorkerPool,
  type GroupedPool,
  type TaskOptions,
  type TaskResult,
  type WorkerPool,
  type WorkerPoolOptions,
} from "../pool/worker-pool.ts";
export { openProcessPort } from "../pool/process-port.ts";
export { PACKED_METRICS } from "../metrics/packed-metrics.ts";
export { STRETCH_NUMBERS } from "../overfitting/stretch-moments.ts";
export { runCombinations, type CombinationsTask } from "../sweep/run-combinations.ts";
export { backtestTasks, serveBacktests, type BacktestTasks } from "./serve-backtests.ts";
export { backtestWorkerModule } from "./worker-module.ts";
export { SAMPLE_NUMBERS, createShare, type SweepShare } from "../sweep/sweep-share.ts";
export { copyToSharedMemory, shareColumn, shareMarkets } from "../sweep/share-candles.ts";
export { runWindow } from "../walk-forward/run-window.ts";
export { confineProcess } from "./confine-process.ts";
export { loadStrategy, type RunnableStrategy } from "./load-strategy.ts";
export { fileName, type LoadedStrategy, type StrategySource } from "./strategy-source.ts";
