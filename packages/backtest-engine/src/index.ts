export * from "./backtest/index.ts";
export type { CandleSession, CandleSessions } from "./candles/candle-sessions.ts";
export type { Candles } from "./candles/candles.ts";
export { createCandles } from "./candles/create-candles.ts";
export {
  candlesFromKlines,
  candlesFromRows,
  type CandleRow,
  type KlineOptions,
  type RowOptions,
} from "./candles/read-candle-rows.ts";
export {
  parseCandlesCsv,
  readCandlesCsv,
  type CandleReading,
  type CsvOptions,
} from "./candles/read-candles-csv.ts";
export {
  isEngineError,
  EngineError,
  type EngineErrorCode,
  type EngineErrorDetails,
} from "./errors.ts";
export type { Interval } from "./candles/interval.ts";
export { computeMetrics, type Metrics } from "./metrics/metrics.ts";
export type { Trade } from "./simulation/trades.ts";
export { builtInStrategies } from "./strategies/built-in-strategies.ts";
export {
  defineStrategy,
  defineTrader,
  type StrategyDefinition,
  type TraderDefinition,
} from "./strategies/define-strategy.ts";
export type * from "./strategy/parameters.ts";
export {
  Signal,
  type Strategy,
  type StrategyContext,
  type StrategyDescription,
} from "./strategy/strategy.ts";
export type { AnyStrategy, TraderContext, TraderStrategy } from "./strategies/trader-strategy.ts";
export type { SweepOptions } from "./sweep/sweep-options.ts";
export type { SweepRow } from "./sweep/sweep-row.ts";
export { sweep, type SweepResult } from "./sweep/sweep.ts";
export {
  walkForward,
  type WalkForwardOptions,
  type WalkForwardResult,
  type WalkForwardWindow,
} from "./walk-forward/walk-forward.ts";
export {
  latestSignal,
  type LatestSignalOptions,
  type StrategySignal,
} from "./backtest/latest-signal.ts";
