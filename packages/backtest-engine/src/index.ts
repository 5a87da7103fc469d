export type { Candles } from "./candles/candles.ts";
export { EngineError, type EngineErrorCode } from "./errors.ts";
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
export type * from "./market-data/port.ts";
