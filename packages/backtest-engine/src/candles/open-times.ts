// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Times at which a market has candles: by its calendar, or as its candles show them. */

import type { MarketCalendar } from "@bourse/indicators/calendar";

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Share of the candles that an uninterrupted series would have, from which on the market never closes. */
const UNINTERRUPTED = 0.9;
/** Share of the dates that have a candle at a time of day, from which on the market is open at it. */
const USUAL = 0.8;
/** Dates from which on their share tells something. */
const TELLING_DATES = 3;

/** Times at which candles of one length are expected. */
export interface OpenTimes {
  /** Origin: the name of a calendar, `found` in the candles, or `always`. */
  readonly calendar: string;
  /** Tells whether a candle is expected that opens at a time in milliseconds UTC. */
  isOpen(time: number): boolean;
  /** Number of candles that are expected between two, which are `count` candles apart. */
  missingBetween(after: number, before: number, count: number): number;
}

/**
 * Times at which candles are expected that are `step` milliseconds long; without a calendar as `time` shows them, which
 * is ascending.
 *
 * Of daily candles a weekday is closed if it has passed twice or more with less than half as many dates as the weekday
 * with most. Of shorter ones a time of day is closed if less than 80 % of the dates of its weekday have it, in weeks
 * that have candles, and of all dates where the weekday has fewer than three; so is a weekday as above. Always open is
 * a series with at least 90 % of the candles of an uninterrupted one, one of fewer than three dates or without usual
 * times, and one of candles that are longer than a day or do not divide it.
 */
export function openTimes(time: Float64Array, step: number, calendar?: MarketCalendar): OpenTimes {
  if (calendar !== undefined && step === DAY) return byDates(calendar);
  if (calendar !== undefined && step < DAY) return byStretches(calendar, step);
  const span = time.length === 0 ? 0 : time.at(-1)! - time[0]!;
  const isWhole = time.length >= UNINTERRUPTED * (span / step + 1);
  if (step === DAY) return daily("found", openWeekdays(time));
  if (step > DAY || DAY % step !== 0 || isWhole) return ALWAYS;
  return byHours(time, step);
}

const ALWAYS: OpenTimes = {
  calendar: "always",
  isOpen: () => true,
  missingBetween: (_after, _before, count) => Math.max(0, count - 1),
};

/** Daily candles of the dates that are open. */
function daily(calendar: string, isOpen: (time: number) => boolean): OpenTimes {
  return {
    calendar,
    isOpen,
    missingBetween: (after, _before, count) => {
      let missing = 0;
      for (let n = 1; n < count; n++) if (isOpen(after + n * DAY)) missing++;
      return missing;
    },
  };
}

function byDates(calendar: MarketCalendar): OpenTimes {
  return daily(calendar.name, (time) => calendar.hasSession(time));
}

/** Candles that share time with an open stretch of the calendar. */
function byStretches(calendar: MarketCalendar, step: number): OpenTimes {
  return {
    calendar: calendar.name,
    isOpen: (time) => {
      for (const _ of calendar.stretches(time, time + step)) return true;
      return false;
    },
    missingBetween: (after, before) => {
      let missing = 0;
      let next = 1; // number of the first candle that was not looked at
      for (const [start, end] of calendar.stretches(after + step, before)) {
        const first = Math.max(next, Math.floor((start - after) / step));
        const last = Math.ceil((Math.min(end, before) - after) / step);
        missing += Math.max(0, last - first);
        next = Math.max(next, last);
      }
      return missing;
    },
  };
}

/** Candles at the usual times of day of the weekdays on which the market opens. */
function byHours(time: Float64Array, step: number): OpenTimes {
  const slots = DAY / step;
  const own = new Uint32Array(7 * slots);
  const all = new Uint32Array(slots);
  const dates: number[] = [];
  for (let i = 0; i < time.length; i++) {
    const day = Math.floor(time[i]! / DAY);
    const slot = Math.floor((time[i]! - day * DAY) / step);
    if (dates.at(-1) !== day) dates.push(day);
    own[weekdayOf(time[i]!) * slots + slot]! += 1;
    all[slot]! += 1;
  }
  if (dates.length < TELLING_DATES) return ALWAYS;
  const passed = passedWeekdays(dates);
  const isWeekday = openWeekdays(Float64Array.from(dates, (day) => day * DAY));
  const isUsual = (weekday: number, slot: number): boolean => {
    const isTelling = passed[weekday]! >= TELLING_DATES;
    const found = isTelling ? own[weekday * slots + slot]! : all[slot]!;
    return found >= USUAL * (isTelling ? passed[weekday]! : dates.length);
  };
  const open = Uint8Array.from(own, (_, k) => {
    const weekday = Math.floor(k / slots);
    return Number(isWeekday(weekday * DAY) && isUsual(weekday, k % slots));
  });
  const usual = own.reduce((sum, count, k) => sum + count * open[k]!, 0);
  if (2 * usual < time.length) return ALWAYS;
  const isOpen = (moment: number): boolean => {
    const ofDay = moment - Math.floor(moment / DAY) * DAY;
    return open[weekdayOf(moment) * slots + Math.floor(ofDay / step)] === 1;
  };
  const perDay = Array.from({ length: 7 }, (_, weekday) =>
    open.subarray(weekday * slots, (weekday + 1) * slots).reduce((sum, one) => sum + one, 0),
  );
  return {
    calendar: "found",
    isOpen,
    missingBetween: (after, before) => {
      let missing = 0;
      let moment = after + step;
      while (moment < before) {
        const midnight = Math.floor(moment / DAY) * DAY;
        // Whole days at once: a gap may be of years.
        if (moment < midnight + step && midnight + DAY <= before) {
          missing += perDay[weekdayOf(midnight)]!;
          moment += DAY;
          continue;
        }
        if (isOpen(moment)) missing++;
        moment += step;
      }
      return missing;
    },
  };
}

/** Number of dates of each weekday, from Thursday on, in the weeks of which there are candles. */
function passedWeekdays(dates: readonly number[]): Uint32Array {
  const passed = new Uint32Array(7);
  const [first, last] = [dates[0]!, dates.at(-1)!];
  for (const week of new Set(dates.map((day) => Math.floor((day + 3) / 7)))) {
    for (let day = 7 * week - 3; day < 7 * week + 4; day++) {
      if (day >= first && day <= last) passed[weekdayOf(day * DAY)]! += 1;
    }
  }
  return passed;
}

/** Tells of a time whether the market opens on its weekday (UTC). `time` has dates, ascending, in milliseconds. */
function openWeekdays(time: Float64Array): (moment: number) => boolean {
  const counts = new Float64Array(7);
  for (let i = 0; i < time.length; i++) counts[weekdayOf(time[i]!)]! += 1;
  const most = Math.max(...counts);
  const first = time[0] ?? 0;
  const span = (time.at(-1) ?? 0) - first;
  const isOpen = Array.from(counts, (count, weekday) => {
    const wait = (((weekday - weekdayOf(first)) % 7) + 7) % 7;
    const passed = span < wait * DAY ? 0 : 1 + Math.floor((span - wait * DAY) / WEEK);
    return passed < 2 || 2 * count >= most;
  });
  return (moment) => isOpen[weekdayOf(moment)]!;
}

/** 0 on a Thursday, the weekday of 1970-01-01. */
function weekdayOf(time: number): number {
  return ((Math.floor(time / DAY) % 7) + 7) % 7;
}
