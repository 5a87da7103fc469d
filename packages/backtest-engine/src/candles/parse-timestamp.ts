/** Times of candles: milliseconds UTC, or ISO 8601 text. */

import { anyText } from "@bourse/kernel";

import { requireArguments } from "../require-arguments.ts";

/** The first instant of candles: stock exchanges have daily prices of the nineteenth century. */
export const EARLIEST_TIMESTAMP: number = Date.UTC(1800, 0);
/** The last instant that ISO 8601 spells with four digits of year. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Formats that {@link parseTimestamp} accepts, for messages. */
export const TIMESTAMP_EXPECTED = "a number since 1970 (UTC) or ISO 8601";

/** True when `time` is a whole number of milliseconds from 1800 to 9999: microseconds fall outside. */
export function isTimestamp(time: number): boolean {
  return Number.isInteger(time) && time >= EARLIEST_TIMESTAMP && time <= LATEST;
}

/**
 * Milliseconds UTC of `text`, or NaN when it is no time.
 *
 * Whole milliseconds, or ISO 8601 with a date and, if given, hours and minutes, seconds, a fraction (cut to
 * milliseconds) and a zone; without a zone it is UTC, as files of candles mean it. A day or hour that the calendar
 * does not have is no time.
 */
export function parseTimestamp(text: string): number {
  if (typeof text !== "string") requireArguments("parseTimestamp", { text }, { text: anyText });
  if (/^\d{1,15}$/.test(text)) {
    const time = Number(text);
    return isTimestamp(time) ? time : NaN;
  }
  const match = ISO.exec(text);
  if (match === null) return NaN;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0)) as NumericParts;
  if (hour > 23 || minute > 59 || second > 59) return NaN;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return NaN;
  const fraction = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const time = date.getTime() + fraction - zoneMilliseconds(match[8]);
  return isTimestamp(time) ? time : NaN;
}

type NumericParts = [number, number, number, number, number, number];

function zoneMilliseconds(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  const digits = zone.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  return hours > 23 || minutes > 59 ? NaN : sign * (hours * 60 + minutes) * 60_000;
}
