/** Times of markets and of the axes of charts. */

/** A time of a market, whose candles begin in UTC, to the minute: `2026-01-01 05:00 UTC`. From ISO or milliseconds. */
export function utcMinute(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return typeof time === "string" ? time : "–";
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The open of a candle: {@link utcMinute}, with seconds where a candle of less than a minute has some. */
export function utcOpen(milliseconds: number): string {
  if (milliseconds % 60_000 === 0) return utcMinute(milliseconds);
  return `${utcMinute(milliseconds).replace(" UTC", "")}:${secondsOf(milliseconds)} UTC`;
}

/** The day of a market in UTC: `2026-01-01`. From Unix milliseconds. */
export function utcDay(milliseconds: number): string {
  return utcMinute(milliseconds).slice(0, 10);
}

/**
 * The tick of an axis in UTC: a day, or within one the minute, or within that the second. From Unix seconds; nothing
 * for null.
 */
export function utcTick(seconds: number | null): string {
  if (seconds === null) return "";
  const time = seconds * 1000;
  if (seconds % 86_400 === 0) return utcDay(time);
  const minute = utcMinute(time).slice(11, 16);
  return seconds % 60 === 0 ? minute : `${minute}:${secondsOf(time)}`;
}

function secondsOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(17, 19);
}

/** The tick of an axis in the reader's zone: `30 Nov, 05:00`, or `05:00`. From Unix milliseconds. */
export function localTick(milliseconds: number, hasDay: boolean): string {
  return (hasDay ? TICK_DAY : TICK_CLOCK).format(milliseconds);
}

/** A day of UTC: `30 Nov 2026`. From Unix milliseconds. */
export function dayOfUtc(milliseconds: number): string {
  return DAY.format(milliseconds);
}

/** The reader's zone with its distance from UTC at a time: `Europe/Berlin (UTC+01:00)`. In Unix milliseconds. */
export function zoneAt(milliseconds: number): string {
  const { timeZone } = ZONE.resolvedOptions();
  const name = ZONE.formatToParts(milliseconds).find(({ type }) => type === "timeZoneName");
  const offset = name?.value.replace("GMT", "UTC");
  return offset === undefined || timeZone === "UTC" ? timeZone : `${timeZone} (${offset})`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const ZONE = new Intl.DateTimeFormat("en-GB", { timeZoneName: "longOffset" });
const TICK = { hour: "2-digit", minute: "2-digit" } as const;
const TICK_CLOCK = new Intl.DateTimeFormat("en-GB", TICK);
const TICK_DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...TICK });
