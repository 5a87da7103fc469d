/** Date-times of RFC 3339 §5.6 whose day and hour exist; its T and Z may be in lower case. */

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

/** The first millisecond of the year 10000, which RFC 3339 cannot write. */
const YEAR_10000 = 253_402_300_800_000;

/** Milliseconds since the epoch; undefined when `text` is not such a date-time, e.g. on 31 February. */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day!));
  const isDay = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day!;
  const isTime = hour! < 24 && minute! < 60 && second! < 60;
  const isOffset = Number(match[8] ?? 0) < 24 && Number(match[9] ?? 0) < 60;
  return isDay && isTime && isOffset ? Date.parse(text.toUpperCase()) : undefined;
}

/** Milliseconds since the epoch of either spelling of a time; undefined when it is neither. */
export function toMilliseconds(time: unknown): number | undefined {
  if (typeof time === "string") return parseDateTime(time);
  const fits = Number.isSafeInteger(time) && (time as number) >= 0;
  return fits && (time as number) < YEAR_10000 ? (time as number) : undefined;
}
