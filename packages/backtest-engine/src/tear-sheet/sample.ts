// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Sums, means and quantiles of returns; NaN marks a period without a return and is left out. */

import { quantileIn } from "../metrics/quantile.ts";
import { outweighs } from "../metrics/spread.ts";
import { requireColumns } from "../require-arguments.ts";

/** The returns without the periods that have none. */
export function present(returns: Float64Array): Float64Array {
  requireColumns({ returns });
  const kept = new Float64Array(returns.length);
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value === value) kept[count++] = value; // only NaN differs from itself
  }
  return count === returns.length ? kept : kept.slice(0, count);
}

/** Sum of the returns; 0 without one. */
export function sumOf(returns: Float64Array): number {
  requireColumns({ returns });
  let sum = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value === value) sum += value; // only NaN differs from itself
  }
  return sum;
}

/** Mean of the returns that `includes` accepts; null without one. */
export function meanOf(
  returns: Float64Array,
  includes: (value: number) => boolean = () => true,
): number | null {
  requireColumns({ returns });
  let sum = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (Number.isNaN(value) || !includes(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Number of returns that `includes` accepts. */
export function countOf(returns: Float64Array, includes: (value: number) => boolean): number {
  requireColumns({ returns });
  let count = 0;
  for (let i = 0; i < returns.length; i++) if (includes(returns[i]!)) count++;
  return count;
}

/** Quantile, linear between the two nearest ranks; null without returns. `share` is 0–1. */
export function quantileOf(returns: Float64Array, share: number): number | null {
  const values = present(returns);
  return values.length === 0 ? null : quantileIn(values, share);
}

/** The quotient of two figures; null where one is missing or the divisor is nothing against the dividend. */
export function quotient(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || !outweighs(divisor, dividend)) return null;
  const value = dividend / divisor;
  return Number.isFinite(value) ? value : null;
}
