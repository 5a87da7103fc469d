// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Shape of the distribution of returns; NaN is left out. */

import { finiteOrNull, momentsOf } from "../metrics/returns.ts";
import { isSpread } from "../metrics/spread.ts";
import { requireNumbers } from "../require-arguments.ts";
import { present, quantileOf } from "./sample.ts";

/**
 * Sample skewness, corrected for bias (Joanes and Gill, 1998: G1), as in pandas: 0 for a symmetric distribution. Null
 * below three returns or when they do not vary.
 */
export function skewness(returns: Float64Array): number | null {
  const { count, second, third, varies } = centralMoments(returns);
  if (count < 3 || !varies) return null;
  const biased = third / second ** 1.5;
  return finiteOrNull((biased * Math.sqrt(count * (count - 1))) / (count - 2));
}

/**
 * Sample excess kurtosis, corrected for bias (Joanes and Gill, 1998: G2), as in pandas: 0 for a normal distribution.
 * Null below four returns or when they do not vary.
 */
export function excessKurtosis(returns: Float64Array): number | null {
  const { count, second, fourth, varies } = centralMoments(returns);
  if (count < 4 || !varies) return null;
  const biased = fourth / second ** 2 - 3;
  return finiteOrNull((((count + 1) * biased + 6) * (count - 1)) / ((count - 2) * (count - 3)));
}

/** Returns above the quantile at `share`, in their order. `share` is 0–1, default 0.95. */
export function outliersOf(returns: Float64Array, share = 0.95): Float64Array {
  requireNumbers({ share });
  const limit = quantileOf(returns, share) ?? 0;
  return returns.filter((value) => value > limit);
}

/** Returns below the quantile at `share`, in their order. `share` is 0–1, default 0.95. */
export function withoutOutliers(returns: Float64Array, share = 0.95): Float64Array {
  requireNumbers({ share });
  const limit = quantileOf(returns, share) ?? 0;
  return returns.filter((value) => value < limit);
}

/** One class of a histogram: the returns from `from` to below `to`, the last class's end included. */
export interface HistogramClass {
  /** Lowest return of the class. */
  readonly from: number;
  /** End of the class. */
  readonly to: number;
  /** Number of returns in the class. */
  readonly count: number;
}

/**
 * Histogram of the returns with classes of one width from the lowest to the highest; none without returns, one when
 * they do not vary. `classes` is a whole number of at least 1, default 40.
 */
export function histogramOf(returns: Float64Array, classes = 40): HistogramClass[] {
  requireNumbers({ classes });
  const values = present(returns).sort();
  if (values.length === 0) return [];
  const low = values[0]!;
  const width = (values.at(-1)! - low) / classes;
  if (!(width > 0)) return [{ from: low, to: low, count: values.length }];
  const counts = new Float64Array(classes);
  for (const value of values) counts[Math.min(classes - 1, Math.floor((value - low) / width))]!++;
  return Array.from(counts, (count, k) => ({
    from: low + k * width,
    to: low + (k + 1) * width,
    count,
  }));
}

function centralMoments(
  returns: Float64Array,
): Record<"count" | "second" | "third" | "fourth", number> & { readonly varies: boolean } {
  const { count, mean } = momentsOf(returns);
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < returns.length; i++) {
    const distance = returns[i]! - (mean ?? 0);
    if (Number.isNaN(distance)) continue;
    const square = distance * distance;
    second += square;
    third += square * distance;
    fourth += square * square;
  }
  const varies = isSpread(Math.sqrt(second / count), mean ?? 0);
  return { count, second: second / count, third: third / count, fourth: fourth / count, varies };
}
