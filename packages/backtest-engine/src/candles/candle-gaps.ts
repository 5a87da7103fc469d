// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { intervalMilliseconds, intervalsBetween, type Interval } from "../market-data/interval.ts";
import type { Candles } from "./candles.ts";
import { commonStep, detectInterval } from "./detect-interval.ts";

/** A hole: candles that the interval lets expect and that are not there. */
export interface CandleGap {
  /** Open of the last candle before the hole, milliseconds UTC. */
  readonly afterTime: number;
  /** Open of the first candle behind it, milliseconds UTC. */
  readonly beforeTime: number;
  /** How many candles are missing between the two; at least 1. */
  readonly missing: number;
}

/** What is worth knowing about candles that are valid. */
export interface CandleReport {
  /** As asked for, else as detected; absent when there are too few candles or their step is no known interval. */
  readonly interval?: Interval;
  /** In time order. Nights and weekends of an exchange that closes are gaps too. */
  readonly gaps: readonly CandleGap[];
  /** Sum of `missing` over the gaps. */
  readonly missing: number;
  /** Steps that are no whole multiple of the interval, such as an hour lost to summer time. */
  readonly irregular: number;
}

/** The gaps of candles whose rows are known to be sound. */
export function reportGaps(candles: Candles, asked?: Interval): CandleReport {
  const { time, length } = candles;
  const interval = asked ?? detectInterval(candles);
  const step = interval === undefined ? commonStep(time) : intervalMilliseconds(interval);
  const gaps: CandleGap[] = [];
  let missing = 0;
  let irregular = 0;
  for (let i = 1; i < length && step !== undefined; i++) {
    const afterTime = time[i - 1]!;
    const beforeTime = time[i]!;
    const distance = beforeTime - afterTime;
    if (distance === step) continue;
    const steps =
      interval === "M" ? intervalsBetween("M", afterTime, beforeTime) : Math.round(distance / step);
    if (interval === "M" ? steps < 1 : distance % step !== 0) irregular += 1;
    if (steps < 2) continue;
    gaps.push({ afterTime, beforeTime, missing: steps - 1 });
    missing += steps - 1;
  }
  return { ...(interval === undefined ? {} : { interval }), gaps, missing, irregular };
}
