export { annualGrowth, annualReturn } from "./annual-growth.ts";
export { compoundedRisk, type CompoundedRisk } from "./compounded-risk.ts";
export {
  drawdownOf,
  drawdownsBelow,
  maxDrawdown,
  peaksAt,
  tradeDrawdown,
  type TradeDrawdown,
} from "./drawdown.ts";
export { computeMetrics, type Metrics } from "./metrics.ts";
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
export { tradingYear, type TradingYear, type TradingYearOptions } from "./trading-year.ts";
