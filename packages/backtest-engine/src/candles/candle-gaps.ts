// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import type { MarketCalendar } from "@bourse/indicators/calendar";

import type { Candles } from "./candles.ts";
import { commonStep, detectInterval } from "./detect-interval.ts";
import { intervalMilliseconds, intervalsBetween, type Interval } from "./interval.ts";
import { openTimes, type OpenTimes } from "./open-times.ts";

/** A gap: candles that the interval requires and that are missing. */
export interface CandleGap {
  /** Open of the last candle before the gap, milliseconds UTC. */
  readonly afterTime: number;
  /** Open of the first candle after the gap, milliseconds UTC. */
  readonly beforeTime: number;
  /** Number of missing candles, at least 1: of times at which the market is open. */
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
   * Hours that gaps were judged by: the name of the calendar that was given (`custom` for hours), `found` in the
   * candles, or `always` for a market that never closes and for candles longer than a day.
   */
  readonly calendar: string;
  /**
   * Gaps, oldest first. A closed market is none: nights, breaks and weekends, by the calendar or as the candles show
   * them. A holiday is one until the calendar names it.
   */
  readonly gaps: readonly CandleGap[];
  /** Number of missing candles in all gaps. */
  readonly missing: number;
  /** Number of steps that are not a whole multiple of the interval, such as an hour lost to summer time. */
  readonly irregular: number;
}

/** Reports the gaps of candles whose rows are valid. */
export function reportGaps(
  candles: Candles,
  asked?: Interval,
  calendar?: MarketCalendar,
): CandleReport {
  const { time, length } = candles;
  const interval = asked === undefined ? detectInterval(candles) : asked;
  const step = stepOf(candles, interval);
  const open = openTimesOf(candles, interval, calendar);
  const gaps: CandleGap[] = [];
  let missing = 0;
  let irregular = 0;
  const isMonths = interval?.endsWith("M") === true;
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
    const absent = open.missingBetween(afterTime, beforeTime, steps);
    if (absent === 0) continue;
    gaps.push({ afterTime, beforeTime, missing: absent });
    missing += absent;
  }
  return {
    ...(interval === undefined ? {} : { interval }),
    calendar: open.calendar,
    gaps,
    missing,
    irregular,
  };
}

/** Times at which these candles are expected. */
export function openTimesOf(
  candles: Candles,
  interval: Interval | undefined,
  calendar?: MarketCalendar,
): OpenTimes {
  return openTimes(candles.time, stepOf(candles, interval) ?? Infinity, calendar);
}

function stepOf({ time }: Candles, interval: Interval | undefined): number | undefined {
  return interval === undefined ? commonStep(time) : intervalMilliseconds(interval);
}
