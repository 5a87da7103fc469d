export { atr } from "./arrays/atr.ts";
export { bollinger, type BollingerBands } from "./arrays/bollinger.ts";
export { crossings } from "./arrays/crossings.ts";
export { dema, type DemaOptions } from "./arrays/dema.ts";
export { standardDeviation, type DeviationOptions } from "./arrays/deviation.ts";
export { ema } from "./arrays/ema.ts";
export { highest, lowest } from "./arrays/extremes.ts";
export { macd, type Macd, type MacdOptions } from "./arrays/macd.ts";
export { rsi } from "./arrays/rsi.ts";
export { slidingMean } from "./arrays/sliding-mean.ts";
export { sma } from "./arrays/sma.ts";
export { stochastic, type Stochastic, type StochasticOptions } from "./arrays/stochastic.ts";
export { trueRange, type RangeColumns } from "./arrays/true-range.ts";
export { wma } from "./arrays/wma.ts";
export * from "./beyond/index.ts";
export { IndicatorError, isIndicatorError, type IndicatorErrorDetails } from "./errors.ts";
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
export type { IndicatorParameter } from "./parameters.ts";
export { StreamingAtr } from "./streaming/streaming-atr.ts";
export { StreamingBollinger } from "./streaming/streaming-bollinger.ts";
export { StreamingEma } from "./streaming/streaming-ema.ts";
export type { StreamingIndicator } from "./streaming/streaming-indicator.ts";
export { StreamingRsi } from "./streaming/streaming-rsi.ts";
export { StreamingSlidingMean } from "./streaming/streaming-sliding-mean.ts";
export { StreamingSma } from "./streaming/streaming-sma.ts";
export { StreamingWma } from "./streaming/streaming-wma.ts";
export { withRelativeZero } from "./talib/relative-zero.ts";
