// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { highest, lowest } from "./extremes.ts";
import { sma } from "./sma.ts";
import type { RangeColumns } from "./true-range.ts";
import { checkPeriod, checkSameLength } from "./window.ts";

/** Periods in candles. */
export interface StochasticOptions {
  /** Candles whose range the close is placed in. Default 14. */
  readonly period?: number;
  /** Mean over the raw oscillator; 1 for the fast stochastic. Default 3. */
  readonly smoothing?: number;
  /** Mean over %K. Default 3. */
  readonly signalPeriod?: number;
}

/** The lines of a stochastic oscillator, 0–100 for k and d, one number a candle each. */
export interface Stochastic {
  readonly k: Float64Array;
  readonly d: Float64Array;
  /** 3 k − 2 d; may leave 0–100. */
  readonly j: Float64Array;
}

/**
 * Where the close lies in the range of the last candles, smoothed: %K, its signal %D, and %J.
 *
 * NaN in the warm-up of each line. Where the range is nothing the close is in its middle: 50. O(n).
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, columns of different lengths
 */
export function stochastic(candles: RangeColumns, options: StochasticOptions = {}): Stochastic {
  const { period = 14, smoothing = 3, signalPeriod = 3 } = options;
  checkPeriod("stochastic", "period", period);
  checkPeriod("stochastic", "smoothing", smoothing);
  checkPeriod("stochastic", "signalPeriod", signalPeriod);
  const { high, low, close } = candles;
  checkSameLength("stochastic", high, low, close);
  const raw = highest(high, period);
  const bottom = lowest(low, period);
  for (let i = 0; i < raw.length; i++) {
    const range = raw[i]! - bottom[i]!;
    raw[i] = range === 0 ? 50 : (100 * (close[i]! - bottom[i]!)) / range;
  }
  const k = sma(raw, smoothing);
  const d = sma(k, signalPeriod);
  const j = raw;
  for (let i = 0; i < j.length; i++) j[i] = 3 * k[i]! - 2 * d[i]!;
  return { k, d, j };
}
