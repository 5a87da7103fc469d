import { EngineError, isEngineError } from "../errors.ts";
import type { Candles } from "./candles.ts";
import { validateCandles } from "./validate-candles.ts";

/** Candles found sound before; held weakly, and nothing but a repeated check is saved by it. */
const sound = new WeakSet<Candles>();

/**
 * Checks candles the first time they are seen, so that the runs of a sweep check them once. With `symbol` the error
 * names the market that the candles belong to.
 *
 * @throws EngineError CANDLES_INVALID as {@link validateCandles}, rows counted from 1
 */
export function ensureValid(candles: Candles, symbol?: string): void {
  if (sound.has(candles)) return;
  try {
    validateCandles(candles, { firstRow: 1 });
  } catch (error) {
    if (symbol === undefined || !isEngineError(error, "CANDLES_INVALID")) throw error;
    const details = { ...error.details, symbol };
    throw new EngineError("CANDLES_INVALID", `${symbol}: ${error.message}`, {
      details,
      cause: error,
    });
  }
  sound.add(candles);
}
