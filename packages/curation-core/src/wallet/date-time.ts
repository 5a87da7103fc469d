/** RFC 3339 §5.6 date-times whose day and hour exist. */

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Milliseconds UTC; undefined for what is no such time, like the 31st of February. */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day!));
  const isDay = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day!;
  const isTime = hour! < 24 && minute! < 60 && second! < 60;
  const isOffset = Number(match[8] ?? 0) < 24 && Number(match[9] ?? 0) < 60;
  return isDay && isTime && isOffset ? Date.parse(text) : undefined;
}
