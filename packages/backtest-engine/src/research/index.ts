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
  type Distribution,
  type MonteCarloOptions,
  type MonteCarloResult,
  type MonteCarloSource,
} from "../metrics/monte-carlo.ts";
export { resultHash } from "../result-hash/result-hash.ts";
export {
  auditTraderLookAhead,
  type TraderAuditOptions,
} from "../simulation/orders/audit-trader.ts";
export { auditLookAhead } from "../strategies/audit-look-ahead.ts";
export type {
  LookAheadAudit,
  LookAheadAuditOptions,
  LookAheadFault,
} from "../strategies/look-ahead-audit.ts";
export * from "../sweep/index.ts";
export * from "../walk-forward/index.ts";
