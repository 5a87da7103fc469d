// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { firstWindow, slide } from "./sliding-mean.ts";
import { checkPeriod, firstValue } from "./window.ts";

/** Values to write where two lines cross. */
export interface CrossingMarks {
  /** Mark for a crossing from below to above. */
  readonly up: number;
  /** Mark for a crossing from above to below. */
  readonly down: number;
}

/**
 * Crossings of `slidingMean(values, fast)` and `slidingMean(values, slow)` by the rules of `crossings`: the marks
 * there, else 0.
 *
 * Computed together with the two means, to the last bit of either, without storing them. Use it for a single run; for
 * many pairs it is cheaper to compute each average once and keep it.
 *
 * @throws IndicatorError OPTIONS_INVALID: periods that are not whole numbers of at least 1, or `fast` above `slow`
 */
export function slidingCrossings(
  values: Float64Array,
  fast: number,
  slow: number,
  { up, down }: CrossingMarks,
): Uint8Array {
  checkPeriod("slidingCrossings", "fast", fast);
  checkPeriod("slidingCrossings", "slow", slow, fast);
  const { length } = values; // read once: in a loop it is worked out anew for each value
  const marks = new Uint8Array(length);
  const first = firstValue(values);
  const ready = first + slow;
  if (ready >= length) return marks;
  const warmUp = new Float64Array(ready);
  const behind = firstWindow(values, first, slow, warmUp);
  const slowMean = warmUp[ready - 1]!;
  const ahead = firstWindow(values, first, fast, warmUp);
  slide(ahead, values, first + fast, ready, warmUp);
  const fastMean = warmUp[ready - 1]!;
  // The steps of two chains side by side, for a chain waits for its own last addition. `slidingMeanPair` takes the same
  // and keeps what they give: one loop for both would have to call something for each value.
  let { sum: fastSum, addedError: fastAdded, removedError: fastRemoved, previous, since } = ahead;
  let { sum: slowSum, addedError: slowAdded, removedError: slowRemoved } = behind;
  let before = fastMean - slowMean;
  for (let i = ready; i < length; i++) {
    const value = values[i]!;
    const leavesFast = -values[i - fast]! - fastRemoved;
    const leavesSlow = -values[i - slow]! - slowRemoved;
    const fastRest = fastSum + leavesFast;
    const slowRest = slowSum + leavesSlow;
    fastRemoved = fastRest - fastSum - leavesFast;
    slowRemoved = slowRest - slowSum - leavesSlow;
    const entersFast = value - fastAdded;
    const entersSlow = value - slowAdded;
    fastSum = fastRest + entersFast;
    slowSum = slowRest + entersSlow;
    fastAdded = fastSum - fastRest - entersFast;
    slowAdded = slowSum - slowRest - entersSlow;
    if (value !== previous) since = i;
    previous = value;
    const run = i - since;
    const distance =
      (run >= fast - 1 ? value : fastSum / fast) - (run >= slow - 1 ? value : slowSum / slow);
    if (distance > 0) {
      if (before < 0) marks[i] = up;
    } else if (distance < 0 && before > 0) {
      marks[i] = down;
    }
    before = distance; // 0 or NaN: whatever comes next crosses nothing
  }
  return marks;
}
