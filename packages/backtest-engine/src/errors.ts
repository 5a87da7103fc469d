import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which the engine refuses or fails. A server maps each to a status in its `translate.ts`. */
export type EngineErrorCode =
  /** Rows that break the rules of a candle file; details.rows names them. */
  | "CANDLES_INVALID"
  /** Fewer candles than the computation needs. */
  | "CANDLES_TOO_FEW"
  | "INTERVAL_INVALID"
  | "OPTIONS_INVALID"
  | "STRATEGY_UNKNOWN"
  | "STRATEGY_INVALID"
  | "PARAMETERS_INVALID"
  | "SYMBOL_UNKNOWN"
  | "EXCHANGE_UNKNOWN"
  | "MARKET_DATA_UNAVAILABLE"
  | "MARKET_DATA_REFUSED"
  | "JOB_UNKNOWN"
  /** The job's state does not allow it; details.status names the state. */
  | "JOB_STATE"
  /** The key stands for another request already. */
  | "IDEMPOTENCY_KEY_REUSED";

export class EngineError extends BourseError<EngineErrorCode> {
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
