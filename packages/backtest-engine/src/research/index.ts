export {
  deflatedSharpe,
  expectedBestSharpe,
  probabilisticSharpe,
  sharpeSample,
  type SharpeSample,
  type Trials,
} from "../metrics/deflated-sharpe.ts";
export {
  monteCarlo,
  monteCarloInForce,
  type Distribution,
  type MonteCarloOptions,
  type MonteCarloResult,
  type MonteCarloSource,
} from "../metrics/monte-carlo.ts";
export { monteCarloFan, type MonteCarloFanPoint } from "../metrics/monte-carlo-fan.ts";
export { resultHash } from "../result-hash/result-hash.ts";
export { auditTraderLookAhead, type TraderAuditOptions } from "../look-ahead/audit-trader.ts";
export { auditLookAhead, type StrategyAuditOptions } from "../look-ahead/audit-look-ahead.ts";
export type {
  LookAheadAudit,
  LookAheadAuditOptions,
  LookAheadFault,
} from "../look-ahead/look-ahead-audit.ts";
export * from "../sweep/index.ts";
export * from "../walk-forward/index.ts";
export {
  crossValidate,
  type CrossValidation,
  type CrossValidationOptions,
  type CrossValidationPath,
  type CrossValidationSplit,
} from "../overfitting/cross-validation.ts";
export {
  overfittingProbability,
  type Overfitting,
  type OverfittingOptions,
} from "../overfitting/overfitting.ts";
export {
  purgedSplits,
  type PurgedSplit,
  type PurgedSplitOptions,
  type PurgedSplits,
} from "../overfitting/purged-splits.ts";
export type { SplitScore, Stretch } from "../overfitting/stretch-moments.ts";
