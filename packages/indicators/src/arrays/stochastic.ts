// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { period, resolveParameters } from "../parameters.ts";
import { highest, lowest } from "./extremes.ts";
import { sma } from "./sma.ts";
import { rangeColumns, type RangeColumns } from "./true-range.ts";

/** Periods of a stochastic oscillator in candles. */
export interface StochasticOptions {
  /** Candles whose range the close is compared with, a whole number of at least 1. Default 14. */
  readonly period?: number;
  /**
   * Period of the mean over the raw oscillator, a whole number of at least 1; 1 gives the fast stochastic. Default 3.
   */
  readonly smoothing?: number;
  /** Period of the mean over %K, a whole number of at least 1. Default 3. */
  readonly signalPeriod?: number;
}

/** Lines of a stochastic oscillator, one number for each candle. */
export interface Stochastic {
  /** %K, the smoothed position of the close in the range, 0–100. */
  readonly k: Float64Array;
  /** %D, the mean of %K, 0–100. */
  readonly d: Float64Array;
  /** %J, 3 × %K − 2 × %D; may leave 0–100. */
  readonly j: Float64Array;
}

const OPTIONS = { period: period(14), smoothing: period(3), signalPeriod: period(3) };

/**
 * Stochastic oscillator (Lane, 1950s): the position of the close in the range of the last candles, smoothed (%K), its
 * signal line %D, and %J.
 *
 * NaN in the warm-up of each line. A range of nothing places the close in its middle: 50. O(n).
 *
 * @throws IndicatorError OPTIONS_INVALID: a period that is not a whole number of at least 1, columns of different
 * lengths
 */
export function stochastic(candles: RangeColumns, options: StochasticOptions = {}): Stochastic {
  const given = resolveParameters("stochastic", OPTIONS, options);
  const { smoothing, signalPeriod, ...of } = given as unknown as Required<StochasticOptions>;
  const [high, low, close] = rangeColumns("stochastic", candles);
  const raw = highest(high, of.period);
  const bottom = lowest(low, of.period);
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
