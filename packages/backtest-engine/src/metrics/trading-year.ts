// Indices stay within the column and the week, so `!` only satisfies the type checker.

/** Trading days and candles of a year, as the candles themselves show them. */

import { numberOption, optional, type OptionRules } from "@bourse/kernel";

import { datedTimes } from "../candles/dated-times.ts";
import { firstIndexFrom } from "../candles/join-candles.ts";
import { timeZoneRule } from "../candles/place-options.ts";
import { requireColumns } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { usualStep } from "./usual-step.ts";

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Share of the candles that an uninterrupted series would have, from which on gaps are missing data. */
const UNINTERRUPTED = 0.9;
/** Span from which on each weekday has passed often enough to tell whether the market opens on it. */
const TELLING_SPAN = 28 * DAY;

/** Numbers of a year that annual figures are computed with. */
export interface TradingYear {
  /** Trading days in a year. Above 0, at most 366. */
  readonly tradingDays: number;
  /** Candles in a year: those of a trading day × trading days. Above 0. */
  readonly barsPerYear: number;
}

/** Numbers of a {@link TradingYear} that are known beforehand; the rest is counted. */
export interface TradingYearOptions {
  /** Length of a candle in milliseconds. Above 0. Default: the median distance between candles. */
  readonly intervalMilliseconds?: number;
  /** Trading days in a year. Above 0, at most 366. Default: counted. */
  readonly daysPerYear?: number | undefined;
  /** Candles in a year. Above 0, at most 31,622,400. Default: counted candles of a trading day × trading days. */
  readonly barsPerYear?: number | undefined;
  /** Time zone of the dates of candles shorter than a day: IANA, or an offset such as `+05:30`. Default UTC. */
  readonly timeZone?: string | undefined;
}

/**
 * Counts the trading days and candles of a year. `time` has opening times in milliseconds UTC, ascending.
 *
 * A series with at least 90 % of the candles of an uninterrupted one is a market that never closes: 365 days of 24
 * hours. Otherwise the candles of each weekday are counted (the median of its dates), and a weekday belongs to the
 * market if it has at least half as many dates as the one with most. The fullest weekday gives the candles of a trading
 * day; the candles of the week divided by it give the trading days of a week: five are 252 a year, seven 365, and
 * others their share of 365. So missing dates, early closes, and sessions that cross midnight do not matter.
 *
 * Below four weeks one weekday that passed without candles tells of 252 days, whichever it is, or, where none has
 * passed, closed hours. Candles longer than a day are counted by their length. O(days × log n).
 *
 * @throws EngineError OPTIONS_INVALID for an option out of bounds
 */
export function tradingYear(time: Float64Array, options: TradingYearOptions = {}): TradingYear {
  const given = resolveEngineOptions("tradingYear", options, yearRules);
  requireColumns({ time });
  const { intervalMilliseconds: step = usualStep(time) } = given;
  const session = sessionOf(datedTimes(time, given.timeZone), step);
  const tradingDays = given.daysPerYear ?? session.tradingDays;
  // A week or a month lasts as long on every market.
  const days = step >= WEEK ? 365 : tradingDays;
  const counted = session.bars === undefined ? (days * DAY) / step : session.bars * days;
  return { tradingDays, barsPerYear: given.barsPerYear ?? counted };
}

/**
 * Candles in a year as {@link tradingYear} counts them; those that `options` name are not counted again.
 *
 * @throws EngineError OPTIONS_INVALID for an option out of bounds
 */
export function barsOfYear(time: Float64Array, options: TradingYearOptions): number {
  const { barsPerYear } = resolveEngineOptions("tradingYear", options, yearRules);
  return barsPerYear ?? tradingYear(time, options).barsPerYear;
}

type Resolved = {
  readonly [Key in keyof Required<TradingYearOptions>]: TradingYearOptions[Key] | undefined;
};

/** Rules of the numbers of a year. */
export const yearRules: OptionRules<Resolved> = {
  intervalMilliseconds: optional(numberOption({ above: 0 })),
  daysPerYear: optional(numberOption({ above: 0, max: 366 })),
  barsPerYear: optional(numberOption({ above: 0, max: (366 * DAY) / 1000 })),
  timeZone: timeZoneRule,
};

/** Trading days in a year, and the candles of one; these are undefined where a candle follows the other all day. */
interface Session {
  readonly tradingDays: number;
  readonly bars?: number;
}

function sessionOf(time: Float64Array, step: number): Session {
  if (step >= WEEK || isUninterrupted(time, step)) return { tradingDays: 365 };
  const isTelling = time.at(-1)! - time[0]! >= TELLING_SPAN;
  if (step > DAY && !isTelling) return { tradingDays: 365 };
  const weekdays = barsByWeekday(time);
  const medians = weekdays.map(median);
  const bars = Math.max(...medians);
  const most = Math.max(...weekdays.map((dates) => dates.length));
  const ofWeek = medians.map((own, weekday) => (2 * weekdays[weekday]!.length >= most ? own : 0));
  if (step > DAY) return { tradingDays: daysOfWeeks(ofWeek.filter((own) => own > 0).length) };
  if (isTelling) return { tradingDays: daysOfWeeks(sum(ofWeek) / bars), bars };
  const isClosedAtNight = bars + 1 <= DAY / step;
  const isOpen = ofWeek.map((own) => 2 * own > bars);
  return { tradingDays: daysOfFewDates(time, isOpen, isClosedAtNight ? 252 : 365), bars };
}

function isUninterrupted(time: Float64Array, step: number): boolean {
  if (time.length < 2) return true;
  return time.length >= UNINTERRUPTED * ((time.at(-1)! - time[0]!) / step + 1);
}

/** Number of candles on each date, by weekday from Sunday on. */
function barsByWeekday(time: Float64Array): readonly (readonly number[])[] {
  const weekdays: number[][] = Array.from({ length: 7 }, () => []);
  for (let from = 0; from < time.length;) {
    const day = Math.floor(time[from]! / DAY);
    const to = firstIndexFrom(time, (day + 1) * DAY);
    weekdays[weekdayOf(day)]!.push(to - from);
    from = to;
  }
  return weekdays;
}

/** 0 on a Sunday; day 0 is 1970-01-01, a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function daysOfWeeks(daysPerWeek: number): number {
  if (daysPerWeek > 6.5) return 365;
  return daysPerWeek >= 4.5 && daysPerWeek <= 5.5 ? 252 : Math.round((daysPerWeek * 365) / 7);
}

/**
 * Trading days of a year where few dates have passed, one of which may have been a holiday: 252 once a whole weekday
 * has passed on which the market did not open, 365 where it opened on all seven; `unknown` where neither is known.
 */
function daysOfFewDates(
  time: Float64Array,
  isOpen: readonly boolean[],
  unknown: 252 | 365,
): number {
  const first = Math.floor(time[0]! / DAY);
  const between = Math.floor(time.at(-1)! / DAY) - first - 1;
  const passed = Array.from({ length: Math.max(0, Math.min(7, between)) }, (_, k) =>
    weekdayOf(first + 1 + k),
  );
  const open = isOpen.filter(Boolean).length;
  if (open >= 6 && between >= 5) return daysOfWeeks(open);
  return passed.some((weekday) => !isOpen[weekday]) ? 252 : unknown;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
