export { authConformance, type AuthConformanceOptions } from "./auth-conformance.ts";
export { backtestConformance, type BacktestConformanceOptions } from "./backtest-conformance.ts";
export { backtestDifferential, type BacktestDifferentialOptions } from "./backtest-differential.ts";
export type { ConformanceTarget } from "./wire.ts";
