// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** Statistics of a series of returns; NaN in it is a period without one: it passes, and counts for nothing else. */

/** A number of JSON, or null where rounding or overflow left none. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * The return of each candle, its equity over the one before it less 1; the first is measured from `start`.
 *
 * After nothing is left every return is 0.
 */
export function returnsOf(equity: Float64Array, start: number): Float64Array {
  const returns = new Float64Array(equity.length);
  let before = start;
  for (let i = 0; i < equity.length; i++) {
    const now = equity[i]!;
    returns[i] = before > 0 ? now / before - 1 : 0;
    before = now;
  }
  return returns;
}

/** All returns compounded into one. 0 without any. */
export function totalReturn(returns: Float64Array): number {
  let product = 1;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value === value) product *= 1 + value; // NaN alone differs from itself
  }
  return product - 1;
}

/** Count, mean and sample deviation in two passes. */
export interface Moments {
  /** Returns that are there. */
  readonly count: number;
  /** Null without a return. */
  readonly mean: number | null;
  /** Over the count less one; null with fewer than two returns. */
  readonly deviation: number | null;
}

export function momentsOf(returns: Float64Array): Moments {
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
