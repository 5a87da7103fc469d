/** The commit of what has become of a live session: one transaction, by compare-and-set of its document. */

import type { Transaction } from "@bourse/kernel";

import type { HeldOrder } from "../../session/live/live-order.ts";
import type { LiveSessionFill, LiveStep } from "../../session/live/live-step.ts";
import type { SessionOrder } from "../../session/session.ts";
import type { StreamedCandle } from "../../streams/port.ts";
import {
  liveClaims,
  recordId,
  sessionFills,
  sessionOrders,
  sessions,
  sessionSteps,
  type SessionDocument,
} from "../collections.ts";
import { subjectOf } from "../session-parts.ts";
import { tellStaleness } from "../tell-staleness.ts";
import { claimOf } from "./claim.ts";
import type { LiveSession } from "./live-session.ts";

/** Changes that are committed beside the orders that have changed. */
export interface LiveChanges {
  /** The decision on a candle. */
  readonly step?: LiveStep & { readonly candle: StreamedCandle };
  /** Fills, in order. */
  readonly fills?: readonly LiveSessionFill[];
  /** Changes of the document. */
  readonly document?: Partial<SessionDocument>;
  /** True to release the session: it has stopped and nothing of it waits. */
  readonly isOver?: boolean;
}

/**
 * Stores what has changed; what resolves is durable. After an error the kernel is of no use.
 *
 * @throws StoreError STORE_CONFLICT when another process has the session, or an act came in between
 */
export async function commitLive(session: LiveSession, changes: LiveChanges): Promise<void> {
  const { parts, kernel, document: before } = session;
  const now = parts.clock.now();
  const { fills = [], step, isOver = false } = changes;
  const orders = kernel.orders.takeChanges();
  const after = nextDocument(session, changes, now);
  session.document = await parts.store.transaction(async (tx) => {
    const replaced = await tx.replace(sessions, after, before.version);
    const { id } = after;
    if (step !== undefined) await putStep(tx, after, step, now);
    await tellStaleness(parts, tx, before.value, after);
    const subject = subjectOf(after);
    for (const held of orders) {
      const type = await putOrder(tx, id, held);
      if (type === null) continue;
      await parts.tell(tx, { type, timestamp: now, session: subject, order: held.order });
    }
    for (const { fill, exact } of fills) {
      const number = fill.id;
      const amounts = {
        quantity: exact.quantity.toString(),
        value: exact.value.toString(),
        fee: exact.fee.toString(),
      };
      await tx.insert(sessionFills, {
        id: recordId(id, number),
        sessionId: id,
        number,
        fill,
        exact: amounts,
      });
      await parts.tell(tx, { type: "session.filled", timestamp: now, session: subject, fill });
    }
    if (isOver) await tx.delete(liveClaims, claimOf(session.account.account, after.request.symbol));
    if (after.state !== before.value.state) {
      await parts.tell(tx, { type: "session.changed", timestamp: now, session: subject });
    }
    return replaced;
  });
}

function nextDocument(
  { kernel, document: { value }, account }: LiveSession,
  { step, document = {}, isOver = false }: LiveChanges,
  now: number,
): SessionDocument {
  const { live } = value;
  const isLate = step !== undefined && step.decision.isLate && step.decision.scope !== "none";
  return {
    ...value,
    state: kernel.state,
    candles: kernel.length,
    lateCandles: value.lateCandles + Number(isLate),
    ...(step !== undefined && { lastCandleTime: step.candle.time }),
    // A silence that another process has noted ends with a candle in time: the stream of this one never was silent.
    ...(step?.decision.isLate === false && { staleSince: null }),
    books: kernel.shownBooks,
    orders: kernel.orders.count,
    fills: kernel.fillCount,
    updatedAt: now,
    ...(isOver && { isFollowing: false, holder: null }),
    ...document,
    live: {
      account: account.account,
      basePosition: null,
      foreignOrders: 0,
      reconciledAt: null,
      ...live,
      ...document.live,
      ownPosition: kernel.books.held.toString(),
      unconfirmed: kernel.orders.waiting.filter((held) => held.live.stage === "sent").length,
    },
  };
}

async function putStep(
  tx: Transaction,
  { id, books }: SessionDocument,
  {
    decision,
    said,
    candle: { time, open, high, low, close, volume },
  }: NonNullable<LiveChanges["step"]>,
  decidedAt: number,
): Promise<void> {
  await tx.insert(sessionSteps, {
    id: recordId(id, decision.index),
    sessionId: id,
    index: decision.index,
    candle: { time, open, high, low, close, volume },
    said,
    decision: { ...decision, decidedAt },
    equity: books.equity,
  });
}

/** Stores an order, and returns the event that it is worth; null for none. */
async function putOrder(
  tx: Transaction,
  sessionId: string,
  { order, live }: HeldOrder,
): Promise<"session.ordered" | "session.refused" | null> {
  const id = recordId(sessionId, order.id);
  const { status } = order;
  const document = { id, sessionId, number: order.id, status, order, live };
  const found = await tx.get(sessionOrders, id);
  if (found === undefined) await tx.insert(sessionOrders, document);
  else await tx.replace(sessionOrders, document, found.version);
  if (found === undefined) return "session.ordered";
  return isRefused(order) && !isRefused(found.value.order) ? "session.refused" : null;
}

function isRefused({ refusal }: SessionOrder): boolean {
  return refusal !== undefined;
}
