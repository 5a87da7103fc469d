export { atr } from "./atr.ts";
export * from "./beyond/index.ts";
export { bollinger, type BollingerBands } from "./bollinger.ts";
export { crossings } from "./crossings.ts";
export { dema, type DemaOptions } from "./dema.ts";
export { standardDeviation, type DeviationOptions } from "./deviation.ts";
export { ema } from "./ema.ts";
export { highest, lowest } from "./extremes.ts";
export { IndicatorCache } from "./indicator-cache.ts";
export { macd, type Macd, type MacdOptions } from "./macd.ts";
export { rsi } from "./rsi.ts";
export { slidingMean, slidingMeanPair, type SlidingMeanPair } from "./sliding-mean.ts";
export { sma } from "./sma.ts";
export { stochastic, type Stochastic, type StochasticOptions } from "./stochastic.ts";
export { trueRange, type RangeColumns } from "./true-range.ts";
export { wma } from "./wma.ts";
export * from "../streaming/index.ts";
export type {
  Indicator,
  IndicatorAbout,
  IndicatorFamily,
  IndicatorInput,
  IndicatorLines,
  IndicatorRow,
  IndicatorStream,
  IndicatorValue,
} from "./flow/indicator.ts";
export type { IndicatorParameter } from "./flow/parameters.ts";
