// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Value at risk and expected shortfall, per period, as returns: −0.05 is a loss of 5 %. */

import { normalQuantile } from "../metrics/normal.ts";
import { selectLowest } from "../metrics/quantile.ts";
import { finiteOrNull, momentsOf } from "../metrics/returns.ts";
import { requireNumbers } from "../require-arguments.ts";
import { meanOf, present, quantileOf } from "./sample.ts";

/**
 * Historical value at risk: the quantile of the returns at `cutoff`, linear between ranks, as in empyrical. `cutoff`
 * is 0–1, default 0.05. Null without returns.
 */
export function valueAtRisk(returns: Float64Array, cutoff = 0.05): number | null {
  requireNumbers({ cutoff });
  return quantileOf(returns, cutoff);
}

/**
 * Historical expected shortfall: mean of the ⌊(n − 1) × `cutoff`⌋ + 1 lowest returns, as in empyrical. `cutoff` is
 * 0–1, default 0.05. Null without returns.
 */
export function conditionalValueAtRisk(returns: Float64Array, cutoff = 0.05): number | null {
  requireNumbers({ cutoff });
  const values = present(returns);
  const worst = Math.floor((values.length - 1) * cutoff);
  selectLowest(values, worst);
  // Summed from the lowest on, so that the order of the returns changes no bit.
  return meanOf(values.subarray(0, worst + 1).sort());
}

/**
 * Value at risk of a normal distribution: mean + deviation × Φ⁻¹(1 − `confidence`), as in quantstats. `confidence` is
 * 0–1, default 0.95. Null below two returns.
 */
export function normalValueAtRisk(returns: Float64Array, confidence = 0.95): number | null {
  requireNumbers({ confidence });
  const { mean, deviation } = momentsOf(returns);
  if (mean === null || deviation === null) return null;
  return finiteOrNull(mean + deviation * normalQuantile(1 - confidence));
}

/**
 * Expected shortfall as in quantstats: mean of the returns below {@link normalValueAtRisk}; that value itself when
 * none is. `confidence` is 0–1, default 0.95. Null below two returns.
 */
export function expectedShortfall(returns: Float64Array, confidence = 0.95): number | null {
  requireNumbers({ confidence });
  const limit = normalValueAtRisk(returns, confidence);
  return limit === null ? null : (meanOf(returns, (value) => value < limit) ?? limit);
}

/**
 * Value at risk by a number of deviations below the mean, as in pyfolio: mean − `deviations` × sample standard
 * deviation. `deviations` is at least 0, default 2. Null below two returns.
 */
export function sigmaValueAtRisk(returns: Float64Array, deviations = 2): number | null {
  requireNumbers({ deviations });
  const { mean, deviation } = momentsOf(returns);
  return mean === null || deviation === null ? null : finiteOrNull(mean - deviations * deviation);
}
