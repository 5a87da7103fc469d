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
  auditLookAhead,
  type LookAheadAudit,
  type LookAheadFault,
} from "../strategies/audit-look-ahead.ts";
export * from "../sweep/index.ts";
export * from "../walk-forward/index.ts";
