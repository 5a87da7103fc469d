// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { ema, smooth } from "./ema.ts";
import { checkPeriod, firstValue } from "./window.ts";

/** Periods in candles, and where the averages start. */
export interface MacdOptions {
  /** Default 12. */
  readonly fastPeriod?: number;
  /** Default 26. */
  readonly slowPeriod?: number;
  /** Default 9. */
  readonly signalPeriod?: number;
  /**
   * `each` (default): each average starts from its own first window. `together`: the fast one waits and starts
   * from the window that ends where the slow one starts, as TA-Lib does. They differ for some hundred candles.
   */
  readonly seeding?: "each" | "together";
}

/** The lines of a MACD, one number a candle each. */
export interface Macd {
  /** Fast EMA − slow EMA; NaN before the slow one is there. */
  readonly macd: Float64Array;
  /** EMA of `macd`. */
  readonly signal: Float64Array;
  /** `macd` − `signal`. */
  readonly histogram: Float64Array;
}

/**
 * Moving average convergence/divergence. O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1
 */
export function macd(values: Float64Array, options: MacdOptions = {}): Macd {
  const { fastPeriod = 12, slowPeriod = 26, signalPeriod = 9, seeding = "each" } = options;
  checkPeriod("macd", "fastPeriod", fastPeriod);
  checkPeriod("macd", "slowPeriod", slowPeriod);
  checkPeriod("macd", "signalPeriod", signalPeriod);
  const first = firstValue(values);
  const wait = seeding === "together" ? Math.max(0, slowPeriod - fastPeriod) : 0;
  const line = new Float64Array(values.length);
  smooth(values, fastPeriod, 2 / (fastPeriod + 1), Math.min(first + wait, values.length), line);
  const slow = ema(values, slowPeriod);
  for (let i = 0; i < line.length; i++) line[i] = line[i]! - slow[i]!;
  const signal = ema(line, signalPeriod);
  const histogram = slow;
  for (let i = 0; i < line.length; i++) histogram[i] = line[i]! - signal[i]!;
  return { macd: line, signal, histogram };
}
