// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** The candles at which the sessions of a market end, for runs that hold no position over one. */

import { lengthOf, sessionsOf, type CandleSessions } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import type { Detailed, FinerCandles, SessionMarks } from "./detail.ts";
import type { SimulationRules } from "./options.ts";

const DAY = 86_400_000;

/** Marks of a candle, as bits. */
export const Mark = {
  /** The session has ended when the candle has. */
  last: 1,
  /** A session ended unseen between the candle before and this one. */
  late: 2,
  /** The candle opens after the close of its session. */
  after: 4,
} as const;

type Rules = Pick<SimulationRules, "calendar" | "flatByClose" | "interval">;

const known = new WeakMap<CandleSessions, SessionMarks>();

/**
 * The marks of the candles of one market; undefined in a run that may hold its positions.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "flatByClose"}, for candles longer than a day
 */
export function sessionMarks(candles: FinerCandles, rules: Rules): SessionMarks | undefined {
  const { calendar, flatByClose, interval } = rules;
  if (flatByClose !== true || calendar === undefined) return undefined;
  if (candles.sessions !== undefined) return candles.sessions;
  const step = lengthOf(candles, interval);
  if (step > DAY) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `simulate: option "flatByClose" needs candles of at most a day, found candles of ${step / DAY} days, which no session ends with.`,
      { details: { option: "flatByClose" } },
    );
  }
  const sessions = sessionsOf(candles, calendar, interval);
  const found =
    known.get(sessions) ?? marked(sessions, (i) => opensAfter(candles, sessions, step, i));
  known.set(sessions, found);
  return found;
}

/**
 * The finer candles of one market with their marks. A candle of the strategy that has no detail keeps its own session,
 * and where the detail ends before its candle does, so does the session.
 */
export function withMarks(candles: Candles, finer: Detailed, rules: Rules): FinerCandles {
  const own = sessionMarks(candles, rules);
  if (own === undefined) return finer.candles;
  const { start, end, isLast } = sessionsOf(finer.candles, rules.calendar!, finer.step);
  const sessions = { start: start.slice(), end: end.slice(), isLast: isLast.slice() };
  const isAfter = new Uint8Array(start.length);
  for (let c = 0, first = 0; c < candles.length; c++) {
    const last = finer.lastOf[c]!;
    if (first === last) {
      sessions.start[last] = own.start[c]!;
      sessions.end[last] = own.end[c]!;
      isAfter[last] = own.marks[c]! & Mark.after;
    } else {
      for (let k = first; k <= last; k++) {
        isAfter[k] = Number(opensAfter(finer.candles, sessions, finer.step, k));
      }
    }
    if (sessions.end[last] === own.end[c]) sessions.isLast[last]! |= own.isLast[c]!;
    first = last + 1;
  }
  return { ...finer.candles, sessions: marked(sessions, (k) => isAfter[k] !== 0) };
}

/** A daily candle opens with its date. */
function opensAfter(
  { time }: Pick<Candles, "time">,
  { end }: Pick<CandleSessions, "end">,
  step: number,
  i: number,
): boolean {
  return step < DAY && time[i]! >= end[i]!;
}

function marked(sessions: CandleSessions, isAfter: (index: number) => boolean): SessionMarks {
  const { start, isLast } = sessions;
  const marks = new Uint8Array(start.length);
  for (let i = 0; i < marks.length; i++) {
    const after = isAfter(i);
    const isUnseen = i > 0 && isLast[i - 1] === 0 && (after || start[i] !== start[i - 1]);
    marks[i] =
      (isLast[i] === 1 ? Mark.last : 0) | (isUnseen ? Mark.late : 0) | (after ? Mark.after : 0);
  }
  return { ...sessions, marks };
}
