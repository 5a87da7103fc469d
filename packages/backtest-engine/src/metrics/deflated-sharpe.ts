// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** How much of a Sharpe ratio is left when it is the best of many tries (Bailey and López de Prado 2014). */

import { normalQuantile, normalShareBelow } from "./normal.ts";
import { finiteOrNull, momentsOf } from "./returns.ts";

const EULER = 0.577_215_664_901_532_9;

/** What was tried. */
export interface Trials {
  /** How many, the best included. A whole number of at least 1. */
  readonly count: number;
  /** Variance of their Sharpe ratios per period (not per year). */
  readonly variance: number;
}

/** Shape of returns, as the probability of a Sharpe ratio needs it; all per period. */
export interface SharpeSample {
  readonly sharpe: number;
  /** Number of returns. */
  readonly count: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** The sample behind a series of returns; null below three returns or when they do not vary. */
export function sharpeSample(returns: Float64Array): SharpeSample | null {
  const { count, mean, deviation } = momentsOf(returns);
  if (mean === null || deviation === null || count < 3 || deviation < 1e-15) return null;
  const scale = deviation * Math.sqrt((count - 1) / count);
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < returns.length; i++) {
    const z = (returns[i]! - mean) / scale;
    if (z !== z) continue; // NaN alone differs from itself
    third += z * z * z;
    fourth += z * z * z * z;
  }
  return { sharpe: mean / deviation, count, skewness: third / count, kurtosis: fourth / count };
}

/** The Sharpe ratio per period that the best of as many tries without any skill is expected to show. */
export function expectedBestSharpe({ count, variance }: Trials): number {
  if (count < 2) return 0;
  const typical = normalQuantile(1 - 1 / count);
  const beyond = normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * ((1 - EULER) * typical + EULER * beyond);
}

/**
 * The probability, 0–1, that the true Sharpe ratio is above `benchmark` (per period): length, skew and fat tails counted.
 *
 * Null when the sample is too wild for the approximation to have a variance.
 */
export function probabilisticSharpe(sample: SharpeSample, benchmark = 0): number | null {
  const { sharpe, count, skewness, kurtosis } = sample;
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  if (!(variance > 0)) return null;
  return finiteOrNull(
    normalShareBelow(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance)),
  );
}

/** The same against the best that luck would have found in as many tries: below 0.95 it may well be luck. */
export function deflatedSharpe(sample: SharpeSample, trials: Trials): number | null {
  return probabilisticSharpe(sample, expectedBestSharpe(trials));
}
