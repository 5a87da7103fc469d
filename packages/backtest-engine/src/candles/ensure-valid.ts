import { EngineError, isEngineError } from "../errors.ts";
import type { Candles } from "./candles.ts";
import { validateCandles } from "./validate-candles.ts";

/** Candles found sound before; held weakly, and nothing but a repeated check is saved by it. */
const sound = new WeakSet<Candles>();

/** The same for those that may have prices of 0 and below. */
const soundBelow0 = new WeakSet<Candles>();

/**
 * Checks candles the first time they are seen, so that the runs of a sweep check them once. With `symbol` the error
 * names the market that the candles belong to. `allowNegativePrices` as in the options of a simulation.
 *
 * @throws EngineError CANDLES_INVALID as {@link validateCandles}, rows counted from 1
 */
export function ensureValid(candles: Candles, symbol?: string, allowNegativePrices = false): void {
  if (sound.has(candles) || (allowNegativePrices && soundBelow0.has(candles))) return;
  try {
    validateCandles(candles, { firstRow: 1, allowNegativePrices });
  } catch (error) {
    if (symbol === undefined || !isEngineError(error, "CANDLES_INVALID")) throw error;
    const details = { ...error.details, symbol };
    throw new EngineError("CANDLES_INVALID", `${symbol}: ${error.message}`, {
      details,
      cause: error,
    });
  }
  (allowNegativePrices ? soundBelow0 : sound).add(candles);
}
