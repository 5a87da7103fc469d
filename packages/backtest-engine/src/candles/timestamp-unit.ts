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

/**
 * Turns raw numbers into milliseconds UTC in place, and times marked by {@link markedText} back into themselves.
 *
 * The unit is `told`, or the one in which the newest number lies from 1980 to 2099. Candles in `known` are left out:
 * they have a fault already. Numbers outside of those years and implausible texts are named by their row, counted from
 * `firstRow`, and join them.
 *
 * @throws EngineError CANDLES_INVALID when the newest number is a time in no unit
 */
export function settleTimes(
  time: Float64Array,
  firstRow: number,
  faults: CandleFaults,
  known: Set<number>,
  told?: Exclude<TimestampUnit, "iso">,
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
  const unit = newest < 0 ? "iso" : (told ?? unitOf(time[newest]!));
  if (unit === undefined) {
    addFault(faults, firstRow + newest, time[newest]!, NO_UNIT);
    faults.throwIfAny(time.length);
  }
  for (let i = 0; i < time.length; i++) {
    const raw = time[i]!;
    const isText = raw < 0 || unit === "iso";
    const found = isText ? EARLIEST_TIMESTAMP - 1 - raw : inMilliseconds(raw, unit ?? "ms");
    time[i] = found;
    if (isKnown(i)) continue;
    const problem = isText ? statedTimeFault(found) : numericTimeFault(found, unit);
    if (problem === undefined) continue;
    known.add(i);
    addFault(faults, firstRow + i, isText ? found : raw, problem);
  }
  return unit ?? "ms";
}

const NO_UNIT =
  "is no time from 1980 to 2099 in seconds, milliseconds, microseconds or nanoseconds since 1970";

function unitOf(raw: number): Exclude<TimestampUnit, "iso"> | undefined {
  const units = Object.keys(PARTS) as (keyof typeof PARTS)[];
  return units.find((unit) => raw / PARTS[unit] >= EARLIEST_NUMBER && raw / PARTS[unit] < LATEST);
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
