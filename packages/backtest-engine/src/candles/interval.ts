/**
 * Candle lengths: their accepted spellings, and the arithmetic of their opens.
 *
 * All opens are UTC. Minutes and hours count from the epoch, a day begins at midnight, a week on Monday,
 * a month on its first day: as Bybit and Binance cut them. A month has no fixed length, so nothing here
 * multiplies by one: use {@link addIntervals} and {@link intervalsBetween}.
 */

import { EngineError } from "../errors.ts";

/** A candle length by its canonical name, Bybit's spelling: minutes as a number, then day, week and month. */
export type Interval =
  | "1"
  | "3"
  | "5"
  | "15"
  | "30"
  | "60"
  | "120"
  | "240"
  | "360"
  | "720"
  | "D"
  | "W"
  | "M";

/** Every canonical interval, shortest first. */
export const INTERVALS: readonly Interval[] = Object.freeze([
  "1",
  "3",
  "5",
  "15",
  "30",
  "60",
  "120",
  "240",
  "360",
  "720",
  "D",
  "W",
  "M",
]);

/**
 * Every accepted word, canonical or not, with the interval it names. Case tells `1m` (a minute) from
 * `1M` (a month), so no other spelling is guessed.
 */
export const INTERVAL_WORDS: Readonly<Record<string, Interval>> = Object.freeze({
  ...Object.fromEntries(INTERVALS.map((interval) => [interval, interval])),
  "1m": "1",
  "3m": "3",
  "5m": "5",
  "15m": "15",
  "30m": "30",
  "1h": "60",
  "2h": "120",
  "4h": "240",
  "6h": "360",
  "12h": "720",
  "1d": "D",
  "1440": "D",
  "1w": "W",
  "1M": "M",
} satisfies Record<string, Interval>);

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const WEEK = 7 * DAY;
/** 1970-01-05, the first Monday after the epoch. */
const FIRST_MONDAY = 4 * DAY;

const FIXED: Readonly<Record<Exclude<Interval, "M">, number>> = {
  "1": MINUTE,
  "3": 3 * MINUTE,
  "5": 5 * MINUTE,
  "15": 15 * MINUTE,
  "30": 30 * MINUTE,
  "60": 60 * MINUTE,
  "120": 120 * MINUTE,
  "240": 240 * MINUTE,
  "360": 360 * MINUTE,
  "720": 720 * MINUTE,
  D: DAY,
  W: WEEK,
};

/**
 * Returns the canonical name of an interval in any accepted spelling.
 *
 * @throws EngineError INTERVAL_INVALID, listing what is accepted.
 */
export function normaliseInterval(word: string): Interval {
  const interval = meantBy(word);
  if (interval !== undefined) return interval;
  throw new EngineError(
    "INTERVAL_INVALID",
    `The interval must be one of ${Object.keys(INTERVAL_WORDS).join(" ")}; found ${foundWord(word)}.`,
    { details: { accepted: Object.keys(INTERVAL_WORDS) } },
  );
}

/**
 * Checks that an interval is in its canonical spelling, as requests to providers have it.
 *
 * @throws EngineError INTERVAL_INVALID, naming the canonical spelling where there is one
 */
export function checkCanonicalInterval(interval: Interval): void {
  if (INTERVALS.includes(interval)) return;
  const meant = meantBy(interval);
  const hint =
    meant === undefined ? "" : ` Write ${JSON.stringify(meant)}, as normaliseInterval returns it.`;
  throw new EngineError(
    "INTERVAL_INVALID",
    `The interval of a request must be one of ${INTERVALS.join(" ")}; found ${foundWord(interval)}.${hint}`,
    { details: { accepted: INTERVALS } },
  );
}

function meantBy(word: unknown): Interval | undefined {
  const isKnown = typeof word === "string" && Object.hasOwn(INTERVAL_WORDS, word);
  return isKnown ? INTERVAL_WORDS[word] : undefined;
}

/** A value in the place of a word, for messages: text of at most 32 characters, or the type of anything else. */
export function foundWord(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 32)) : `a ${typeof value}`;
}

/** Spells an interval as Binance does: `1m` … `12h`, `1d`, `1w`, `1M`. */
export function intervalLabel(interval: Interval): string {
  if (interval === "M") return "1M";
  if (interval === "D" || interval === "W") return `1${interval.toLowerCase()}`;
  const minutes = Number(interval);
  return minutes < 60 ? `${minutes}m` : `${minutes / 60}h`;
}

/**
 * Returns the length of an interval in milliseconds; for a month the mean over 400 years (30.436875 days), for
 * estimates only.
 */
export function intervalMilliseconds(interval: Interval): number {
  return interval === "M" ? 30.436875 * DAY : FIXED[interval];
}

/** Returns the open of the candle that contains `time`, both milliseconds UTC. */
export function intervalOpen(interval: Interval, time: number): number {
  if (interval === "M") {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  const origin = interval === "W" ? FIRST_MONDAY : 0;
  const length = FIXED[interval];
  return Math.floor((time - origin) / length) * length + origin;
}

/** Returns the first open at or after `time`, both milliseconds UTC. */
export function intervalOpenFrom(interval: Interval, time: number): number {
  const open = intervalOpen(interval, time);
  return open === time ? open : addIntervals(interval, open, 1);
}

/** Returns the open that lies `count` candles after the aligned `open`, or before it for a negative count. */
export function addIntervals(interval: Interval, open: number, count: number): number {
  if (interval !== "M") return open + count * FIXED[interval];
  const date = new Date(open);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count);
}

/** Counts the candles that open in `[from, to)`, both aligned opens; negative when `to` is the earlier one. */
export function intervalsBetween(interval: Interval, from: number, to: number): number {
  if (interval !== "M") return Math.round((to - from) / FIXED[interval]);
  const first = new Date(from);
  const last = new Date(to);
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return years * 12 + last.getUTCMonth() - first.getUTCMonth();
}

/**
 * Tells whether the candle that opened at `open` is closed at `now`, both milliseconds UTC. Only then may it be stored
 * or traded on.
 */
export function isClosed(interval: Interval, open: number, now: number): boolean {
  return addIntervals(interval, open, 1) <= now;
}
