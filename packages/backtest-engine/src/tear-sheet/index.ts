export {
  alpha,
  beta,
  betaFragility,
  captureRatio,
  correlation,
  downMarket,
  informationRatio,
  jensenAlpha,
  pairedReturns,
  rSquared,
  trackingError,
  treynorRatio,
  upMarket,
  type PairedReturns,
} from "./benchmark.ts";
export {
  excessKurtosis,
  histogramOf,
  outliersOf,
  skewness,
  withoutOutliers,
  type HistogramClass,
} from "./distribution.ts";
export {
  averageDrawdown,
  cumulativeReturns,
  drawdownPeriods,
  drawdownSeries,
  recoveryFactor,
  serenityIndex,
  ulcerIndex,
  ulcerPerformanceIndex,
  type DrawdownPeriod,
} from "./drawdown-periods.ts";
export {
  returnsByPeriod,
  returnsOfValues,
  type CalendarPeriod,
  type PeriodReturns,
} from "./periods.ts";
export {
  rollingBeta,
  rollingMaxDrawdown,
  rollingSharpe,
  rollingSortino,
  rollingVolatility,
} from "./rolling.ts";
export {
  adjustedSortino,
  autocorrelationPenalty,
  probabilisticAdjustedSortinoRatio,
  probabilisticRatio,
  probabilisticSharpeRatio,
  probabilisticSortinoRatio,
  smartSharpe,
  smartSortino,
} from "./smart-ratios.ts";
export {
  conditionalValueAtRisk,
  expectedShortfall,
  normalValueAtRisk,
  sigmaValueAtRisk,
  valueAtRisk,
} from "./value-at-risk.ts";
export {
  averageLoss,
  averageReturn,
  averageWin,
  bestReturn,
  commonSenseRatio,
  consecutiveLosses,
  consecutiveWins,
  cpcIndex,
  expectedReturn,
  exposureAdjustedReturn,
  exposureOf,
  gainToPainRatio,
  kellyCriterion,
  outlierLossRatio,
  outlierWinRatio,
  payoffRatio,
  profitFactor,
  profitRatio,
  riskOfRuin,
  winRate,
  worstReturn,
} from "./win-loss.ts";
export type { BenchmarkFigures } from "./benchmark-figures.ts";
export type { ReturnFigures } from "./figures.ts";
export {
  tearSheet,
  type TearSheet,
  type TearSheetFigures,
  type TearSheetOptions,
  type TearSheetRun,
} from "./tear-sheet.ts";
