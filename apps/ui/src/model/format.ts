/** Formats times, durations, sizes and names for the page. */

import { count, fixed } from "./numeral.ts";
import { serverNow } from "./server-clock.ts";

/** `0x1234…abcd`: the ends, which is what people compare. */
export function short(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}

export function bytes(size: number): string {
  if (!Number.isFinite(size)) return "–";
  const units = ["B", "kB", "MB", "GB", "TB"];
  // What would be rounded to 1000 of a unit is 1 of the next.
  const at = units.findIndex((_, power) => size < 999.5 * 1000 ** power);
  const power = at < 0 ? units.length - 1 : at;
  const value = size / 1000 ** power;
  return `${fixed(value, power === 0 || value >= 99.95 ? 0 : 1)} ${units[power]}`;
}

/** A duration in its two largest units: `59 s`, `2 min 39 s`, `3 d 4 h`; without the second one where it is 0. */
export function duration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return "–";
  const whole = Math.max(0, Math.floor(seconds));
  const at = LENGTHS.findIndex(([length]) => whole >= length);
  const [length, unit] = LENGTHS[at] ?? [1, "s"];
  const text = `${count(Math.floor(whole / length))} ${unit}`;
  const [lesser = 1, lesserUnit = ""] = LENGTHS[at + 1] ?? [];
  const rest = Math.floor((whole % length) / lesser);
  return rest === 0 ? text : `${text} ${rest} ${lesserUnit}`;
}

/** Milliseconds that something took: `420 ms`, `13.98 s`, `2 min 39 s`. */
export function elapsed(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return "–";
  if (milliseconds < 999.5) return `${count(milliseconds)} ms`;
  return milliseconds < 59_995
    ? `${fixed(milliseconds / 1000, 2)} s`
    : duration(Math.round(milliseconds / 1000));
}

/**
 * A time in the reader's zone with the zone's name, and in UTC beside it where that is another:
 * `30 Nov 2026, 08:50:47 CET (07:50 UTC)`. From Unix seconds or ISO 8601; "never" for null.
 */
export function moment(time: number | string | null): string {
  if (time === null) return "never";
  const date = dateOf(time);
  if (Number.isNaN(date.getTime())) return typeof time === "string" ? time : "–";
  const here = `${LOCAL.format(date)} ${zoneOf(date)}`;
  if (date.getTimezoneOffset() === 0) return here;
  const utc = (form: Intl.DateTimeFormat): string => `${form.format(date)} UTC`;
  const isSameDay = LOCAL_DAY.format(date) === UTC_DAY.format(date);
  return `${here} (${isSameDay ? "" : `${UTC_DAY.format(date)}, `}${utc(UTC_CLOCK)})`;
}

/**
 * The reader's time of the day with the zone, and the date where that is not today: `08:50:47 CET`,
 * `29 Nov 2026, 08:50:47 CET`. From Unix seconds; `now` in Unix milliseconds, by default the server's.
 */
export function clockTime(seconds: number, now: number = serverNow()): string {
  const date = dateOf(seconds);
  if (Number.isNaN(date.getTime())) return "–";
  const isToday = LOCAL_DAY.format(date) === LOCAL_DAY.format(now);
  return `${(isToday ? LOCAL_CLOCK : LOCAL).format(date)} ${zoneOf(date)}`;
}

function dateOf(time: number | string): Date {
  return new Date(typeof time === "number" ? time * 1000 : time);
}

/** Name of the reader's zone at a time; where it is UTC itself, `UTC`. */
function zoneOf(date: Date): string {
  if (date.getTimezoneOffset() === 0 && ZONE.resolvedOptions().timeZone === "UTC") return "UTC";
  return ZONE.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const LOCAL = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const LOCAL_CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const LOCAL_DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const UTC_DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const UTC_CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });
const ZONE = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });

/** `p2p_network` as `p2p network`, `ma_type` as `MA type`. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ").replaceAll(ABBREVIATIONS, (word) => word.toUpperCase());
}

/** Indicators that nobody writes in small letters. */
const ABBREVIATIONS = /\b(?:adx|atr|cci|ema|ma|macd|mfi|obv|roc|rsi|sma|vwap|wma)\b/gu;

/** Distance of a time in one unit: `3 min ago`, `in 2 h`. In Unix milliseconds; `now` is by default the server's. */
export function ago(then: number, now: number = serverNow()): string {
  if (!Number.isFinite(then)) return "–";
  const seconds = Math.round(Math.abs(now - then) / 1000);
  if (seconds < 5) return "now";
  const [size, unit] = LENGTHS.find(([length]) => seconds >= length) ?? [1, "s"];
  const text = `${count(Math.floor(seconds / size))} ${unit}`;
  return then <= now ? `${text} ago` : `in ${text}`;
}

/** Seconds of each unit, the longest first. */
const LENGTHS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
] as const;
