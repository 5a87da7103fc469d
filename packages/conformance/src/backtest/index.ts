export type { ConformanceTarget } from "../http/wire.ts";
export { backtestConformance, type BacktestConformanceOptions } from "./backtest-conformance.ts";
export { backtestDifferential, type BacktestDifferentialOptions } from "./backtest-differential.ts";
