/**
 * Candle lengths: their accepted spellings, and the arithmetic of their opens.
 *
 * All opens are UTC, and multiples of the interval from a fixed origin. Seconds, minutes, hours and days count from
 * 1970-01-01, weeks from Monday 1970-01-05, months from January 1970: as Bybit and Binance cut them. So 45 minutes and
 * 8 hours begin again at each midnight, 7 hours do not, three months are quarters and twelve a year; seven days
 * begin on a Thursday and are no week. A month has no fixed length, so nothing here multiplies by one: use
 * {@link addIntervals} and {@link intervalsBetween}.
 */

import { EngineError } from "../errors.ts";
import { requireNumbers } from "../require-arguments.ts";

/**
 * A candle length by its canonical name: minutes as a number (`1`, `45`, `480` for 8 hours), seconds that make no whole
 * minute (`10s`), days (`D`, `3D`), weeks (`W`, `2W`) and months (`M`, `3M`). No two names differ in letter case alone.
 * `normaliseInterval` makes one of any accepted spelling.
 */
export type Interval =
  | `${number}`
  | `${number}s`
  | "D"
  | `${number}D`
  | "W"
  | `${number}W`
  | "M"
  | `${number}M`;

/** The usual intervals, those of Bybit, shortest first. */
export const INTERVALS: readonly Interval[] = Object.freeze([
  "1",
  "3",
  "5",
  "15",
  "30",
  "60",
  "120",
  "240",
  "360",
  "720",
  "D",
  "W",
  "M",
]);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Mean month of 400 years. */
const MONTH = 30.436875 * DAY;
/** 1970-01-05, the first Monday after the epoch. */
const FIRST_MONDAY = 4 * DAY;
/** Longest interval: 3653 days, 521 weeks or 120 months. */
const LONGEST = 3653 * DAY;
/** Greatest time of the ECMAScript calendar. */
const LAST_TIME = 8.64e15;

/** An interval as numbers. */
interface Steps {
  /** Canonical name. */
  readonly interval: Interval;
  /** Milliseconds; of months their mean. */
  readonly length: number;
  /** Open from which all others are multiples of the length away; not for months. */
  readonly origin: number;
  /** Number of months; 0 for an interval of fixed length. */
  readonly months: number;
}

/**
 * Returns the canonical name of an interval in any accepted spelling: a whole number of minutes, or one with the unit
 * `s`, `m`, `h`, `d`, `w` or `M`; `D`, `W` and `M` alone, and with a number. Case tells `1m` (a minute) from `1M` (a
 * month), so no other spelling is guessed. An interval has at most ten years: 3653 days, 521 weeks or 120 months.
 *
 * @throws EngineError INTERVAL_INVALID, telling what is accepted.
 */
export function normaliseInterval(word: string): Interval {
  return stepsOf(word as Interval).interval;
}

/**
 * Reads an interval in any spelling that {@link normaliseInterval} takes; undefined for any other text.
 *
 * @throws EngineError INTERVAL_INVALID for what is no text
 */
export function parseInterval(word: string): Interval | undefined {
  const steps = parse(word);
  if (steps === undefined && typeof word !== "string") throw notAnInterval(word);
  return steps?.interval;
}

/**
 * Checks that an interval is in its canonical spelling, as requests to providers have it.
 *
 * @throws EngineError INTERVAL_INVALID, naming the canonical spelling where there is one
 */
export function checkCanonicalInterval(interval: Interval): void {
  const meant = normaliseInterval(interval);
  if (meant === interval) return;
  throw new EngineError(
    "INTERVAL_INVALID",
    `The interval of a request must be in its canonical spelling; found ${foundWord(interval)}. Write "${meant}", as normaliseInterval returns it.`,
    { details: { accepted: [meant] } },
  );
}

/** A value in the place of a word, for messages: text of at most 32 characters, a number, or the type of all else. */
export function foundWord(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 32));
  return typeof value === "number" ? String(value) : `a ${typeof value}`;
}

/** Spells an interval as Binance does, in the longest unit: `10s`, `1m` … `90m`, `8h`, `1d`, `2w`, `3M`. */
export function intervalLabel(interval: Interval): string {
  const { length, months, origin } = stepsOf(interval);
  if (months > 0) return `${months}M`;
  if (origin === FIRST_MONDAY) return `${length / WEEK}w`;
  if (length % DAY === 0) return `${length / DAY}d`;
  if (length % HOUR === 0) return `${length / HOUR}h`;
  return length % MINUTE === 0 ? `${length / MINUTE}m` : `${length / SECOND}s`;
}

/**
 * Returns the length of an interval in milliseconds; for months the mean over 400 years (30.436875 days each), for
 * estimates only.
 */
export function intervalMilliseconds(interval: Interval): number {
  return stepsOf(interval).length;
}

/** Bounds in milliseconds of the length of one candle: a month has 28 to 31 days, every other interval one length. */
export function intervalBounds(interval: Interval): readonly [shortest: number, longest: number] {
  const { length, months } = stepsOf(interval);
  return months === 0 ? [length, length] : [28 * months * DAY, 31 * months * DAY];
}

/**
 * Names the interval of a step in milliseconds between candles: whole weeks are weeks, else it is seconds, minutes or
 * days; undefined for one that no interval has, such as half a second.
 */
export function intervalOfStep(step: number): Interval | undefined {
  return step % WEEK === 0 ? parseInterval(`${step / WEEK}w`) : parseInterval(`${step / SECOND}s`);
}

/** Tells whether candles of `part` make candles of `whole`: each open of `whole` is one of `part`. */
export function dividesInterval(part: Interval, whole: Interval): boolean {
  const [inner, outer] = [stepsOf(part), stepsOf(whole)];
  if (inner.months > 0) return outer.months > 0 && outer.months % inner.months === 0;
  // A month may begin at any midnight.
  if (outer.months > 0) return DAY % inner.length === 0;
  const isAligned = (outer.origin - inner.origin) % inner.length === 0;
  return isAligned && outer.length % inner.length === 0;
}

/** Returns the open of the candle that contains `time`, both milliseconds UTC. */
export function intervalOpen(interval: Interval, time: number): number {
  if (typeof time !== "number") requireNumbers({ time });
  const { length, months, origin } = stepsOf(interval);
  if (months > 0) return monthOpen(Math.floor(monthOf(time) / months) * months);
  return Math.floor((time - origin) / length) * length + origin;
}

/** Returns the first open at or after `time`, both milliseconds UTC. */
export function intervalOpenFrom(interval: Interval, time: number): number {
  const open = intervalOpen(interval, time);
  return open === time ? open : addIntervals(interval, open, 1);
}

/** Returns the open that lies `count` candles after the aligned `open`, or before it for a negative count. */
export function addIntervals(interval: Interval, open: number, count: number): number {
  if (typeof open !== "number" || typeof count !== "number") requireNumbers({ open, count });
  const { length, months } = stepsOf(interval);
  return months === 0 ? open + count * length : monthOpen(monthOf(open) + count * months);
}

/** Counts the candles that open in `[from, to)`, both aligned opens; negative when `to` is the earlier one. */
export function intervalsBetween(interval: Interval, from: number, to: number): number {
  if (typeof from !== "number" || typeof to !== "number") requireNumbers({ from, to });
  const { length, months } = stepsOf(interval);
  if (months === 0) return Math.round((to - from) / length);
  return Math.round((monthOf(to) - monthOf(from)) / months);
}

/**
 * Tells whether the candle that opened at `open` is closed at `now`, both milliseconds UTC. Only then may it be stored
 * or traded on.
 */
export function isClosed(interval: Interval, open: number, now: number): boolean {
  if (typeof now !== "number") requireNumbers({ now });
  return addIntervals(interval, open, 1) <= now;
}

/** Months since January 1970 of the one that contains `time`. */
function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Open of a month by its number since January 1970, within the calendar. */
function monthOpen(month: number): number {
  const open = Date.UTC(1970, month);
  return Number.isNaN(open) ? Math.sign(month) * LAST_TIME : open;
}

const WORD = /^(?:([1-9][0-9]{0,8})([smhdwDWM]?)|([DWM]))$/u;
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  "": MINUTE,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  D: DAY,
  w: WEEK,
  W: WEEK,
  M: MONTH,
};
/** Intervals by the words that were read: loops over candles ask for one again and again. */
const known = new Map<unknown, Steps>();
const MAX_KNOWN = 1_000;

function stepsOf(interval: Interval): Steps {
  const steps = parse(interval);
  if (steps === undefined) throw notAnInterval(interval);
  return steps;
}

function parse(word: unknown): Steps | undefined {
  const before = known.get(word);
  if (before !== undefined) return before;
  const steps = read(word);
  if (steps === undefined) return undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, steps);
  return steps;
}

function read(word: unknown): Steps | undefined {
  const found = typeof word === "string" ? WORD.exec(word) : null;
  if (found === null) return undefined;
  const [, digits = "1", unit = found[3]!] = found; // without digits the unit stands alone
  const count = Number(digits);
  const length = count * UNITS[unit]!;
  if (length > LONGEST) return undefined;
  const isWeeks = unit === "w" || unit === "W";
  return {
    interval: isWeeks ? numbered(count, "W") : unit === "M" ? numbered(count, "M") : named(length),
    length,
    origin: isWeeks ? FIRST_MONDAY : 0,
    months: unit === "M" ? count : 0,
  };
}

function named(length: number): Interval {
  if (length % MINUTE !== 0) return `${length / SECOND}s`;
  return length % DAY === 0 ? numbered(length / DAY, "D") : `${length / MINUTE}`;
}

function numbered(count: number, unit: "D" | "W" | "M"): Interval {
  return count === 1 ? unit : `${count}${unit}`;
}

function notAnInterval(word: unknown): EngineError {
  return new EngineError(
    "INTERVAL_INVALID",
    `The interval must be a whole number of s, m, h, d, w or M, such as 10s, 45m, 8h, 3d, 2w or 3M, a number of minutes, or D, W or M, and at most ten years; found ${foundWord(word)}.`,
    { details: { accepted: INTERVALS } },
  );
}
