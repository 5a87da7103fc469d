// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Times by whose dates candles belong to days, weeks, months and years. */

import { areDays } from "./local-dates.ts";
import { timeZoneOption } from "./place-options.ts";

/**
 * The times of candles, ascending, as the clock of a zone shows them, in milliseconds as if the place were at UTC.
 * Daily and longer candles are dates already and stay; where the clock is set back, times stand still until it has
 * caught up. The same array for UTC, or without a zone.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "timeZone"}
 */
export function datedTimes(time: Float64Array, timeZone: string = "UTC"): Float64Array {
  const zone = timeZoneOption(timeZone);
  if (timeZone === "UTC" || areDays(time, () => 0)) return time;
  const local = new Float64Array(time.length);
  let last = -Infinity;
  for (let i = 0; i < time.length; i++) {
    last = Math.max(last, zone.localOf(time[i]!));
    local[i] = last;
  }
  return local;
}
