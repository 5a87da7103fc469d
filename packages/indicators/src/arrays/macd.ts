// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { choice, period, resolveParameters } from "../parameters.ts";
import { ema, smooth } from "./ema.ts";
import { checkColumn, firstValue } from "./window.ts";

/** Periods of a MACD in candles, and the seeding of its averages. */
export interface MacdOptions {
  /** Period of the fast average in candles, a whole number of at least 1. Default 12. */
  readonly fastPeriod?: number;
  /** Period of the slow average in candles, a whole number of at least 1. Default 26. */
  readonly slowPeriod?: number;
  /** Period of the signal line in candles, a whole number of at least 1. Default 9. */
  readonly signalPeriod?: number;
  /**
   * Start of the averages. `each` (default): each average starts with its own first window. `together`: the fast one
   * waits and starts with the window that ends where the slow one starts, as in TA-Lib. The two differ for some
   * hundred candles.
   */
  readonly seeding?: "each" | "together";
}

/** Lines of a MACD, one number for each candle. */
export interface Macd {
  /** Fast EMA − slow EMA; NaN before the slow one starts. */
  readonly macd: Float64Array;
  /** EMA of the `macd` line. */
  readonly signal: Float64Array;
  /** Difference of `macd` and `signal`. */
  readonly histogram: Float64Array;
}

const OPTIONS = {
  fastPeriod: period(12),
  slowPeriod: period(26),
  signalPeriod: period(9),
  seeding: choice(["each", "together"]),
};

/**
 * Moving average convergence/divergence (Appel, 1979). O(n).
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1
 */
export function macd(values: Float64Array, options: MacdOptions = {}): Macd {
  const given = resolveParameters("macd", OPTIONS, options);
  const { fastPeriod, slowPeriod, signalPeriod, seeding } =
    given as unknown as Required<MacdOptions>;
  checkColumn("macd", "values", values);
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
