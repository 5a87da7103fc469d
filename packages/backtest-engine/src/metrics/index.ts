export { annualGrowth, annualReturn } from "./annual-growth.ts";
export { compoundedRisk, type CompoundedRisk } from "./compounded-risk.ts";
export {
  deflatedSharpe,
  expectedBestSharpe,
  probabilisticSharpe,
  sharpeSample,
  type SharpeSample,
  type Trials,
} from "./deflated-sharpe.ts";
export { drawdownOf, maxDrawdown, tradeDrawdown, type TradeDrawdown } from "./drawdown.ts";
export { computeMetrics, type Metrics, type MetricsOptions } from "./metrics.ts";
export {
  monteCarlo,
  type Distribution,
  type MonteCarloOptions,
  type MonteCarloResult,
  type MonteCarloSource,
} from "./monte-carlo.ts";
export {
  resampleReturns,
  type Percentiles,
  type Resampled,
  type ResampleOptions,
} from "./resample.ts";
export { momentsOf, returnsOf, totalReturn, type Moments } from "./returns.ts";
export {
  annualVolatility,
  calmarRatio,
  downsideRisk,
  omegaRatio,
  perPeriod,
  sharpeRatio,
  sortinoRatio,
} from "./risk.ts";
export { stabilityOf, tailRatio } from "./shape.ts";
export { tradeStatistics, type TradeStatistics } from "./trade-statistics.ts";
