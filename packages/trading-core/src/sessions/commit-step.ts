/** The commit of one step: candle, decision, orders, fills, books and events in one transaction. */

import type { Transaction, Versioned } from "@bourse/kernel";

import type { SessionStep } from "../session/session-kernel.ts";
import type { SessionOrder } from "../session/session.ts";
import type { StreamedCandle } from "../streams/port.ts";
import {
  recordId,
  sessionFills,
  sessionOrders,
  sessions,
  sessionSteps,
  type SessionDocument,
} from "./collections.ts";
import type { RunningSession } from "./rebuild-session.ts";
import { subjectOf, type SessionParts } from "./session-parts.ts";
import { tellStaleness } from "./tell-staleness.ts";

/**
 * Stores a step, if the session is as it was before it; what resolves is durable.
 *
 * @throws StoreError STORE_CONFLICT when another process has it, or an act came in between: rebuild the kernel then
 */
export async function commitStep(
  parts: SessionParts,
  before: Versioned<SessionDocument>,
  { kernel }: RunningSession,
  step: SessionStep,
  candle: StreamedCandle,
): Promise<Versioned<SessionDocument>> {
  const { store, clock, tell } = parts;
  const now = clock.now();
  const { decision, said, orders, fills, books, state } = step;
  const { value } = before;
  const after: SessionDocument = {
    ...value,
    state,
    candles: kernel.length,
    lateCandles: value.lateCandles + Number(decision.isLate && decision.scope !== "none"),
    lastCandleTime: candle.time,
    // A silence that another process has noted ends with a candle in time: the stream of this one never was silent.
    ...(!decision.isLate && { staleSince: null }),
    books,
    orders: kernel.orderCount,
    fills: kernel.fillCount,
    updatedAt: now,
  };
  const { id } = value;
  const { time, open, high, low, close, volume } = candle;
  return await store.transaction(async (tx) => {
    const replaced = await tx.replace(sessions, after, before.version);
    await tx.insert(sessionSteps, {
      id: recordId(id, decision.index),
      sessionId: id,
      index: decision.index,
      candle: { time, open, high, low, close, volume },
      said,
      decision: { ...decision, decidedAt: now },
      equity: books.equity,
    });
    const session = subjectOf(after);
    await tellStaleness(parts, tx, value, after);
    for (const order of orders) {
      const isNew = await putOrder(tx, id, order);
      if (isNew) await tell(tx, { type: "session.ordered", timestamp: now, session, order });
    }
    for (const fill of fills) {
      const number = fill.id;
      await tx.insert(sessionFills, { id: recordId(id, number), sessionId: id, number, fill });
      await tell(tx, { type: "session.filled", timestamp: now, session, fill });
    }
    if (state !== value.state) {
      await tell(tx, { type: "session.changed", timestamp: now, session });
    }
    return replaced;
  });
}

/** Stores an order; true for a new one. */
async function putOrder(tx: Transaction, sessionId: string, order: SessionOrder): Promise<boolean> {
  const id = recordId(sessionId, order.id);
  const { status } = order;
  const document = { id, sessionId, number: order.id, status, order };
  const found = await tx.get(sessionOrders, id);
  if (found === undefined) await tx.insert(sessionOrders, document);
  else await tx.replace(sessionOrders, document, found.version);
  return found === undefined;
}
