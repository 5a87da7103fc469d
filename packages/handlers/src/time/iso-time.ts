/** Times on the wire: ISO 8601 in UTC with milliseconds and `Z`. */

/**
 * The ISO 8601 text of a time in milliseconds since the Unix epoch; null stays null. A list of times within a few days
 * of each other costs a tenth of what as many dates do.
 *
 * @throws RangeError for a time out of the ECMAScript calendar
 */
export function isoTime(milliseconds: number): string;
export function isoTime(milliseconds: number | null): string | null;
export function isoTime(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  const day = Math.floor(milliseconds / DAY);
  if (!Number.isInteger(milliseconds)) return new Date(milliseconds).toISOString();
  if (day !== lastDay) return firstOfDay(milliseconds, day);
  const rest = milliseconds - day * DAY;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${HUNDRED[Math.floor(minutes / 60)]}:${HUNDRED[minutes % 60]}:${HUNDRED[seconds % 60]}`;
  const millis = rest % 1000;
  // Times of candles are whole seconds.
  return `${lastDate}${clock}.${millis === 0 ? "000" : String(millis).padStart(3, "0")}Z`;
}

const DAY = 86_400_000;
const HUNDRED = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));

/** The day that was spelled last, as days since the epoch, and its date with a `T`. */
let lastDay = Number.NaN;
let lastDate = "";

function firstOfDay(milliseconds: number, day: number): string {
  const text = new Date(milliseconds).toISOString();
  lastDay = day;
  lastDate = text.slice(0, text.indexOf("T") + 1);
  return text;
}
