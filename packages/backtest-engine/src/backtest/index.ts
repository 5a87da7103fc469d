export type { BacktestOptions } from "./backtest-options.ts";
export { backtest, type BacktestResult } from "./backtest.ts";
