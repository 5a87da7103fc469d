export {
  backtestCollections,
  createBacktestService,
  type BacktestService,
  type BacktestServiceOptions,
  type ServiceIdentity,
} from "./backtest-service.ts";
export {
  createEventFeed,
  type EventFeed,
  type EventFeedOptions,
  type FeedEvent,
} from "./feed/event-feed.ts";
export type { ServiceEvent } from "./feed/service-event.ts";
export {
  signalTopic,
  type GeneratedSignal,
  type SignalCandles,
  type SignalEvent,
} from "./signals/generate-signal.ts";
export type { ServeOptions } from "./remote/audit-calls.ts";
export { remoteBroker, serveExecution } from "./remote/execution.ts";
export { remoteMarketData, serveMarketData, type MarketDataParts } from "./remote/market-data.ts";
export { fencedStore, startLease, type Lease, type LeaseOptions } from "./leases/lease.ts";
export { openStoreClock, type StoreClock } from "./leases/store-clock.ts";
export { openEventFeed, type StoredFeedOptions } from "./feed/stored-feed.ts";
export {
  startJobSchedule,
  type JobScheduleOptions,
  type ScheduledJob,
} from "./schedule/job-schedule.ts";
export { startLiveSchedule, type LiveScheduleOptions } from "./schedule/live-schedule.ts";
export { jobCollections } from "./jobs/collections.ts";
export { idempotencyKeyLifetimeMilliseconds } from "./jobs/idempotency.ts";
export type { JobEvents } from "./jobs/job-events.ts";
export { jobSorts, type JobPage, type JobQuery, type JobSort } from "./jobs/job-query.ts";
export type { JobQuotas } from "./jobs/job-quotas.ts";
export {
  createJobService,
  type JobDispatch,
  type JobRequestOptions,
  type JobService,
  type JobServiceOptions,
} from "./jobs/job-service.ts";
export {
  createJobWorker,
  type JobWorker,
  type JobWorkerOptions,
  type StopLimits,
} from "./jobs/job-worker.ts";
export type { TellStep } from "./jobs/ledger.ts";
export {
  dataJobQueue,
  jobQueue,
  jobQueues,
  jobStatuses,
  jobTopic,
  jobTypes,
  queueOf,
  type Job,
  type JobEvent,
  type JobLabels,
  type JobOf,
  type JobProgress,
  type JobProgressEvent,
  type JobState,
  type JobStats,
  type JobStatus,
  type JobStepEvent,
  type JobType,
  type JsonObject,
  type ListedJob,
  type ListedJobOf,
} from "./jobs/job.ts";
export type { JobContext, JobRunner, JobRunners } from "./jobs/run-claimed-job.ts";
export type { KeptWork } from "./jobs/kept-work.ts";
export { measureJobs } from "./jobs/measure-jobs.ts";
export type { TradePage } from "./jobs/trace-store.ts";
export type {
  BacktestRequest,
  CandleSelection,
  DetailFields,
  FundingFields,
  ParameterRangeRequest,
  PortfolioFields,
  RobustnessFields,
  RunData,
  RunInput,
  RunSettings,
  SweepRequest,
  TearSheetFields,
  WalkForwardRequest,
} from "./requests/backtest-request.ts";
export type { DataSyncRequest, SignalRequest } from "./requests/live-requests.ts";
export { maxJobCombinations } from "./requests/check-request.ts";
export {
  alignBenchmark,
  benchmarkRange,
  momentsOf,
  type AlignedBenchmark,
  type BenchmarkCandles,
  type BenchmarkJoin,
  type BenchmarkRead,
} from "./inputs/align-benchmark.ts";
export {
  createInlineExecutor,
  type BacktestExecutor,
  type ExecutionContext,
} from "./runs/backtest-executor.ts";
export {
  jobConfiguration,
  settingsInForce,
  type JobConfiguration,
  type SettingsInForce,
} from "./results/job-configuration.ts";
export {
  jobTearSheet,
  maxJobDrawdowns,
  type JobDrawdown,
  type JobTearSheet,
} from "./results/job-tear-sheet.ts";
export { joinMarkets, type CandlesRead, type MarketsRead } from "./runs/join-markets.ts";
export {
  checkDetailInterval,
  readDetail,
  type DetailedCandles,
  type DetailRead,
} from "./inputs/read-detail.ts";
export {
  checkFundingSource,
  readFunding,
  type FundedCandles,
  type FundingRead,
} from "./inputs/read-funding.ts";
export { runPortfolio, type Markets, type RunOutcome } from "./runs/run-backtest.ts";
export {
  createDataSyncRunner,
  createSignalRunner,
  type DataSyncRunnerOptions,
  type SignalRunnerOptions,
} from "./runs/live-runners.ts";
export {
  SourceError,
  type SourceErrorCode,
  type SourceErrorDetails,
  type SourceFault,
} from "./sources/source-error.ts";
export type { SavedStrategy, StrategySources, StrategyText } from "./sources/strategy-sources.ts";
export type { GapsFound } from "./results/gaps-found.ts";
export type { DataSyncRun, SignalRun } from "./results/live-runs.ts";
export type * from "./results/run-results.ts";
export {
  maxEquityPoints,
  tracedEquity,
  tracedTrades,
  type EquityPoint,
  type JobTrade,
  type RunTrace,
} from "./results/run-trace.ts";
export {
  createSimulationRunners,
  type SimulationRunnerOptions,
  type SimulationRunners,
} from "./runs/simulation-runners.ts";
export {
  LOCAL_OWNER,
  WEBHOOK_EVENTS,
  type ServiceWebhookOptions,
} from "./webhooks/open-webhooks.ts";
export { WebhookError, type WebhookErrorCode } from "./webhooks/webhook-error.ts";
export type { Webhook, WebhookDelivery, Webhooks } from "@bourse/outbox";
export {
  isSessionError,
  SessionError,
  type SessionErrorCode,
  type SessionErrorDetails,
} from "./session/errors.ts";
export {
  sessionTopic,
  type SessionEvent,
  type SessionEventBase,
  type SessionFillEvent,
  type SessionOrderEvent,
  type SessionStateEvent,
  type SessionSubject,
} from "./session/session-event.ts";
export {
  sessionActs,
  sessionOrderStatuses,
  sessionStates,
  type DecisionScope,
  type DriftCause,
  type DriftDifference,
  type DriftReport,
  type DriftTrade,
  type DriftVersions,
  type FundingRateData,
  type Session,
  type SessionAct,
  type SessionBooks,
  type SessionDecision,
  type SessionEquityPoint,
  type SessionFill,
  type SessionOptions,
  type SessionOrder,
  type SessionOrderStatus,
  type SessionPosition,
  type SessionRequest,
  type SessionState,
} from "./session/session.ts";
export type {
  DriftOptions,
  SessionCallOptions,
  SessionCreateOptions,
  SessionPage,
  SessionPageQuery,
  SessionQuery,
  TradingSessions,
} from "./sessions/port.ts";
export { sessionCollections } from "./sessions/collections.ts";
export type {
  ServiceLiveAccount,
  ServiceSessionOptions,
  ServiceSessions,
} from "./sessions/open-sessions.ts";
export type { TellSession } from "./sessions/session-parts.ts";
export { createTradingSessions, type TradingSessionsOptions } from "./sessions/trading-sessions.ts";
export type { LiveAccount } from "./sessions/live/live-account.ts";
