// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Significance of a Sharpe ratio that is the best of many trials (Bailey and López de Prado, 2014). */

import { anyNumber, finiteNumber, objectOf, wholeNumber } from "@bourse/kernel";

import { requireArguments, requireNumbers } from "../require-arguments.ts";
import { normalQuantile, normalShareBelow } from "./normal.ts";
import { finiteOrNull, momentsOf } from "./returns.ts";
import { isSpread } from "./spread.ts";

const TRIALS = {
  trials: objectOf({ count: wholeNumber({ min: 1 }), variance: finiteNumber({ min: 0 }) }),
};
const SAMPLE = {
  sample: objectOf({
    sharpe: anyNumber,
    count: anyNumber,
    skewness: anyNumber,
    kurtosis: anyNumber,
  }),
};
const EULER = 0.577_215_664_901_532_9;

/** The trials of which a Sharpe ratio is the best. */
export interface Trials {
  /** Number of trials, the best included. A whole number of at least 1. */
  readonly count: number;
  /** Variance of the trials' Sharpe ratios per period (not per year). At least 0. */
  readonly variance: number;
}

/** Moments of a sample of returns, as the probability of a Sharpe ratio needs them; all per period. */
export interface SharpeSample {
  /** Sharpe ratio per period: mean / sample standard deviation. */
  readonly sharpe: number;
  /** Number of returns, at least 3. */
  readonly count: number;
  /** Skewness of the returns; 0 for a symmetric distribution. */
  readonly skewness: number;
  /** Kurtosis of the returns, not reduced by 3: a normal distribution has 3. */
  readonly kurtosis: number;
}

/** Computes the moments of a series of returns; NaN is left out. Null below three returns or when they do not vary. */
export function sharpeSample(returns: Float64Array): SharpeSample | null {
  const { count, mean, deviation } = momentsOf(returns);
  if (mean === null || deviation === null || count < 3 || !isSpread(deviation, mean)) return null;
  const scale = deviation * Math.sqrt((count - 1) / count);
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < returns.length; i++) {
    const z = (returns[i]! - mean) / scale;
    if (z !== z) continue; // only NaN differs from itself
    third += z * z * z;
    fourth += z * z * z * z;
  }
  return { sharpe: mean / deviation, count, skewness: third / count, kurtosis: fourth / count };
}

/** Sharpe ratio per period that the best of as many trials without skill is expected to show. */
export function expectedBestSharpe(trials: Trials): number {
  requireArguments("expectedBestSharpe", { trials }, TRIALS);
  const { count, variance } = trials;
  if (count < 2) return 0;
  const typical = normalQuantile(1 - 1 / count);
  const beyond = normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * ((1 - EULER) * typical + EULER * beyond);
}

/**
 * Probability, 0–1, that the true Sharpe ratio exceeds `benchmark` (per period, default 0), given the length,
 * skewness and kurtosis of the sample (Bailey and López de Prado, 2012).
 *
 * Null when the sample is so extreme that the approximation has no variance.
 */
export function probabilisticSharpe(sample: SharpeSample, benchmark = 0): number | null {
  requireNumbers({ benchmark });
  requireArguments("probabilisticSharpe", { sample }, SAMPLE);
  const { sharpe, count, skewness, kurtosis } = sample;
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  if (!(variance > 0)) return null;
  return finiteOrNull(
    normalShareBelow(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance)),
  );
}

/**
 * Probability, 0–1, that the true Sharpe ratio exceeds the best that luck would have found in as many trials (Bailey
 * and López de Prado, 2014). Below 0.95 the result may well be luck; null as in {@link probabilisticSharpe}.
 */
export function deflatedSharpe(sample: SharpeSample, trials: Trials): number | null {
  return probabilisticSharpe(sample, expectedBestSharpe(trials));
}
