export type { Candles } from "./candles/candles.ts";
export { createCandles } from "./candles/create-candles.ts";
export { sliceCandles } from "./candles/slice-candles.ts";
export { EngineError, type EngineErrorCode } from "./errors.ts";
export * from "./jobs/index.ts";
export {
  addIntervals,
  INTERVAL_WORDS,
  INTERVALS,
  intervalLabel,
  intervalMilliseconds,
  intervalOpen,
  intervalOpenFrom,
  intervalsBetween,
  isClosed,
  normaliseInterval,
  type Interval,
} from "./market-data/interval.ts";
export {
  createMemoryProvider,
  type MemoryProviderOptions,
  type MemorySeries,
} from "./market-data/memory-provider.ts";
export type * from "./market-data/port.ts";
export {
  EARLIEST_TIME,
  MAX_CANDLES,
  resolveCandleRange,
  type CandleRange,
} from "./market-data/range.ts";
export {
  createSimulatedProvider,
  type SimulatedProviderOptions,
} from "./market-data/simulated/simulated-provider.ts";
export { decisionsFromTargets, type TargetOptions } from "./strategies/decisions-from-targets.ts";
export type * from "./strategies/parameters.ts";
export {
  Signal,
  type Decisions,
  type IndicatorSource,
  type ParameterRuleFault,
  type Strategy,
  type StrategyContext,
  type StrategyDirection,
} from "./strategies/strategy.ts";
