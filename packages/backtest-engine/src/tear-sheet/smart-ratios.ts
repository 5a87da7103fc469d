// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Ratios that allow for autocorrelation, for one-sided risk, and for the length and shape of the sample. */

import { normalShareBelow } from "../metrics/normal.ts";
import { finiteOrNull } from "../metrics/returns.ts";
import { sharpeRatio, sortinoRatio } from "../metrics/risk.ts";
import { requireNumbers } from "../require-arguments.ts";
import { correlation } from "./benchmark.ts";
import { excessKurtosis, skewness } from "./distribution.ts";
import { present, quotient } from "./sample.ts";

/**
 * Penalty for returns that follow one another: √(1 + 2 Σ (n − k) / n × |ρ|^k), k from 1 to n − 1, with ρ the
 * correlation of each return with the one before it. At least 1. Null below three returns or when they do not vary.
 */
export function autocorrelationPenalty(returns: Float64Array): number | null {
  const { length } = present(returns);
  const found = length < 3 ? null : correlation(returns.subarray(0, -1), returns.subarray(1));
  if (found === null) return null;
  const rho = Math.abs(found);
  let sum = 0;
  let power = 1;
  for (let k = 1; k < length && power > 0; k++) {
    power *= rho;
    sum += ((length - k) / length) * power;
  }
  return Math.sqrt(1 + 2 * sum);
}

/** Sharpe ratio / {@link autocorrelationPenalty}; null where one of them is. `riskFree` is per period, default 0. */
export function smartSharpe(
  returns: Float64Array,
  periodsPerYear: number,
  riskFree = 0,
): number | null {
  requireNumbers({ periodsPerYear, riskFree });
  return quotient(sharpeRatio(returns, periodsPerYear, riskFree), autocorrelationPenalty(returns));
}

/** Sortino ratio / {@link autocorrelationPenalty}; null where one of them is. `required` is per period, default 0. */
export function smartSortino(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  requireNumbers({ periodsPerYear, required });
  return quotient(sortinoRatio(returns, periodsPerYear, required), autocorrelationPenalty(returns));
}

/**
 * Sortino ratio / √2 (Schwager): on the scale of a Sharpe ratio, so that both can be compared. Null where the Sortino
 * ratio is.
 */
export function adjustedSortino(
  returns: Float64Array,
  periodsPerYear: number,
  required = 0,
): number | null {
  requireNumbers({ periodsPerYear, required });
  return quotient(sortinoRatio(returns, periodsPerYear, required), Math.SQRT2);
}

/**
 * Probability, 0–1, that the true ratio lies above `threshold`, given the length and shape of the sample (Bailey and
 * López de Prado, 2012): Φ((ratio − threshold) × √(n − 1) / √(1 + ratio² / 2 − skewness × ratio + excess kurtosis / 4
 * × ratio²)).
 *
 * Skewness and kurtosis are corrected for bias. The formula's kurtosis is the plain one less 3, which is the excess;
 * quantstats subtracts 3 from an excess kurtosis once more. `ratio` is per period, not per year. Null below four
 * returns, when they do not vary, or where the term under the root is not above 0.
 */
export function probabilisticRatio(
  returns: Float64Array,
  ratio: number | null,
  threshold = 0,
): number | null {
  requireNumbers({ threshold, ...(ratio !== null && { ratio }) });
  const skew = skewness(returns);
  const kurtosis = excessKurtosis(returns);
  if (ratio === null || skew === null || kurtosis === null) return null;
  const variance = 1 + 0.5 * ratio ** 2 - skew * ratio + (kurtosis / 4) * ratio ** 2;
  if (!(variance > 0)) return null;
  const count = present(returns).length;
  return finiteOrNull(
    normalShareBelow(((ratio - threshold) * Math.sqrt(count - 1)) / Math.sqrt(variance)),
  );
}

/** Probability, 0–1, that the true Sharpe ratio lies above 0; see {@link probabilisticRatio}. */
export function probabilisticSharpeRatio(returns: Float64Array): number | null {
  return probabilisticRatio(returns, sharpeRatio(returns, 1));
}

/** Probability, 0–1, that the true Sortino ratio lies above 0; see {@link probabilisticRatio}. */
export function probabilisticSortinoRatio(returns: Float64Array): number | null {
  return probabilisticRatio(returns, sortinoRatio(returns, 1));
}

/** Probability, 0–1, that the true adjusted Sortino ratio lies above 0; see {@link probabilisticRatio}. */
export function probabilisticAdjustedSortinoRatio(returns: Float64Array): number | null {
  return probabilisticRatio(returns, adjustedSortino(returns, 1));
}
