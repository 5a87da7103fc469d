// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { intervalMilliseconds, INTERVALS, type Interval } from "../market-data/interval.ts";
import type { Candles } from "./candles.ts";

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
  let run = 0;
  let step = NaN;
  const settle = (): void => {
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + run);
  };
  for (let i = 1; i < time.length; i++) {
    const next = time[i]! - time[i - 1]!;
    if (next !== step) {
      settle();
      step = next;
      run = 0;
    }
    run += 1;
  }
  settle();
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
