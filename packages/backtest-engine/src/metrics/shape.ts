// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Figures of the distribution of returns and the steadiness of growth. */

import { finiteOrNull } from "./returns.ts";

/**
 * Stability of growth: R² of the straight line through the cumulative log returns, 0–1.
 *
 * Null with fewer than two returns, after a total loss, or when nothing moved.
 */
export function stabilityOf(returns: Float64Array): number | null {
  const logs = returns.filter((value) => !Number.isNaN(value)).map(Math.log1p);
  for (let i = 1; i < logs.length; i++) logs[i] = logs[i]! + logs[i - 1]!;
  const count = logs.length;
  const middle = (count - 1) / 2;
  const mean = logs.reduce((sum, value) => sum + value, 0) / count;
  let along = 0;
  let spread = 0;
  let together = 0;
  for (let i = 0; i < count; i++) {
    along += (i - middle) ** 2;
    spread += (logs[i]! - mean) ** 2;
    together += (i - middle) * (logs[i]! - mean);
  }
  return finiteOrNull(together ** 2 / (along * spread));
}

/**
 * Tail ratio: absolute value of the 95th percentile of the returns / absolute value of the 5th; null without returns
 * or when the latter is 0.
 *
 * NaN, a period without a return, ranks as a return of 0.
 */
export function tailRatio(returns: Float64Array): number | null {
  const sorted = returns.map((value) => (Number.isNaN(value) ? 0 : value)).toSorted();
  if (sorted.length === 0) return null;
  return finiteOrNull(Math.abs(percentile(sorted, 0.95)) / Math.abs(percentile(sorted, 0.05)));
}

/** Linear between the two nearest ranks. */
function percentile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1);
  const below = Math.floor(rank);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (rank - below);
}
