// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { openCalendar, type Calendar } from "../calendar/calendar.ts";
import { IndicatorError } from "../errors.ts";
import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { calendarName, real, whole } from "../parameters.ts";

const MINUTE = 60_000;
const DAY_MINUTES = 1440;

/** The session of a time in milliseconds UTC: its start, and the start of the next one. */
type SessionOf = (time: number) => readonly [start: number, stop: number];

/** All times from 1970 on in one session. */
const oneSession: SessionOf = () => [0, Infinity];

/** Sessions of a volume-weighted average price. */
export interface VwapOptions {
  /**
   * Calendar of the market whose sessions these are: a name such as `XNYS`, or its hours. Default null: sessions of
   * equal length, as the other options say; beside a calendar they are refused.
   */
  readonly calendar: Calendar | null;
  /** Length of a session in minutes, 1–10,080, default 1440: a day. */
  readonly sessionMinutes: number;
  /** Start of the sessions in minutes after midnight UTC, -1440–1440, default 0. */
  readonly offsetMinutes: number;
}

/** Start of an anchored volume-weighted average price. */
export interface AnchoredVwapOptions {
  /** Open time of the first candle that counts, in milliseconds since 1970 UTC, from 0 on, default 0: all count. */
  readonly anchorTime: number;
}

type Columns = "time" | "high" | "low" | "close" | "volume";

const INPUTS = ["time", "high", "low", "close", "volume"] as const;

/**
 * Typical price weighed by volume since the start of a session, the typical price itself until something is traded. NaN
 * before the time `anchor`.
 */
function weighed(plan: Plan, lines: readonly Line[], anchor: number, sessionOf: SessionOf): Line {
  const [time, high, low, close, volume] = lines as [Line, Line, Line, Line, Line];
  return plan.step(lines, 0, (out) => {
    const [t, v] = [time.values, volume.values];
    const [h, l, c] = [high.values, low.values, close.values];
    const state = { start: Infinity, stop: -Infinity, traded: 0, paid: 0 };
    return (from, to) => {
      let { start, stop, traded, paid } = state;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        // A loop of its own for the rows that count: with the others among them each row takes twice as long.
        for (; i < end && t[i]! >= anchor; i++) {
          const now = t[i]!;
          if (now < start || now >= stop) {
            [start, stop] = sessionOf(now);
            traded = 0;
            paid = 0;
          }
          const price = (h[i]! + l[i]! + c[i]!) / 3;
          traded += v[i]!;
          paid += price * v[i]!;
          out[i] = traded > 0 ? paid / traded : price;
        }
        if (i < end) out[i] = NaN;
      }
      state.start = start;
      state.stop = stop;
      state.traded = traded;
      state.paid = paid;
    };
  });
}

function sessionsOf({ calendar, sessionMinutes, offsetMinutes }: VwapOptions): SessionOf {
  if (calendar === null) {
    const [length, offset] = [sessionMinutes * MINUTE, offsetMinutes * MINUTE];
    return (time) => {
      const start = Math.floor((time - offset) / length) * length + offset;
      return [start, start + length];
    };
  }
  if (sessionMinutes !== DAY_MINUTES || offsetMinutes !== 0) {
    throw new IndicatorError(
      "vwap: expected sessionMinutes and offsetMinutes to be left out beside a calendar, which has the sessions.",
      { indicator: "vwap", option: "sessionMinutes" },
    );
  }
  const market = openCalendar(calendar);
  return (time) => [time, market.sessionOf(time).until];
}

/**
 * Volume-weighted average price of each session (VWAP; Berkowitz, Logue and Noser, 1988): it starts anew with the first
 * candle of a session. `calendar` names the market whose sessions these are, such as `XNYS`, or has its hours; without
 * one, sessions are of `sessionMinutes` (1–10,080, default 1440) from `offsetMinutes` (-1440–1440, default 0) after
 * midnight UTC on. No warm-up. The typical price itself until something is traded in the session.
 */
export const vwap: Indicator<Columns, VwapOptions> = defineIndicator({
  name: "vwap",
  family: "beyond",
  title: "Volume-weighted average price",
  source: "Berkowitz, Logue and Noser, 1988",
  inputs: INPUTS,
  parameters: {
    calendar: calendarName(),
    sessionMinutes: whole(DAY_MINUTES, 1, 10_080),
    offsetMinutes: whole(0, -DAY_MINUTES, DAY_MINUTES),
  },
  formula:
    "Σ (high + low + close) / 3 × volume by Σ volume, over the candles of the session so far",
  build: (plan, lines, options) => weighed(plan, lines, -Infinity, sessionsOf(options)),
});

/**
 * Volume-weighted average price since an anchor (Shannon, 2010s). `anchorTime` in milliseconds since 1970 UTC, from 0
 * on, default 0; NaN for the candles before it. No warm-up beside that.
 */
export const anchoredVwap: Indicator<Columns, AnchoredVwapOptions> = defineIndicator({
  name: "anchoredVwap",
  family: "beyond",
  title: "Anchored volume-weighted average price",
  source: "Shannon, 2010s",
  inputs: INPUTS,
  parameters: { anchorTime: real(0, 0) },
  formula: "Σ (high + low + close) / 3 × volume by Σ volume, over the candles since the anchor",
  build: (plan, lines, { anchorTime }) => weighed(plan, lines, anchorTime, oneSession),
});
