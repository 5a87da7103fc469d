/** Orders that were sent to an exchange which has not told what became of them: they may stand, or may never have come. */

import type { Clock } from "@bourse/kernel";

import type { CheckedOrder } from "./check-order.ts";
import type { Order } from "./port.ts";

/** What was sent, and the id that the exchange was to know it by. */
export interface SentOrder {
  readonly asked: CheckedOrder;
  /** The client order id that it was sent under: the caller's, or one of the broker's own. */
  readonly link: string;
}

export interface UnconfirmedOrders {
  /** The order as `pending` under an id of the broker's own making, remembered until the exchange tells its fate. */
  keep(sent: SentOrder, orderId: string): Order;
  /**
   * What became of the order that was kept under a link: as the exchange shows it; else `pending` while it may still
   * come, and `rejected` after that. Undefined when none was kept.
   */
  settle(link: string): Promise<Order | undefined>;
  /** Those of which the exchange still shows nothing. */
  unseen(): Promise<readonly Order[]>;
  /** The order is known by the exchange's own id now. */
  forget(link: string): void;
}

/** Kept in all, the oldest forgotten first. */
const KEPT = 100;

/** @param lookUp what the exchange shows; undefined for nothing, and for another order under the same link */
export function createUnconfirmedOrders(options: {
  readonly clock: Pick<Clock, "now">;
  /** How long after it was sent an order may still come to light. */
  readonly graceMilliseconds: number;
  readonly lookUp: (sent: SentOrder) => Promise<Order | undefined>;
}): UnconfirmedOrders {
  const { clock, graceMilliseconds, lookUp } = options;
  const kept = new Map<string, SentOrder & { order: Order; readonly until: number }>();

  async function settle(link: string): Promise<Order | undefined> {
    const entry = kept.get(link);
    if (entry === undefined || entry.order.status === "rejected") return entry?.order;
    // Read first: an order that came in between is found, not rejected.
    const isLate = clock.now() >= entry.until;
    const found = await lookUp(entry);
    if (found !== undefined) {
      kept.delete(link);
      return found;
    }
    if (isLate) entry.order = { ...entry.order, status: "rejected", updatedAt: clock.now() };
    return entry.order;
  }

  return {
    keep(sent, orderId) {
      const now = clock.now();
      // With its link, whoever made it: the order is sent again under that, and never trades twice.
      const order = sentOrder(sent.asked, { orderId, clientOrderId: sent.link, now });
      kept.delete(sent.link);
      kept.set(sent.link, { ...sent, order, until: now + graceMilliseconds });
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return order;
    },
    settle,
    async unseen() {
      const orders = await Promise.all([...kept.keys()].map(settle));
      const ids = new Set([...kept.values()].map(({ order }) => order.orderId));
      return orders.filter((order) => order !== undefined && ids.has(order.orderId)) as Order[];
    },
    forget: (link) => void kept.delete(link),
  };
}

/** An order that was sent, and of which nothing else is known yet. */
export function sentOrder(
  asked: CheckedOrder,
  as: Pick<Order, "orderId" | "clientOrderId"> & { readonly now: number },
): Order {
  return {
    orderId: as.orderId,
    clientOrderId: as.clientOrderId,
    symbol: asked.symbol,
    side: asked.side,
    orderType: asked.orderType,
    quantity: asked.quantity.toString(),
    price: asked.price?.toString() ?? null,
    stopPrice: asked.stopPrice?.toString() ?? null,
    status: "pending",
    filledQuantity: "0",
    averagePrice: null,
    fee: "0",
    createdAt: as.now,
    updatedAt: as.now,
  };
}
