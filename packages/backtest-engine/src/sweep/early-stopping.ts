// Places stay within the scores, so `!` only satisfies the type checker.

/** Stopping of trials that are worse than the others on a leading part of the candles. */

/** Rules by which trials are stopped before the end of the candles. */
export interface EarlyStopping {
  /**
   * Leading fractions of the candles after which a trial may be stopped, rising, each above 0 and below 1; at most 8.
   * Default [0.25, 0.5].
   */
  readonly fractions?: readonly number[];
  /** Number of trials that must have reached a fraction before one is stopped there. 1–10,000; default 10. */
  readonly startup?: number;
}

/** The median rule: true for a score that is undefined or below the median of the others, if those are enough. */
export function isBelowMedian(
  own: number | null,
  others: readonly (number | null)[],
  startup: number,
): boolean {
  const scores = others.filter((score) => score !== null).toSorted((a, b) => a - b);
  if (scores.length < startup) return false;
  const middle = (scores.length - 1) / 2;
  const median = (scores[Math.floor(middle)]! + scores[Math.ceil(middle)]!) / 2;
  return own === null || own < median;
}
