/** Books what the exchange shows of an order: each fill once, however often and in whatever order it is shown. */

import { isLinkId } from "../../execution/order-event.ts";
import { readAmount } from "../../execution/paper/amount.ts";
import type { Order } from "../../execution/port.ts";
import type { LiveFill } from "../../session/live/live-books.ts";
import type { HeldOrder, LiveOrder } from "../../session/live/live-order.ts";
import type { SessionOrderStatus } from "../../session/session.ts";
import { commitLive } from "./commit-live.ts";
import type { LiveSession } from "./live-session.ts";

const ENDS: Readonly<Partial<Record<Order["status"], SessionOrderStatus>>> = {
  filled: "filled",
  cancelled: "cancelled",
  rejected: "rejected",
};

/**
 * Books what is new about an order of the session. What is older than what is known changes nothing; a fill is booked
 * also after the order has ended.
 */
export async function noteOrder(session: LiveSession, number: number, shown: Order): Promise<void> {
  const { kernel, account } = session;
  const fill = fillSince(kernel.orders.get(number).live, shown);
  const fills = fill === null ? [] : kernel.book(number, fill, account.paysBuyFeesInBase);
  const { live } = kernel.orders.get(number);
  const isBooked = readAmount(live.filled).compare(readAmount(shown.filledQuantity)) >= 0;
  const end = isBooked ? endOf(shown, kernel.orders.get(number)) : undefined;
  if (live.stage !== "ended") {
    if (live.orderId !== shown.orderId) kernel.change(number, { orderId: shown.orderId });
    if (live.stage === "sent" && !isLinkId(shown.orderId)) kernel.change(number, { stage: "open" });
    if (end === "rejected") {
      const reason = "The exchange has rejected the order.";
      kernel.reject(number, { code: "EXECUTION_REFUSED", rule: null, reason });
    } else if (end !== undefined) kernel.end(number, end);
  }
  if (kernel.orders.hasChanges) await commitLive(session, { fills });
}

/** The end that an order has come to; undefined while it has not. */
function endOf({ status }: Order, { order, live }: HeldOrder): SessionOrderStatus | undefined {
  const last = order.decision + (live.asked.validCandles ?? Infinity);
  return status === "cancelled" && (live.leftBefore ?? 0) > last ? "expired" : ENDS[status];
}

/** The part that was filled since the order was shown last; null for none. */
function fillSince(
  live: LiveOrder,
  { filledQuantity, averagePrice, fee, side }: Order,
): LiveFill | null {
  if (averagePrice === null) return null;
  const filled = readAmount(filledQuantity);
  const quantity = filled.minus(readAmount(live.filled));
  if (quantity.sign !== 1) return null;
  const value = filled.times(readAmount(averagePrice));
  return {
    side,
    quantity,
    value: value.minus(readAmount(live.value)),
    fee: readAmount(fee).minus(readAmount(live.fee)),
  };
}
