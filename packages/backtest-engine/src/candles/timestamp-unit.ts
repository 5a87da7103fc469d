// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The unit of the numeric times in a candle file, which the file itself does not tell. */

import type { CandleFaults } from "./candle-faults.ts";
import { EARLIEST_TIMESTAMP } from "./parse-timestamp.ts";

/** Unit of the times of a file: seconds, milliseconds, microseconds or nanoseconds since 1970, or ISO 8601 text. */
export type TimestampUnit = "s" | "ms" | "us" | "ns" | "iso";

/** Parts of a unit in a millisecond; a second is a thousandth part. */
const PARTS = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 } as const;

/** A number before it is one of another unit: no time of the four units from 1980 to 2099 is one of another. */
const EARLIEST_NUMBER = Date.UTC(1980, 0);
const LATEST = Date.UTC(2100, 0);
/** Zones are whole quarters of an hour apart, so midnight is one in each. */
const QUARTER = 900_000;

/** Tells whether numeric times in milliseconds say by themselves that they are milliseconds. */
export function areTellingMilliseconds(time: Float64Array): boolean {
  const [first, last] = [time[0], time.at(-1)];
  return first === undefined || (first >= EARLIEST_NUMBER && last! < LATEST);
}

/**
 * Tells in one pass whether {@link settleTimes} would leave all of the times as they are and call them milliseconds. A
 * time that is not a number is none.
 */
export function areSettledMilliseconds(
  time: Float64Array,
  told?: Exclude<TimestampUnit, "iso">,
): boolean {
  if (told !== undefined && told !== "ms") return false;
  for (let i = 0; i < time.length; i++) {
    const raw = time[i]!;
    if (!(raw >= EARLIEST_NUMBER && raw < LATEST && Number.isInteger(raw))) return false;
  }
  return time.length > 0;
}

/** Marks a time that was read from text as a number below 0: {@link settleTimes} leaves its unit alone. */
export function markedText(milliseconds: number): number {
  return EARLIEST_TIMESTAMP - 1 - milliseconds;
}

/**
 * The fault of a time that a file states as a date or a time, such as ISO 8601 or a timestamp of Parquet; undefined for
 * a plausible one. Dates are plausible from 1800 to 2099, times of day from 1980 on: earlier ones are numbers that
 * somebody took for another unit.
 */
export function statedTimeFault(milliseconds: number): string | undefined {
  if (!Number.isInteger(milliseconds)) return "is not whole milliseconds";
  const isDate = milliseconds >= EARLIEST_TIMESTAMP && milliseconds % QUARTER === 0;
  if (milliseconds < LATEST && (milliseconds >= EARLIEST_NUMBER || isDate)) return undefined;
  const problem = milliseconds < LATEST ? "is no time of candles" : "is after 2099";
  return `(${spelled(milliseconds)}) ${problem}; expected a date from 1800 to 2099, with a time of day from 1980 on`;
}

/** The fault of a number that is `milliseconds` since 1970; undefined for a plausible one. */
export function numericTimeFault(milliseconds: number, unit: string = "ms"): string | undefined {
  if (!Number.isInteger(milliseconds)) return "is not whole milliseconds";
  if (milliseconds >= EARLIEST_NUMBER && milliseconds < LATEST) return undefined;
  const side = milliseconds < LATEST ? "before 1980" : "after 2099";
  return `(${spelled(milliseconds)}) is ${side}; expected ${UNIT_WORDS[unit]} since 1970, from 1980 to 2099 (write older times as dates)`;
}

const UNIT_WORDS: Readonly<Record<string, string>> = {
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
};

/** Tells whether a number may be a time in one of the units. */
export function isRawTime(raw: number): boolean {
  return raw >= 0 && raw < LATEST * PARTS.ns;
}

/** Rules by which {@link settleTimes} reads numbers. */
export interface TimeReading {
  /** Unit of the numbers. Default: detected. */
  readonly told?: Exclude<TimestampUnit, "iso">;
  /** True: a number in no unit, or in another than most, is a fault of its row alone. Default false. */
  readonly isLenient?: boolean;
  /** Minutes that dates written as digits are ahead of UTC. Default 0. */
  readonly utcOffsetMinutes?: number;
}

/**
 * Turns raw numbers into milliseconds UTC in place, and times marked by {@link markedText} back into themselves.
 *
 * The unit is told, or the one in which the newest number lies from 1980 to 2099; numbers that are a date such as
 * 20240102 in no unit at all are that date. Candles in `known` are left out: they have a fault already. Numbers outside
 * of those years and implausible texts are named by their row and join them.
 *
 * @throws EngineError CANDLES_INVALID when the newest number is a time in no unit
 */
export function settleTimes(
  time: Float64Array,
  rowOf: (index: number) => number,
  faults: CandleFaults,
  known: Set<number>,
  { told, isLenient = false, utcOffsetMinutes = 0 }: TimeReading = {},
): TimestampUnit {
  // Most files have no fault, and asking a set costs more than the rest.
  const isKnown = known.size === 0 ? () => false : (i: number) => known.has(i);
  let newest = -1;
  let highest = -1;
  for (let i = 0; i < time.length; i++) {
    const raw = time[i]!;
    if (!(raw > highest) || isKnown(i)) continue;
    newest = i;
    highest = raw;
  }
  const found = newest < 0 ? "iso" : (told ?? (isLenient ? commonUnit(time) : unitOf(highest)));
  const isDate = (raw: number): boolean => !Number.isNaN(writtenTime(raw));
  const isWritten = found === undefined && (isLenient ? time.some(isDate) : isDate(highest));
  if (found === undefined && !isWritten && !isLenient) {
    addFault(faults, rowOf(newest), highest, NO_UNIT);
    faults.throwIfAny(time.length);
  }
  for (let i = 0; i < time.length; i++) {
    const raw = time[i]!;
    const isText = raw < 0 || found === "iso";
    const value = isText
      ? EARLIEST_TIMESTAMP - 1 - raw
      : isWritten
        ? writtenTime(raw) - utcOffsetMinutes * 60_000
        : inMilliseconds(raw, found ?? "ms");
    time[i] = value;
    if (isKnown(i)) continue;
    const problem = isText
      ? statedTimeFault(value)
      : isWritten
        ? writtenFault(value)
        : numericTimeFault(value, found);
    if (problem === undefined) continue;
    known.add(i);
    addFault(faults, rowOf(i), isText ? value : raw, problem);
  }
  return isWritten ? "iso" : (found ?? "ms");
}

const NO_UNIT =
  "is no time from 1980 to 2099 in seconds, milliseconds, microseconds or nanoseconds since 1970";

/** The time that 20240102, 202401020930 or 20240102093000 writes, in milliseconds; NaN for another number. */
function writtenTime(raw: number): number {
  const [, year, month, day, hour = "0", minute = "0", second = "0"] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$/u.exec(String(raw)) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return NaN;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const ofDay = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return isDay ? date.getTime() + ofDay * 1000 : NaN;
}

function writtenFault(value: number): string | undefined {
  return Number.isNaN(value) ? "is no date such as 20240102" : statedTimeFault(value);
}

const UNITS = Object.keys(PARTS) as (keyof typeof PARTS)[];

function unitOf(raw: number): Exclude<TimestampUnit, "iso"> | undefined {
  return UNITS.find((unit) => raw / PARTS[unit] >= EARLIEST_NUMBER && raw / PARTS[unit] < LATEST);
}

/** The unit in which most of the numbers are times; undefined when most are in none. */
function commonUnit(time: Float64Array): Exclude<TimestampUnit, "iso"> | undefined {
  const counts = new Map<ReturnType<typeof unitOf>, number>();
  for (const raw of time) {
    if (!(raw >= 0)) continue;
    const unit = unitOf(raw);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, two]) => two - one)[0]?.[0];
}

/** Seconds keep their fraction; what is finer than a millisecond is cut off. */
function inMilliseconds(raw: number, unit: Exclude<TimestampUnit, "iso">): number {
  if (unit === "s") return Math.round(raw * 1000);
  if (unit === "ms") return raw;
  // Nanoseconds of our time are beyond 2^53: a float64 may be 128 of them off.
  return Math.floor(raw / PARTS[unit] + 0.001);
}

function spelled(milliseconds: number): string {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : "";
}

function addFault(faults: CandleFaults, row: number, raw: number, problem: string): void {
  faults.add({
    row,
    column: "timestamp",
    text: String(raw),
    problem: `timestamp ${raw} ${problem}`,
  });
}
