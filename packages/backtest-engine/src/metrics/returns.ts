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
  for (const value of returns) if (!Number.isNaN(value)) product *= 1 + value;
  return product - 1;
}

/** The mean; null without a return. */
export function meanReturn(returns: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (const value of returns) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** The sample deviation (over the count less one); null with fewer than two returns. */
export function sampleDeviation(returns: Float64Array): number | null {
  const mean = meanReturn(returns);
  if (mean === null) return null;
  let squares = 0;
  let count = 0;
  for (const value of returns) {
    if (Number.isNaN(value)) continue;
    squares += (value - mean) * (value - mean);
    count++;
  }
  return count < 2 ? null : Math.sqrt(squares / (count - 1));
}
