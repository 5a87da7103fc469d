// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { Moments } from "./returns.ts";

/** Figures of an equity curve that the metrics are computed from. */
export interface EquitySummary {
  /** Moments of the returns per candle, the first measured from the start. */
  readonly moments: Moments;
  /** Root of the mean squared negative return. */
  readonly downside: number;
  /** Largest fall below a peak, as a fraction of it; the start counts as a peak. */
  readonly maxDrawdown: number;
  /** Longest time from a peak until it was reached again, or to the last candle, in units of `time`. */
  readonly longestDrawdown: number;
}

/**
 * Computes in one pass what `returnsOf`, `momentsOf`, `downsideRisk` and `maxDrawdown` compute one by one, without
 * arrays in between; sweeps use it.
 *
 * Squares are summed as distances from the first return, so that no digits are lost to a large mean. `equity` and
 * `time` must have at least one value.
 */
export function summariseEquity(
  equity: Float64Array,
  time: Float64Array,
  start: number,
): EquitySummary {
  const count = equity.length;
  const shift = start > 0 ? equity[0]! / start - 1 : 0;
  let before = start + 0; // a sum is a plain number in the loop below, an argument itself would be a boxed one
  let sum = 0;
  let squares = 0;
  let shortfalls = 0;
  let peak = before;
  let low = before;
  let since = time[0]!;
  let maxDrawdown = 0;
  let longestDrawdown = 0;
  for (let i = 0; i < count; i++) {
    const value = equity[i]!;
    const change = before > 0 ? value / before - 1 : 0;
    before = value;
    const distance = change - shift;
    sum += distance;
    squares += distance * distance;
    const shortfall = 0.5 * (change - Math.abs(change)); // the return or 0, without a branch to guess
    shortfalls += shortfall * shortfall;
    if (value < peak) {
      if (value < low) low = value;
      continue;
    }
    if (low < peak) {
      maxDrawdown = Math.max(maxDrawdown, (peak - low) / peak);
      longestDrawdown = Math.max(longestDrawdown, time[i]! - since);
    }
    peak = value;
    low = value;
    since = time[i]!;
  }
  if (low < peak) {
    maxDrawdown = Math.max(maxDrawdown, (peak - low) / peak);
    longestDrawdown = Math.max(longestDrawdown, time[count - 1]! - since);
  }
  const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
  return {
    moments: {
      count,
      mean: shift + sum / count,
      deviation: count < 2 ? null : Math.sqrt(variance),
    },
    downside: Math.sqrt(shortfalls / count),
    maxDrawdown,
    longestDrawdown,
  };
}
