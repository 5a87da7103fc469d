/**
 * The orders that a session leaves at the exchange when it halts: nobody would follow them. What keeps the stop or the
 * target of a position stays: without it the position would stand open to every price.
 */

import { hasCode } from "@bourse/kernel";

import { sessionOrders, type SessionOrderDocument } from "../collections.ts";
import { findSession } from "../read-session.ts";
import { answered, type LiveRunner } from "./live-session.ts";

/** Most orders that are cancelled. */
const MOST = 1000;

/**
 * Cancels the orders of a session that rest at the exchange, if this process still has it; of one that was stopped all.
 * What has become of them is booked when the session is resumed; a fault of one keeps none behind it. True when no call
 * has failed.
 */
export async function cancelResting(runner: LiveRunner, id: string): Promise<boolean> {
  const { parts, holder, isHeld } = runner;
  const { value } = await findSession(parts.store, id);
  if (value.holder !== holder || !isHeld()) return false;
  const { items } = await parts.store.find(sessionOrders, {
    index: "by_status",
    equals: [id, "waiting"],
    limit: MOST,
  });
  let isDone = true;
  for (const { value: waiting } of items) {
    if (waiting.live?.protects !== undefined && value.state !== "stopped") continue;
    try {
      await cancelOne(runner, waiting);
    } catch (error) {
      isDone &&= hasCode(error, "ORDER_STATE", "ORDER_UNKNOWN");
      parts.onError(error, id);
    }
  }
  return isDone;
}

async function cancelOne(runner: LiveRunner, { order, live }: SessionOrderDocument): Promise<void> {
  const orderId = live?.orderId ?? null;
  if (orderId === null) return;
  await answered(runner, () => runner.account.broker.cancel(orderId, order.symbol));
}
