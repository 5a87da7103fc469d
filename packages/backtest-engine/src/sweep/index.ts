export type { RandomSearch } from "./combinations.ts";
export type { NumberRange, ParameterRange, ParameterRanges } from "./parameter-ranges.ts";
export type { CombinationsTask } from "./run-combinations.ts";
export { shareCandles } from "./share-candles.ts";
export {
  sweep,
  type SweepOptions,
  type SweepProgress,
  type SweepResult,
  type SweepRow,
  type SweepThreads,
} from "./sweep.ts";
export { sweepMetrics, type SweepMetric } from "./sweep-metric.ts";
