// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Sessions of a market by candle. */

import { openTimeZone, type Calendar, type MarketCalendar } from "@bourse/indicators/calendar";

import type { Candles } from "./candles.ts";
import { commonStep } from "./detect-interval.ts";
import { intervalMilliseconds, type Interval } from "./interval.ts";
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
 * The sessions of candles; the interval is detected by default. O(n) the first time.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "calendar"}
 */
export function sessionsOf(
  { time }: Pick<Candles, "time">,
  calendar: Calendar,
  interval?: Interval,
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
export function lengthOf({ time }: Pick<Candles, "time">, interval?: Interval): number {
  return interval === undefined ? (commonStep(time) ?? DAY) : intervalMilliseconds(interval);
}

function computed(time: Float64Array, market: MarketCalendar, step: number): CandleSessions {
  const zone = openTimeZone(market.timeZone);
  const start = new Float64Array(time.length);
  const end = new Float64Array(time.length);
  const isLast = new Uint8Array(time.length);
  let session = { start: 0, end: 0, until: -Infinity };
  for (let i = 0; i < time.length; i++) {
    let opens = time[i]!;
    let closes = opens + step;
    // Midnight in UTC stands for a date, whose day begins at the midnight of the market.
    if (step >= DAY && opens % DAY === 0) {
      [opens, closes] = [zone.firstInstantOf(opens), zone.firstInstantOf(closes)];
    }
    if (opens >= session.until) session = market.sessionOf(opens);
    start[i] = session.start;
    end[i] = session.end;
    isLast[i] = Number(closes >= session.end);
  }
  return { start, end, isLast };
}
