// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Figures of the distribution of returns and the steadiness of growth. */

import { requireColumns } from "../require-arguments.ts";
import { quantileIn } from "./quantile.ts";
import { finiteOrNull } from "./returns.ts";
import { isSpread, outweighs } from "./spread.ts";

/** Deviation of cumulative log returns below which an account did not move. */
const STILL = 1e-12;

/**
 * Stability of growth: R² of the straight line through the cumulative log returns, 0–1.
 *
 * Null with fewer than two returns, after a total loss, or when nothing moved.
 */
export function stabilityOf(returns: Float64Array): number | null {
  requireColumns({ returns });
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
  // The logs are those of values near 1, whose rounding adds up.
  if (!isSpread(Math.sqrt(spread / count), mean) || spread < STILL ** 2 * count) return null;
  return finiteOrNull(together ** 2 / (along * spread));
}

/**
 * Tail ratio: absolute value of the 95th percentile of the returns / absolute value of the 5th; null without returns
 * or when the latter is 0.
 *
 * NaN, a period without a return, ranks as a return of 0.
 */
export function tailRatio(returns: Float64Array): number | null {
  requireColumns({ returns });
  if (returns.length === 0) return null;
  const values = returns.map((value) => (Number.isNaN(value) ? 0 : value));
  const high = Math.abs(quantileIn(values, 0.95));
  const low = Math.abs(quantileIn(values, 0.05));
  return outweighs(low, high) ? finiteOrNull(high / low) : null;
}
