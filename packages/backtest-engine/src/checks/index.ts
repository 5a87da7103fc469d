export { checkFundingRates, checkRunOptions, runRules } from "../backtest/check-run-options.ts";
export { dataOptions, type DataOptions, type Plain } from "../backtest/data-options.ts";
export { checkPortfolio } from "../backtest/portfolio.ts";
export { lookAheadInForce } from "../look-ahead/look-ahead-audit.ts";
export { planAssessments } from "../sweep/assess-choice.ts";
export { combine } from "../sweep/combinations.ts";
export { createSpace } from "../sweep/search-space.ts";
export { resolveOwnOptions } from "../sweep/sweep-options.ts";
export { windowsOf } from "../walk-forward/windows.ts";
