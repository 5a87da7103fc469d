/**
 * The orders that a session leaves at the exchange when it halts: nobody would follow them. What keeps the stop or the
 * target of a position stays: without it the position would stand open to every price.
 */

import { sessionOrders, type SessionOrderDocument } from "../collections.ts";
import { findSession } from "../read-session.ts";
import { answered, type LiveRunner } from "./live-session.ts";

/** Most orders that are cancelled. */
const MOST = 1000;

/**
 * Cancels the orders of a session that rest at the exchange, if this process still has it. What has become of them is
 * booked when the session is resumed; a fault of one keeps none behind it.
 */
export async function cancelResting(runner: LiveRunner, id: string): Promise<void> {
  const { parts, holder, isHeld } = runner;
  const { value } = await findSession(parts.store, id);
  if (value.holder !== holder || !isHeld()) return;
  const { items } = await parts.store.find(sessionOrders, {
    index: "by_status",
    equals: [id, "waiting"],
    limit: MOST,
  });
  for (const { value: waiting } of items) {
    try {
      await cancelOne(runner, waiting);
    } catch (error) {
      parts.onError(error, id);
    }
  }
}

async function cancelOne(runner: LiveRunner, { order, live }: SessionOrderDocument): Promise<void> {
  const orderId = live?.orderId ?? null;
  if (orderId === null || live?.protects !== undefined) return;
  await answered(runner, () => runner.account.broker.cancel(orderId, order.symbol));
}
