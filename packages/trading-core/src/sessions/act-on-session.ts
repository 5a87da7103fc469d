/** Acts on a session from outside, by any process. */

import type { Transaction, Versioned } from "@bourse/kernel";

import type { SessionLive } from "../session/live/session-live.ts";
import { refusedMove } from "../session/session-kernel.ts";
import type { Session, SessionAct } from "../session/session.ts";
import { isFollowing, nextState } from "../session/transitions.ts";
import { sessionOrders, sessions, viewSession, type SessionDocument } from "./collections.ts";
import type { SessionCallOptions } from "./port.ts";
import { subjectOf, unknownSession, type SessionParts } from "./session-parts.ts";

/**
 * Writes an act and the state that follows from it. The process that runs the session takes it over before the next
 * candle: an act stands between two candles, and a candle that is being worked off meanwhile is worked off anew.
 *
 * @throws SessionError SESSION_UNKNOWN, SESSION_STATE
 */
export async function actOnSession(
  { store, clock, tell }: SessionParts,
  id: string,
  act: SessionAct,
  { also }: SessionCallOptions = {},
): Promise<Session> {
  const document = await store.transaction(async (tx) => {
    const found = await tx.get(sessions, id);
    if (found === undefined) throw unknownSession(id);
    const now = clock.now();
    const { value } = await tx.replace(sessions, moved(found, act, now), found.version);
    if (act === "stop" && value.broker === "paper") await cancelOrders(tx, value);
    await tell(tx, { type: "session.changed", timestamp: now, session: subjectOf(value) });
    await also?.(tx, id);
    return value;
  });
  return viewSession(document);
}

function moved(
  { value }: Versioned<SessionDocument>,
  move: SessionAct,
  now: number,
): SessionDocument {
  const { id, books, moves, candles, live } = value;
  const isLive = live !== undefined;
  // A live session may have orders on their way: it finds out itself whether it is flat.
  const state = nextState(value.state, move, !isLive && books.positions.length === 0);
  if (state === undefined) throw refusedMove(id, value.state, move);
  const isStopped = state === "stopped";
  return {
    ...value,
    state,
    reason: null,
    isKept: !isStopped,
    // The orders of a live session are cancelled by the process that runs it; then nobody follows it.
    isFollowing: isFollowing(state) || isLive,
    holder: isStopped && !isLive ? null : value.holder,
    ...(isLive && move === "resume" && value.state === "halted" && { live: asItStands(live) }),
    moves: [...moves, { at: candles, move, time: now }],
    updatedAt: now,
    stoppedAt: isStopped ? now : null,
  };
}

/** Takes the account's position as it is found next for the start. */
function asItStands(live: SessionLive): SessionLive {
  return { ...live, basePosition: null };
}

/** Ends the waiting orders of a session that is stopped, which no candle will end. */
async function cancelOrders(
  tx: Transaction,
  { id, lastCandleTime }: SessionDocument,
): Promise<void> {
  for (;;) {
    const { items } = await tx.find(sessionOrders, {
      index: "by_status",
      equals: [id, "waiting"],
      limit: 1000,
    });
    if (items.length === 0) return;
    for (const { value, version } of items) {
      const order = { ...value.order, status: "cancelled", closedAt: lastCandleTime } as const;
      await tx.replace(sessionOrders, { ...value, status: "cancelled", order }, version);
    }
  }
}
