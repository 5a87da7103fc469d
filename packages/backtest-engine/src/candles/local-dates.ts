// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Daily and longer candles by the date of the place that they are from. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Shortest time between candles of two days: a day of daylight saving time may have 23 hours. */
export const LEAST_DAY: number = 23 * HOUR;

/**
 * Turns the times of daily and longer candles, milliseconds UTC, into the time of their own place in place: midnight in
 * Berlin is the date that the file states, and not an hour of the day before. `offsetAt` gives the minutes that the
 * candle's place is ahead of UTC. Candles that are less than 23 hours apart stay instants; so does a single one that is
 * not at midnight of its place.
 */
export function keepLocalDates(time: Float64Array, offsetAt: (index: number) => number): void {
  if (!areDays(time, offsetAt)) return;
  for (let i = 0; i < time.length; i++) time[i]! += offsetAt(i) * MINUTE;
}

/** Tells whether candles are days or longer, by which `offsetAt` gives the minutes ahead of UTC. */
export function areDays(time: Float64Array, offsetAt: (index: number) => number): boolean {
  if (time.length === 1) return (time[0]! + offsetAt(0) * MINUTE) % DAY === 0;
  // A file may begin with its newest candle.
  for (let i = 1; i < time.length; i++) {
    if (!(Math.abs(time[i]! - time[i - 1]!) >= LEAST_DAY)) return false;
  }
  return true;
}
