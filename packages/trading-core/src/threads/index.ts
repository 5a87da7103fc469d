export {
  createPooledExecutor,
  serveJobs,
  type JobTasks,
  type PooledExecutorOptions,
} from "./pooled-executor.ts";
export {
  openStrategiesFolder,
  type StrategiesFolder,
  type StrategiesFolderOptions,
} from "./strategies-folder.ts";
export {
  openStrategyThreads,
  type FileStrategy,
  type LimitSettings,
  type StrategyThreads,
  type StrategyThreadsOptions,
} from "./strategy-threads.ts";
export type { SentOptions } from "./strategy-tasks.ts";
export { jobWorkerModule } from "./worker-module.ts";
