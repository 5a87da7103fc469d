/** The states of a session and the acts that change them. */

import type { SessionAct, SessionState } from "./session.ts";

/** An act on a session, or the halt that it imposes on itself. */
export type SessionMove = SessionAct | "halt";

/**
 * The state after a move; undefined where the state does not allow it. `isFlat`: nothing is held. A session that is
 * resumed before its first candle to trade on warms up again with the next candle.
 */
export function nextState(
  state: SessionState,
  move: SessionMove,
  isFlat: boolean,
): SessionState | undefined {
  if (state === "stopped") return undefined;
  switch (move) {
    case "pause":
      return state === "warming" || state === "running" ? "paused" : undefined;
    case "resume":
      return state === "paused" || state === "halted" ? "running" : undefined;
    case "flatten":
      if (state === "flattening") return undefined;
      return isFlat ? "paused" : "flattening";
    case "halt":
      return state === "halted" ? undefined : "halted";
    case "stop":
      return "stopped";
  }
}

/** True for a state in which a session follows its candles. */
export function isFollowing(state: SessionState): boolean {
  return state !== "halted" && state !== "stopped";
}
