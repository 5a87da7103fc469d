/** The weekdays on which a market opens, as its daily candles show them. */

const DAY = 86_400_000;
const WEEK = 7 * DAY;

/**
 * Tells of a time whether the market of daily candles opens on its weekday (UTC). A weekday is closed if it has passed
 * twice or more, with less than half as many candles as the weekday with most. `time` is ascending, in milliseconds.
 */
export function openWeekdays(time: Float64Array): (moment: number) => boolean {
  const counts = new Float64Array(7);
  for (let i = 0; i < time.length; i++) counts[weekdayOf(time[i]!)]! += 1;
  const most = Math.max(...counts);
  const first = time[0] ?? 0;
  const span = (time.at(-1) ?? 0) - first;
  const isOpen = Array.from(counts, (count, weekday) => {
    const wait = (((weekday - weekdayOf(first)) % 7) + 7) % 7;
    const passed = span < wait * DAY ? 0 : 1 + Math.floor((span - wait * DAY) / WEEK);
    return passed < 2 || 2 * count >= most;
  });
  return (moment) => isOpen[weekdayOf(moment)]!;
}

/** 0 on a Thursday, the weekday of 1970-01-01. */
function weekdayOf(time: number): number {
  return ((Math.floor(time / DAY) % 7) + 7) % 7;
}
