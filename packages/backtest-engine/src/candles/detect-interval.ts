// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { objectOf, type CallRules } from "@bourse/kernel";

import { anyColumn, requireArguments } from "../require-arguments.ts";
import type { Candles } from "./candles.ts";
import {
  intervalOfStep,
  intervalOpen,
  INTERVALS,
  intervalsBetween,
  type Interval,
} from "./interval.ts";

const DAY = 86_400_000;
/** Days of the longest interval. */
const MOST_DAYS = 3653;

/** Accepts candles of which the times are there. */
export const anyTimes: CallRules = { candles: objectOf({ time: anyColumn }) };

/**
 * Detects the interval of candles from their most frequent step; undefined for fewer than two candles or a step that is
 * no whole number of seconds. Steps of 28 to 31 days are months, unless three in a row are equal, and so are longer
 * steps between the firsts of months. Whole weeks are weeks. An unusual interval, which is none of `INTERVALS`, must
 * be at least half of the steps. O(n).
 */
export function detectInterval(candles: Pick<Candles, "time">): Interval | undefined {
  requireArguments("detectInterval", { candles }, anyTimes);
  const { time } = candles;
  const step = commonStep(time);
  if (step === undefined) return undefined;
  const interval = monthsOfStep(time, step) ?? intervalOfStep(step);
  if (interval === undefined || isUsual(interval)) return interval;
  let count = 0;
  for (let i = 1; i < time.length; i++) if (time[i]! - time[i - 1]! === step) count++;
  return 2 * count >= time.length - 1 ? interval : undefined;
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

const isUsual = (interval: Interval): boolean =>
  INTERVALS.includes(interval) || interval.endsWith("M");

function monthsOfStep(time: Float64Array, step: number): Interval | undefined {
  if (step < 28 * DAY || step > MOST_DAYS * DAY) return undefined;
  if (step <= 31 * DAY) return hasRun(time, step, 3) ? undefined : "M";
  if (time.some((open) => intervalOpen("M", open) !== open)) return undefined;
  const at = time.findIndex((open, i) => open - time[i - 1]! === step);
  return `${intervalsBetween("M", time[at - 1]!, time[at]!)}M`;
}

/** True where `count` equal steps follow each other. */
function hasRun(time: Float64Array, step: number, count: number): boolean {
  let run = 0;
  for (let i = 1; i < time.length && run < count; i++) {
    run = time[i]! - time[i - 1]! === step ? run + 1 : 0;
  }
  return run === count;
}
