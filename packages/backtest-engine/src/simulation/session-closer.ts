// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { FinerCandles, SessionMarks } from "./detail.ts";
import type { SimulationRules } from "./options.ts";
import { REASON, type Position } from "./position.ts";
import { Mark, sessionMarks } from "./session-marks.ts";

/** The closer of one market's positions; undefined in a run that may hold them. */
export function sessionCloserOf(
  candles: FinerCandles,
  position: Position,
  rules: SimulationRules,
): SessionCloser | undefined {
  const sessions = sessionMarks(candles, rules);
  return sessions && new SessionCloser(candles, position, sessions);
}

/** Closes the position of one market with the session, at market: whatever the volume. */
export class SessionCloser {
  /** Number of positions that were closed at an open, after a session whose last candle is missing. */
  lateCloses = 0;
  readonly #candles: FinerCandles;
  readonly #position: Position;
  readonly #sessions: SessionMarks;

  constructor(candles: FinerCandles, position: Position, sessions: SessionMarks) {
    this.#candles = candles;
    this.#position = position;
    this.#sessions = sessions;
  }

  /**
   * Closes what a session that ended unseen has left, at the open of candle `index`. Returns true if what was decided
   * before is void: it waited for the session that has ended, or the market has closed.
   */
  atOpen(index: number): boolean {
    const marks = this.#sessions.marks[index]!;
    if (marks & Mark.late && this.#position.side !== 0) {
      this.lateCloses++;
      this.#position.close(index, this.#candles.open[index]!, REASON.session_close);
    }
    return (marks & (Mark.late | Mark.after)) !== 0;
  }

  /** Closes the position at the close of candle `index` if it is a last one. Returns true if it is. */
  atClose(index: number): boolean {
    const isLast = this.isLast(index);
    if (isLast && this.#position.side !== 0) {
      this.#position.close(index, this.#candles.close[index]!, REASON.session_close);
    }
    return isLast;
  }

  isLast(index: number): boolean {
    return (this.#sessions.marks[index]! & Mark.last) !== 0;
  }

  /** Time up to which a position that is held on candle `index` can be held, milliseconds UTC. */
  heldUntil(index: number): number {
    return this.isLast(index) ? this.#sessions.end[index]! : Infinity;
  }
}
