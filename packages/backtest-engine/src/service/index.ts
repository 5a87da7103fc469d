export {
  backtestWorkerModule,
  createInlineExecutor,
  createPooledExecutor,
  serveBacktests,
  type BacktestExecutor,
  type BacktestTasks,
  type ExecutionContext,
} from "./backtest-executor.ts";
export type { BacktestPayload } from "./backtest-payload.ts";
export {
  createBacktestRunner,
  createSimulationRunners,
  type BacktestRunnerOptions,
} from "./backtest-runner.ts";
export {
  defaultStrategyName,
  runBacktestTask,
  type BacktestOutcome,
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
  type JobProgress,
  type JobProgressEvent,
  type JobStats,
  type JobStatus,
  type JobStepEvent,
  type JobType,
  type JsonObject,
} from "./job.ts";
export type { JobEvents } from "./job-events.ts";
export { lttb } from "./lttb.ts";
export type { JobContext, JobRunner } from "./run-claimed-job.ts";
export { maxEquityPoints, type EquityPoint, type JobTrade, type RunTrace } from "./run-trace.ts";
export type { TradePage } from "./trace-store.ts";
export {
  maxJobCombinations,
  type ParameterRangePayload,
  type SweepPayload,
  type WalkForwardPayload,
} from "./sweep-payload.ts";
export type {
  GridCell,
  SummaryRow,
  SweepSummary,
  SweepTask,
  WalkForwardSummary,
  WindowSummary,
} from "./sweep-task.ts";
