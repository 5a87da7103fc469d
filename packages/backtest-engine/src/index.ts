export type { Candles } from "./candles/candles.ts";
export { EngineError, type EngineErrorCode } from "./errors.ts";
export type * from "./market-data/port.ts";
