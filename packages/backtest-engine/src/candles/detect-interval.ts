// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { Candles } from "./candles.ts";
import { intervalMilliseconds, INTERVALS, type Interval } from "./interval.ts";

const DAY = 86_400_000;

/**
 * Detects the interval of candles from their most frequent step; undefined for fewer than two candles or a step that is
 * no known interval. Steps of 28 to 31 days are months. O(n).
 */
export function detectInterval(candles: Pick<Candles, "time">): Interval | undefined {
  const step = commonStep(candles.time);
  return step === undefined ? undefined : intervalOfStep(step);
}

/**
 * The most frequent difference of neighbouring times in milliseconds, the shortest of several; undefined when none is
 * positive.
 */
export function commonStep(time: Float64Array): number | undefined {
  const counts = new Map<number, number>();
  const { length } = time;
  for (let from = 1, to = 1; from < length; from = to) {
    const step = time[from]! - time[from - 1]!;
    do to += 1;
    while (to < length && time[to]! - time[to - 1]! === step);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + to - from);
  }
  let best: number | undefined;
  for (const [candidate, count] of counts) {
    const lead = count - (best === undefined ? 0 : counts.get(best)!);
    if (best === undefined || lead > 0 || (lead === 0 && candidate < best)) best = candidate;
  }
  return best;
}

function intervalOfStep(step: number): Interval | undefined {
  if (step >= 28 * DAY && step <= 31 * DAY) return "M";
  return INTERVALS.find((interval) => interval !== "M" && intervalMilliseconds(interval) === step);
}
