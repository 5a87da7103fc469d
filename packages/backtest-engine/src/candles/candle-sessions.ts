// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Sessions of a market by candle. */

import { openTimeZone, type Calendar, type MarketCalendar } from "@bourse/indicators/calendar";

import type { Candles } from "./candles.ts";
import { commonStep } from "./detect-interval.ts";
import { intervalMilliseconds, type Interval } from "./interval.ts";
import { firstIndexFrom } from "./join-candles.ts";
import { calendarOption } from "./place-options.ts";

const DAY = 86_400_000;

/** Session of the candle that has just closed, by the calendar of the run. */
export interface CandleSession {
  /** Time of its opening, milliseconds UTC. */
  readonly start: number;
  /** Time of its close by the calendar, milliseconds UTC. */
  readonly end: number;
  /**
   * True if the candle, by its interval, ends when the session does or later; so do candles of the hours after the
   * close.
   */
  readonly isLast: boolean;
}

/**
 * Session of each candle, by the calendar of the run: that of its date, else the next one. A daily candle at midnight
 * UTC is of the session of that date. Do not write to the arrays.
 */
export interface CandleSessions {
  /** Times of the openings, milliseconds UTC. */
  readonly start: Float64Array;
  /** Times of the closes by the calendar, milliseconds UTC. */
  readonly end: Float64Array;
  /**
   * 1 for each candle that, by its interval, ends when the session does or later, candles of the hours after the close
   * included; else 0.
   */
  readonly isLast: Uint8Array;
}

/** Sessions of the last calendar that was asked for, so that the runs of a sweep share them. */
const known = new WeakMap<
  Float64Array,
  { readonly key: string; readonly sessions: CandleSessions }
>();

/**
 * The sessions of candles. `interval` may be in milliseconds; it is detected by default. O(n) the first time.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "calendar"}
 */
export function sessionsOf(
  { time }: Pick<Candles, "time">,
  calendar: Calendar,
  interval?: Interval | number,
): CandleSessions {
  const market = calendarOption(calendar);
  const key = JSON.stringify([calendar, interval]);
  const found = known.get(time);
  if (found?.key === key) return found.sessions;
  const sessions = computed(time, market, lengthOf({ time }, interval));
  known.set(time, { key, sessions });
  return sessions;
}

/** Length of candles in milliseconds: of their interval, else as detected; a day where they are too few to tell. */
export function lengthOf({ time }: Pick<Candles, "time">, interval?: Interval | number): number {
  if (interval === undefined) return commonStep(time) ?? DAY;
  return typeof interval === "number" ? interval : intervalMilliseconds(interval);
}

function computed(time: Float64Array, market: MarketCalendar, step: number): CandleSessions {
  const zone = openTimeZone(market.timeZone);
  const { length } = time;
  const start = new Float64Array(length);
  const end = new Float64Array(length);
  const isLast = new Uint8Array(length);
  for (let from = 0; from < length;) {
    // Midnight in UTC stands for a date, whose day begins at the midnight of the market.
    const isDate = step >= DAY && time[from]! % DAY === 0;
    const session = market.sessionOf(isDate ? zone.firstInstantOf(time[from]!) : time[from]!);
    const isWhole = isDate && zone.firstInstantOf(time[from]! + step) >= session.end;
    // Candles shorter than a day are many to a session.
    const to = step < DAY ? firstIndexFrom(time, session.until) : from + 1;
    start.fill(session.start, from, to);
    end.fill(session.end, from, to);
    const last = isDate
      ? from + Number(!isWhole)
      : Math.max(from, firstIndexFrom(time, session.end - step));
    isLast.fill(1, last, to);
    from = to;
  }
  return { start, end, isLast };
}
