export { authConformance, type AuthConformanceOptions } from "./auth-conformance.ts";
export {
  curationConformance,
  type CurationConformanceOptions,
  type CurationConformanceTarget,
} from "./curation-conformance.ts";
export { backtestConformance, type BacktestConformanceOptions } from "./backtest-conformance.ts";
export { backtestDifferential, type BacktestDifferentialOptions } from "./backtest-differential.ts";
export {
  nodeConformance,
  type NodeConformanceOptions,
  type NodeConformanceTarget,
} from "./node-conformance.ts";
export type { ConformanceTarget } from "./wire.ts";
