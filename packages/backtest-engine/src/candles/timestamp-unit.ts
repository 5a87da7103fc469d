// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The unit of the numeric times in a candle file, which the file itself does not tell. */

import type { CandleFaults } from "./candle-faults.ts";

/** Unit of the times of a file: seconds, milliseconds, microseconds or nanoseconds since 1970, or ISO 8601 text. */
export type TimestampUnit = "s" | "ms" | "us" | "ns" | "iso";

/** Parts of a unit in a millisecond; a second is a thousandth part. */
const PARTS = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 } as const;

/** No candle file ends before it, so the newest time tells the unit: the ranges of the four do not overlap. */
const EARLIEST_END = Date.UTC(1980, 0);
/** A numeric time before it is one of a smaller unit, or none. */
const EARLIEST_START = Date.UTC(1971, 0);
const LATEST = Date.UTC(2100, 0);

/** Tells whether numeric times in milliseconds say by themselves that they are milliseconds. */
export function areTellingMilliseconds(time: Float64Array): boolean {
  const [first, last] = [time[0], time.at(-1)];
  return first === undefined || (first >= EARLIEST_START && last! >= EARLIEST_END);
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
  let highest = -1;
  for (let i = 0; i < time.length; i++) {
    const raw = time[i]!;
    if (!(raw >= EARLIEST_START && raw < LATEST && Number.isInteger(raw))) return false;
    if (raw > highest) highest = raw;
  }
  return highest >= (told === undefined ? EARLIEST_END : 0);
}

/** Marks a time that was read from text: {@link settleTimes} leaves its unit alone. */
export function markedText(milliseconds: number): number {
  return -1 - milliseconds;
}

/** Tells whether a number may be a time in one of the units. */
export function isRawTime(raw: number): boolean {
  return raw >= 0 && raw < LATEST * PARTS.ns;
}

/**
 * Turns raw numbers into milliseconds UTC in place, and times marked by {@link markedText} back into themselves.
 *
 * The unit is `told`, or the one in which the newest number lies from 1980 to 2099. Candles in `known` are left out:
 * they have a fault already. Those whose time is out of proportion are named by their row, counted from `firstRow`, and
 * join them.
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
    if (unit === "ms" && raw >= EARLIEST_START && raw < LATEST && Number.isInteger(raw)) continue;
    const found = raw < 0 || unit === "iso" ? -1 - raw : inMilliseconds(raw, unit ?? "ms");
    time[i] = found;
    if (isKnown(i)) continue;
    const problem = problemOf(found, raw >= 0 && told === undefined);
    if (problem === undefined) continue;
    known.add(i);
    addFault(faults, firstRow + i, raw < 0 ? found : raw, problem);
  }
  return unit ?? "ms";
}

const NO_UNIT =
  "is no time from 1980 to 2099 in seconds, milliseconds, microseconds or nanoseconds since 1970";

function unitOf(raw: number): Exclude<TimestampUnit, "iso"> | undefined {
  const units = Object.keys(PARTS) as (keyof typeof PARTS)[];
  return units.find((unit) => raw / PARTS[unit] >= EARLIEST_END && raw / PARTS[unit] < LATEST);
}

/** Seconds keep their fraction; what is finer than a millisecond is cut off. */
function inMilliseconds(raw: number, unit: Exclude<TimestampUnit, "iso">): number {
  if (unit === "s") return Math.round(raw * 1000);
  if (unit === "ms") return raw;
  // Nanoseconds of our time are beyond 2^53: a float64 may be 128 of them off.
  return Math.floor(raw / PARTS[unit] + 0.001);
}

function problemOf(milliseconds: number, isNumeric: boolean): string | undefined {
  if (!Number.isInteger(milliseconds)) return "is not whole milliseconds";
  if (milliseconds >= LATEST) return `(${spelled(milliseconds)}) is after 2099`;
  return isNumeric && milliseconds < EARLIEST_START
    ? `(${spelled(milliseconds)}) is in ${monthOf(milliseconds)}; its unit is not that of the other times`
    : undefined;
}

function spelled(milliseconds: number): string {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : "";
}

function monthOf(milliseconds: number): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en", options).format(milliseconds);
}

function addFault(faults: CandleFaults, row: number, raw: number, problem: string): void {
  faults.add({
    row,
    column: "timestamp",
    text: String(raw),
    problem: `timestamp ${raw} ${problem}`,
  });
}
