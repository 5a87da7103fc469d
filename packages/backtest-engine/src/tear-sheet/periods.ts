// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Returns by day, week, month, quarter and year, by dates in UTC. */

import { oneOf, requireArguments, requireColumns, requireNumbers } from "../require-arguments.ts";

const DAY = 86_400_000;
/** Days from 1970-01-01, a Thursday, back to the Monday before. */
const THURSDAY = 3;

const PERIOD = { period: oneOf(["day", "week", "month", "quarter", "year"]) };

/** Length of a calendar period. A week begins on Monday (ISO 8601). */
export type CalendarPeriod = "day" | "week" | "month" | "quarter" | "year";

/** Returns of calendar periods. */
export interface PeriodReturns {
  /** Start of each period, milliseconds UTC, ascending. */
  readonly time: Float64Array;
  /** Return of each period, compounded. */
  readonly returns: Float64Array;
}

/**
 * Compounds returns by calendar period. `time` has the moment of each return in milliseconds UTC, ascending; a period
 * without a return is absent, and NaN is left out. O(n).
 */
export function returnsByPeriod(
  returns: Float64Array,
  time: Float64Array,
  period: CalendarPeriod,
): PeriodReturns {
  requireColumns({ returns, time });
  requireArguments("returnsByPeriod", { period }, PERIOD);
  const starts: number[] = [];
  const changes: number[] = [];
  let place = -1;
  let end = -Infinity;
  let value = 1;
  for (let i = 0; i < returns.length; i++) {
    const now = time[i]!;
    if (now >= end) {
      const start = periodStart(now, period);
      end = periodEnd(start, period);
      starts.push(start);
      place = changes.push(0) - 1;
      value = 1;
    }
    const change = returns[i]!;
    if (!Number.isNaN(change)) value *= 1 + change;
    changes[place] = value - 1;
  }
  return { time: Float64Array.from(starts), returns: Float64Array.from(changes) };
}

/**
 * Returns of an account by calendar period: its last value of the period / its last value of the one before − 1; the
 * first is measured from `start`. After a value of 0 every return is 0. `time` rises. O(periods × log n).
 */
export function returnsOfValues(
  values: Float64Array,
  time: Float64Array,
  start: number,
  period: CalendarPeriod,
): PeriodReturns {
  requireColumns({ values, time });
  requireNumbers({ start });
  requireArguments("returnsOfValues", { period }, PERIOD);
  const starts: number[] = [];
  const changes: number[] = [];
  let before = start;
  const close = (last: number): void => {
    changes.push(before > 0 ? last / before - 1 : 0);
    before = last;
  };
  for (let i = 0; i < values.length;) {
    const from = periodStart(time[i]!, period);
    starts.push(from);
    i = firstFrom(time, i, periodEnd(from, period));
    close(values[i - 1]!);
  }
  return { time: Float64Array.from(starts), returns: Float64Array.from(changes) };
}

/** First index after `from` whose time is at or after `end`, in times that rise: a period has many candles. */
function firstFrom(time: Float64Array, from: number, end: number): number {
  let [low, step] = [from, 1];
  while (low + step < time.length && time[low + step]! < end) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, time.length);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < end) low = middle;
    else high = middle;
  }
  return high;
}

function periodStart(time: number, period: CalendarPeriod): number {
  const day = Math.floor(time / DAY);
  if (period === "day") return day * DAY;
  if (period === "week") return (day - ((((day + THURSDAY) % 7) + 7) % 7)) * DAY;
  const date = new Date(time);
  const month = date.getUTCMonth();
  const first = period === "month" ? month : period === "quarter" ? month - (month % 3) : 0;
  return Date.UTC(date.getUTCFullYear(), first);
}

function periodEnd(start: number, period: CalendarPeriod): number {
  if (period === "day") return start + DAY;
  if (period === "week") return start + 7 * DAY;
  const date = new Date(start);
  const months = period === "month" ? 1 : period === "quarter" ? 3 : 12;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
