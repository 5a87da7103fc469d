import { EngineError, isEngineError } from "../errors.ts";
import { CandleFaults } from "./candle-faults.ts";
import type { Candles } from "./candles.ts";
import { checkRows } from "./check-rows.ts";
import { requireCandles } from "./require-candles.ts";

/** Candles found sound before; held weakly, and nothing but a repeated check is saved by it. */
const sound = new WeakSet<Candles>();

/** The same for those that may have prices of 0 and below. */
const soundBelow0 = new WeakSet<Candles>();

/**
 * Checks candles the first time they are seen, so that the runs of a sweep check them once. With `symbol` the error
 * names the market that the candles belong to. `allowNegativePrices` as in the options of a simulation.
 *
 * @throws EngineError CANDLES_INVALID as `validateCandles`, rows counted from 1
 */
export function ensureValid(candles: Candles, symbol?: string, allowNegativePrices = false): void {
  if (sound.has(candles) || (allowNegativePrices && soundBelow0.has(candles))) return;
  try {
    checkValid(candles, 1, allowNegativePrices);
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

/** Checks every candle, rows counted from `firstRow` in errors. @throws EngineError CANDLES_INVALID */
export function checkValid(candles: Candles, firstRow: number, allowNegativePrices: boolean): void {
  requireCandles(candles, "validateCandles");
  const faults = new CandleFaults();
  checkRows(candles, faults, (index) => firstRow + index, undefined, allowNegativePrices);
  faults.throwIfAny(candles.length);
}
