export { backtestConformance, type BacktestConformanceOptions } from "./backtest-conformance.ts";
export { backtestDifferential, type BacktestDifferentialOptions } from "./backtest-differential.ts";
export type { ConformanceTarget } from "./wire.ts";
