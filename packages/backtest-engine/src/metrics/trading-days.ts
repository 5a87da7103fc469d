// Sampled indices stay within the column, so `!` only satisfies the type checker.

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Share of candles on Saturdays and Sundays above which a market counts as open all week: 60 % of an even share. */
const OPEN_ALL_WEEK = (0.6 * 2) / 7;
const SAMPLES = 1000;

/**
 * Trading days in a year that the candles suggest: 252 where a weekend has passed with few or no candles, as on an
 * exchange, else 365. `time` has opening times in milliseconds UTC, ascending.
 *
 * Series without a weekend in them and candles of a week or longer tell nothing about weekends: 365. A weekend is
 * Saturday and Sunday in UTC. Looks at 1,000 candles at most, whatever the length.
 */
export function detectTradingDays(time: Float64Array, intervalMilliseconds: number): 252 | 365 {
  const { length } = time;
  if (length < 2 || intervalMilliseconds >= WEEK || !hasWeekend(time[0]!, time[length - 1]!)) {
    return 365;
  }
  const count = Math.min(length, SAMPLES);
  let weekend = 0;
  for (let k = 0; k < count; k++) {
    // Steps of the golden ratio reach all parts evenly; equal steps could meet the same weekday each time.
    const place = count === length ? k : Math.floor(((k * 0.618_033_988_749_894_9) % 1) * length);
    if (isWeekend(dayOf(time[place]!))) weekend += 1;
  }
  return weekend / count > OPEN_ALL_WEEK ? 365 : 252;
}

/** Days since 1970-01-01, a Thursday. */
function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

function isWeekend(day: number): boolean {
  const weekday = (day + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** True if a whole Saturday or Sunday lies between the two times. */
function hasWeekend(first: number, last: number): boolean {
  for (let day = dayOf(first) + 1; day < dayOf(last) && day < dayOf(first) + 8; day++) {
    if (isWeekend(day)) return true;
  }
  return false;
}
