// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { Candles } from "./candles.ts";
import { commonStep, detectInterval } from "./detect-interval.ts";
import { intervalMilliseconds, intervalsBetween, type Interval } from "./interval.ts";
import { openWeekdays } from "./open-weekdays.ts";

const DAY = 86_400_000;

/** A gap: candles that the interval requires and that are missing. */
export interface CandleGap {
  /** Open of the last candle before the gap, milliseconds UTC. */
  readonly afterTime: number;
  /** Open of the first candle after the gap, milliseconds UTC. */
  readonly beforeTime: number;
  /** Number of missing candles, at least 1; of daily candles those of weekdays on which the market opens. */
  readonly missing: number;
}

/** The report on the gaps of valid candles. */
export interface CandleReport {
  /**
   * Candle length as given, otherwise as detected; absent when there are too few candles or their step is not an
   * interval.
   */
  readonly interval?: Interval;
  /**
   * Gaps, oldest first. Of daily candles, weekdays on which the market never opens are none; its holidays are, and so
   * are nights and weekends between shorter candles.
   */
  readonly gaps: readonly CandleGap[];
  /** Number of missing candles in all gaps. */
  readonly missing: number;
  /** Number of steps that are not a whole multiple of the interval, such as an hour lost to summer time. */
  readonly irregular: number;
}

/** Reports the gaps of candles whose rows are valid. */
export function reportGaps(candles: Candles, asked?: Interval): CandleReport {
  const { time, length } = candles;
  const interval = asked ?? detectInterval(candles);
  const step = interval === undefined ? commonStep(time) : intervalMilliseconds(interval);
  const gaps: CandleGap[] = [];
  let missing = 0;
  let irregular = 0;
  const isMonths = interval?.endsWith("M") === true;
  const isOpen = step === DAY ? openWeekdays(time) : undefined;
  const absentIn = (after: number, steps: number): number => {
    if (isOpen === undefined) return Math.max(0, steps - 1);
    let absent = 0;
    for (let n = 1; n < steps; n++) if (isOpen(after + n * DAY)) absent++;
    return absent;
  };
  for (let i = 1; i < length && step !== undefined; i++) {
    const afterTime = time[i - 1]!;
    const beforeTime = time[i]!;
    const distance = beforeTime - afterTime;
    if (distance === step) continue;
    const steps =
      interval === undefined
        ? Math.round(distance / step)
        : intervalsBetween(interval, afterTime, beforeTime);
    if (isMonths ? steps < 1 : distance % step !== 0) irregular += 1;
    const absent = absentIn(afterTime, steps);
    if (absent === 0) continue;
    gaps.push({ afterTime, beforeTime, missing: absent });
    missing += absent;
  }
  return { ...(interval === undefined ? {} : { interval }), gaps, missing, irregular };
}
