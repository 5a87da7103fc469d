// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { requireColumns, requireNumbers } from "../require-arguments.ts";

/** Statistics of a series of returns; NaN marks a period without a return and is left out. */

/** The number itself if it is finite, else null. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Return of each candle: its equity / the equity before − 1; the first is measured from `start`. After the equity has
 * reached 0 every return is 0.
 */
export function returnsOf(equity: Float64Array, start: number): Float64Array {
  requireColumns({ equity });
  requireNumbers({ start });
  const returns = new Float64Array(equity.length);
  let before = start;
  for (let i = 0; i < equity.length; i++) {
    const now = equity[i]!;
    returns[i] = before > 0 ? now / before - 1 : 0;
    before = now;
  }
  return returns;
}

/** All returns compounded into one, as a plain fraction; NaN is left out. 0 without returns. */
export function totalReturn(returns: Float64Array): number {
  return growthOf(returns) - 1;
}

/** Value to which 1 has grown after all returns; NaN is left out. */
export function growthOf(returns: Float64Array): number {
  requireColumns({ returns });
  let product = 1;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value === value) product *= 1 + value; // only NaN differs from itself
  }
  return product;
}

/** Count, mean and standard deviation of returns; NaN is left out. */
export interface Moments {
  /** Number of returns that are not NaN. */
  readonly count: number;
  /** Mean return; null without a return. */
  readonly mean: number | null;
  /** Sample standard deviation (divisor count − 1); null with fewer than two returns. */
  readonly deviation: number | null;
}

/** Computes count, mean and sample standard deviation of returns in two passes. */
export function momentsOf(returns: Float64Array): Moments {
  requireColumns({ returns });
  let sum = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value === value) {
      sum += value;
      count++;
    }
  }
  if (count === 0) return { count, mean: null, deviation: null };
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < returns.length; i++) {
    const distance = returns[i]! - mean;
    if (distance === distance) squares += distance * distance;
  }
  return { count, mean, deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)) };
}
