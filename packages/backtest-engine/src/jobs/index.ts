export {
  backtestWorkerModule,
  createInlineExecutor,
  createPooledExecutor,
  serveBacktests,
  type BacktestExecutor,
  type BacktestTasks,
} from "./backtest-executor.ts";
export type { BacktestPayload } from "./backtest-payload.ts";
export { createBacktestRunner, type BacktestRunnerOptions } from "./backtest-runner.ts";
export {
  defaultStrategyName,
  runBacktestTask,
  type BacktestSummary,
  type BacktestTask,
} from "./backtest-task.ts";
export { jobCollections } from "./collections.ts";
export { idempotencyKeyLifetimeMilliseconds } from "./idempotency.ts";
export {
  createJobService,
  type JobDispatch,
  type JobQuery,
  type JobRequestOptions,
  type JobService,
  type JobServiceOptions,
} from "./job-service.ts";
export { createJobWorker, type JobWorker, type JobWorkerOptions } from "./job-worker.ts";
export {
  jobQueue,
  jobStatuses,
  jobTopic,
  jobTypes,
  type Job,
  type JobEvent,
  type JobStats,
  type JobStatus,
  type JobType,
  type JsonObject,
} from "./job.ts";
export type { JobRunner } from "./run-claimed-job.ts";
