export { backtestConformance, type BacktestConformanceOptions } from "./backtest-conformance.ts";
export type { ConformanceTarget } from "./wire.ts";
