export { AuditEntry, AuditOutcome, AuditQuery, type AuditQueryInput } from "../audit/entry.ts";
export { backtestApi, documentedBacktestApi, type BacktestApi } from "./api.ts";
export {
  BacktestResult,
  ResultConfiguration,
  RunFigures,
  type BookedAction,
  type BenchmarkJoin,
  type DetailUse,
  type GapsFound,
  type Drawdown,
} from "./backtest-results.ts";
export {
  BacktestRequest,
  DispatchReply,
  type BacktestRequestInput,
  type FundingRate,
} from "./backtests.ts";
export { CacheCleared, CachedSeries, CacheStatus, Kline, Klines, SymbolList } from "./data.ts";
export {
  CALENDARS,
  ENGINE_OPTIONS,
  type CompatibilityRules,
  type Dividend,
  type FeeTier,
  type FutureContract,
  type EngineOptionNames,
  type EntrySize,
  type MarketHours,
  type ProfitStep,
  type SlippageModel,
  type Split,
  type TrailingStop,
} from "./engine-option-fields.ts";
export {
  BacktestEvent,
  JobProgress,
  KillSwitchStep,
  RefusedOrder,
  Trade,
  type EventOf,
} from "./events.ts";
export {
  CandleSource,
  ExchangeName,
  GapPolicy,
  IntervalName,
  JobStatus,
  JobType,
  ParameterValue,
  SymbolName,
  TimeInput,
  timeOf,
  Timestamp,
} from "./fields.ts";
export {
  ImportDeleted,
  type FileQuery,
  ImportFormat,
  ImportList,
  ImportReply,
  KeptImport,
  RepeatedRows,
  SkippedRow,
  SkippedRows,
} from "./imports.ts";
export {
  JobChange,
  JobSort,
  LookAheadVerdict,
  type JobChangeInput,
  type JobLabels,
} from "./job-labels.ts";
export { CancelReply, DeleteReply, Job, ListedJob, type JobOf, type JobWith } from "./jobs.ts";
export {
  KillSwitch,
  KillSwitchReply,
  KillSwitchRequest,
  type KillSwitchRequestInput,
} from "./kill-switch.ts";
export {
  Amount,
  Order,
  OrderCancelled,
  OrderList,
  OrderReply,
  OrderRequest,
  OrderSide,
  OrderStatus,
  OrderType,
  type OrderRequestInput,
} from "./orders.ts";
export {
  Balance,
  CloseReply,
  CloseRequest,
  ExecutionPing,
  Position,
  PositionList,
  type CloseRequestInput,
} from "./positions.ts";
export {
  LookAhead,
  MonteCarlo,
  type Drawing,
  type Audit,
  type Distribution,
  type LookAheadFault,
} from "./robustness.ts";
export { EquityPoint, JobTable, JobTrade, TABLE_MEDIA_TYPES } from "./run-traces.ts";
export { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "./routes.ts";
export { backtestService } from "./service.ts";
export {
  DriftDifference,
  DriftTrade,
  Session,
  SessionDecision,
  SessionDrift,
  SessionEquityPoint,
  SessionFill,
  SessionFilled,
  SessionLive,
  SessionOrder,
  SessionOrdered,
  SessionPosition,
  SessionRefusal,
  SessionSilent,
  SessionState,
  SessionStep,
  type DriftVersions,
} from "./session-records.ts";
export {
  SessionBroker,
  SessionRequest,
  type SessionRequestInput,
  type SessionRisk,
} from "./session-request.ts";
export {
  Signal,
  SignalReply,
  Strategy,
  StrategyList,
  StrategyParameter,
  StrategyProblem,
} from "./strategies.ts";
export {
  StrategySaved,
  StrategySourceChange,
  StrategySourceCondition,
  StrategySourceReply,
} from "./strategy-sources.ts";
export {
  CrossValidation,
  CrossValidationPath,
  GridCell,
  ListedSweepResult,
  ListedWalkForwardResult,
  LogitCounts,
  Overfitting,
  SweepResult,
  SweepRow,
  WalkForwardResult,
  WalkForwardWindow,
  type SearchResult,
} from "./sweep-results.ts";
export {
  ParameterRange,
  SweepMetric,
  SweepRequest,
  WalkForwardRequest,
  type Range,
  type SweepSearch,
  type EarlyStopping,
  type OverfittingRequest,
  type CrossValidationRequest,
  type SweepRequestInput,
  type WalkForwardRequestInput,
} from "./sweeps.ts";
export { Health, JobStats } from "./system.ts";
export {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeleted,
  WebhookDelivery,
  WebhookEvent,
  WebhookRotation,
  WebhookWithSecret,
} from "./webhooks.ts";
