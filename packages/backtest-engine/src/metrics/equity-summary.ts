// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import type { Moments } from "./returns.ts";

/** What the figures of a run need to know about its equity. */
export interface EquitySummary {
  /** Of the candles' returns, the first measured from the start. */
  readonly moments: Moments;
  /** Root of the mean squared negative return. */
  readonly downside: number;
  /** Deepest fall below a peak, as a fraction of it; the start counts as a peak. */
  readonly maxDrawdown: number;
  /** Longest time from a peak until it was reached again, or to the last candle; in units of `time`. */
  readonly longestDrawdown: number;
}

/**
 * All of it in one pass, for sweeps: the same as `returnsOf`, `momentsOf`, `downsideRisk` and `maxDrawdown` one by one.
 *
 * Squares are summed as distances from the first return, which is one of them: no digits are lost to a large mean.
 * `equity` and `time` have at least one value.
 */
export function summariseEquity(
  equity: Float64Array,
  time: Float64Array,
  start: number,
): EquitySummary {
  const count = equity.length;
  const shift = start > 0 ? equity[0]! / start - 1 : 0;
  let before = start;
  let sum = 0;
  let squares = 0;
  let shortfalls = 0;
  let peak = start;
  let low = start;
  let since = time[0]!;
  let deepest = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const value = equity[i]!;
    if (value === before && shift === 0) {
      // Nothing moved: to every sum it adds exactly 0. Accounts without a position are made of this.
      if (value === peak) since = time[i]!;
      continue;
    }
    const change = before > 0 ? value / before - 1 : 0;
    before = value;
    const distance = change - shift;
    sum += distance;
    squares += distance * distance;
    const shortfall = 0.5 * (change - Math.abs(change)); // the return or 0, without a branch to guess
    shortfalls += shortfall * shortfall;
    if (value < low) low = value;
    if (value >= peak) {
      if (low < peak) {
        deepest = Math.max(deepest, (peak - low) / peak);
        longest = Math.max(longest, time[i]! - since);
      }
      peak = value;
      low = value;
      since = time[i]!;
    }
  }
  if (low < peak) {
    deepest = Math.max(deepest, (peak - low) / peak);
    longest = Math.max(longest, time[count - 1]! - since);
  }
  const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
  return {
    moments: {
      count,
      mean: shift + sum / count,
      deviation: count < 2 ? null : Math.sqrt(variance),
    },
    downside: Math.sqrt(shortfalls / count),
    maxDrawdown: deepest,
    longestDrawdown: longest,
  };
}
