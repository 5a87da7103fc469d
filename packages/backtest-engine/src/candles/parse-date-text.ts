/** Times as people and trading programs write them, beyond ISO 8601. */

import type { CandleFaults } from "./candle-faults.ts";
import type { DateOrder } from "./candle-format.ts";
import { EARLIEST_TIMESTAMP, parseTimestamp } from "./parse-timestamp.ts";
import { fullYear, plainDate, plainZone } from "./plain-date.ts";
import { markedText } from "./timestamp-unit.ts";

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$|^(\d{4})(\d{2})(\d{2})$/u;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})$/u;
const TIME_OF_DAY =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?([AP])M)?(Z|[+-]\d{2}:?\d{2})?$|^(\d{2})(\d{2})(\d{2})$/iu;
const ZONE = /(?:Z|:\d{2}(?:\.\d+)?[+-]\d{2}:?\d{2})$/iu;

/** Tells whether `text` begins with a date; a number of eight digits alone does not. */
export function isDateText(text: string): boolean {
  const [date = ""] = text.trim().split(/[T ]/u);
  return (YEAR_FIRST.test(date) || YEAR_LAST.test(date)) && !/^\d+$/u.test(text.trim());
}

/** Tells whether `text` is a time of day, such as 13:30 or 133000. */
export function isTimeOfDay(text: string): boolean {
  return TIME_OF_DAY.test(text.trim());
}

/** Tells whether a time states its zone. */
export function hasZone(text: string): boolean {
  return ZONE.test(plainZone(text.trim()));
}

/**
 * Minutes that a time is ahead of UTC: as it states, else `told`.
 */
export function offsetMinutesOf(text: string, told: number): number {
  const trimmed = plainZone(text.trim());
  if (!ZONE.test(trimmed)) return told;
  const [zone = ""] = /(?:Z|[+-]\d{2}:?\d{2})$/iu.exec(trimmed) ?? [];
  return zoneMilliseconds(zone) / MINUTE;
}

/**
 * A time as a number that `settleTimes` understands: milliseconds marked as text; a date whose day and month are in
 * unknown order packed, for {@link settleDates}; NaN for no time. Times without a zone are `offsetMinutes` ahead of
 * UTC.
 */
export function parseDateText(text: string, offsetMinutes: number): number {
  const zoned = plainZone(text);
  const found = parsePlainDate(zoned, offsetMinutes);
  if (found === found) return found; // no NaN
  const plain = plainDate(zoned);
  return plain === zoned ? found : parsePlainDate(plain, offsetMinutes);
}

/** A time in digits alone. */
function parsePlainDate(text: string, offsetMinutes: number): number {
  const shift = offsetMinutes === 0 || ZONE.test(text) ? 0 : offsetMinutes * MINUTE;
  const iso = /^\d+$/u.test(text) ? NaN : parseTimestamp(text);
  if (!Number.isNaN(iso)) return markedText(iso - shift);
  const [, date = "", rest = ""] = /^(\S+?)(?:[T; ] *(.+))?$/u.exec(text) ?? [];
  const time = rest === "" ? 0 : dayMilliseconds(rest);
  const first = YEAR_FIRST.exec(date);
  if (first !== null) {
    const [year, month, day] = [first[1] ?? first[5], first[3] ?? first[6], first[4] ?? first[7]];
    return markedText(utcDate(Number(year), Number(month), Number(day)) + time - shift);
  }
  const last = YEAR_LAST.exec(date);
  if (last === null || Number.isNaN(time)) return NaN;
  const [, one, , two, year = ""] = last;
  const wide = year.length === 2 ? SHORT_YEAR + Number(year) : Number(year);
  return packed(Number(one), Number(two), wide, time - shift);
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Milliseconds of a time of day, less its zone; NaN for none. */
function dayMilliseconds(text: string): number {
  const match = TIME_OF_DAY.exec(text.trim());
  if (match === null) return NaN;
  const [, h, m, s, fraction = "", half, zone = "", hh, mm, ss] = match;
  const hour = Number(h ?? hh);
  if (half !== undefined && (hour < 1 || hour > 12)) return NaN;
  const hours = half === undefined ? hour : (hour % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  const [minutes, seconds] = [Number(m ?? mm), Number(s ?? ss ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return NaN;
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds - zoneMilliseconds(zone);
}

function zoneMilliseconds(zone: string): number {
  if (zone === "" || zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -1 : 1) * minutes * MINUTE;
}

/** Midnight of a day of the calendar, milliseconds UTC; NaN for a day that it does not have. */
function utcDate(year: number, month: number, day: number): number {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return time >= EARLIEST_TIMESTAMP && isDay ? time : NaN;
}

/** Packed dates are below every marked time: 5 bits for each small number, 14 for the year, 28 for the time. */
const PACKED = 2 ** 52;
const TIME_BITS = 2 ** 28;
const FIRST_YEAR = 1800;
/** Years of two digits are packed from here on: nobody has candles of that time. */
const SHORT_YEAR = 9892;

function packed(first: number, second: number, year: number, time: number): number {
  if (first > 31 || second > 31 || year < FIRST_YEAR) return NaN;
  return -(
    PACKED +
    ((first * 32 + second) * 8192 + (year - FIRST_YEAR)) * TIME_BITS +
    (time + DAY)
  );
}

function unpack(code: number): readonly [number, number, number, number] {
  const value = -code - PACKED;
  const high = Math.floor(value / TIME_BITS);
  const parts = Math.floor(high / 8192);
  return [
    Math.floor(parts / 32),
    parts % 32,
    (high % 8192) + FIRST_YEAR,
    (value % TIME_BITS) - DAY,
  ];
}

/** Dates in an order that the file does not tell. */
export interface UndecidedDates {
  /** Index of a candle with such a date. */
  readonly index: number;
  /** Date as it stands, such as 03/04/2020. */
  readonly text: string;
}

/**
 * Turns packed dates into marked times in place, in the order that was told, or in the only one that all of them allow.
 * A day that the calendar does not have becomes NaN. Returns that order, null without packed dates, or a date of those
 * that leave it open.
 */
export function settleDates(
  time: Float64Array,
  told: DateOrder | undefined,
): DateOrder | null | UndecidedDates {
  const order = told ?? orderOf(time);
  const index = time.findIndex((one) => one <= -PACKED);
  if (index < 0) return null;
  const [one, two, year] = unpack(time[index]!);
  if (order === undefined || (order === "ymd" && year < SHORT_YEAR)) {
    const isShort = year >= SHORT_YEAR;
    return { index, text: `${pad(one)}/${pad(two)}/${isShort ? pad(year - SHORT_YEAR) : year}` };
  }
  for (let i = index; i < time.length; i++) {
    if (time[i]! <= -PACKED) time[i] = markedText(dateIn(order, unpack(time[i]!)));
  }
  return order;
}

/** Names the dates that the file leaves open. @throws EngineError CANDLES_INVALID */
export function refuseUndecided(
  { text }: UndecidedDates,
  row: number,
  faults: CandleFaults,
  candleCount: number,
): void {
  const isShort = !/\d{4}$/u.test(text);
  const orders = isShort ? "day, month or year first" : "day first or month first";
  const problem = `the date ${text} may mean ${orders}, and no date of the file tells which; set option "dateOrder" to dmy${isShort ? ", mdy or ymd" : " or mdy"}`;
  faults.add({ row, column: "timestamp", text, problem });
  faults.throwIfAny(candleCount);
}

function dateIn(
  order: DateOrder,
  [one, two, year, ofDay]: readonly [number, number, number, number],
): number {
  const short = year - SHORT_YEAR;
  if (order === "ymd") return utcDate(Number(fullYear(pad(one))), two, short) + ofDay;
  const full = short >= 0 ? Number(fullYear(pad(short))) : year;
  return (order === "dmy" ? utcDate(full, two, one) : utcDate(full, one, two)) + ofDay;
}

/** The order that most of the packed dates with a number above 12 allow; undefined when none tells. */
function orderOf(time: Float64Array): "dmy" | "mdy" | undefined {
  let dayFirst = 0;
  let monthFirst = 0;
  let mayBeYearFirst = true;
  for (let i = 0; i < time.length; i++) {
    if (!(time[i]! <= -PACKED)) continue;
    const [one, two, year] = unpack(time[i]!);
    if (one > 12) dayFirst++;
    if (two > 12) monthFirst++;
    if (year < SHORT_YEAR || year > SHORT_YEAR + 31) mayBeYearFirst = false;
  }
  if (dayFirst === 0 && monthFirst === 0) return undefined;
  if (dayFirst < monthFirst) return "mdy";
  return mayBeYearFirst ? undefined : "dmy";
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
