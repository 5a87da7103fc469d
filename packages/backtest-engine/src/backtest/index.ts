export type { BacktestOptions } from "./backtest-options.ts";
export { backtest } from "./backtest.ts";
export type { Configuration } from "./configuration.ts";
export { backtestPortfolio, type PortfolioOptions, type PortfolioResult } from "./portfolio.ts";
export type { BacktestResult } from "./run-backtest.ts";
