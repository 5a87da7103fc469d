/** Orders that were sent to an exchange and whose outcome it has not reported: they may exist or not. */

import {
  anyFunction,
  anyNumber,
  anyText,
  functionOption,
  nullOr,
  numberOption,
  objectOf,
  portOption,
  resolveOptions,
  textOption,
  type Clock,
} from "@bourse/kernel";

import type { CheckedOrder } from "./check-order.ts";
import type { Order } from "./port.ts";

/** An order that was sent, and the id under which it was sent. */
export interface SentOrder {
  /** The order as it was sent. */
  readonly asked: CheckedOrder;
  /** Client order id of the request: the caller's, or one that the broker generated. */
  readonly link: string;
}

/** The orders of one broker whose outcome is unknown. At most 100 are remembered, the oldest forgotten first. */
export interface UnconfirmedOrders {
  /** Remembers an order until the exchange reports its outcome, and returns it as `pending` under the given id. */
  keep(sent: SentOrder, orderId: string): Order;
  /**
   * Looks up the order that is remembered under a link: as the exchange shows it, otherwise `pending` while it may
   * still appear, and `rejected` afterwards. Undefined when none is remembered.
   */
  settle(link: string): Promise<Order | undefined>;
  /** Lists the orders that the exchange still does not show. */
  unseen(): Promise<readonly Order[]>;
  /** Forgets an order, because it is known by the exchange's own id now. */
  forget(link: string): void;
}

/** Maximum number of remembered orders; the oldest is forgotten first. */
const KEPT = 100;

/**
 * Creates an empty memory. `lookUp` returns the order that the exchange shows; undefined for none, and for another
 * order under the same link.
 */
export function createUnconfirmedOrders(options: {
  readonly clock: Pick<Clock, "now">;
  /** Name of the venue. */
  readonly exchange: string;
  /** Time in milliseconds after the sending during which an order may still appear. */
  readonly graceMilliseconds: number;
  readonly lookUp: (sent: SentOrder) => Promise<Order | undefined>;
}): UnconfirmedOrders {
  const { clock, exchange, graceMilliseconds, lookUp } = resolveOptions<typeof options>(
    "createUnconfirmedOrders",
    options,
    {
      clock: portOption<Pick<Clock, "now">>(["now"]),
      exchange: textOption(),
      graceMilliseconds: numberOption({ min: 0 }),
      lookUp: functionOption(),
    },
  );
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
      const order = sentOrder(sent.asked, {
        orderId,
        clientOrderId: sent.link,
        source: exchange,
        now,
      });
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

const anyAmount = objectOf({ toString: anyFunction });
const ASKED = objectOf({
  symbol: anyText,
  side: anyText,
  orderType: anyText,
  quantity: anyAmount,
  price: nullOr(anyAmount),
  stopPrice: nullOr(anyAmount),
  clientOrderId: nullOr(anyText),
});
const AS = objectOf({
  orderId: anyText,
  clientOrderId: nullOr(anyText),
  source: anyText,
  now: anyNumber,
});

/** Builds the `pending` order of a request that was sent and of which nothing else is known yet. */
export function sentOrder(
  asked: CheckedOrder,
  as: Pick<Order, "orderId" | "clientOrderId" | "source"> & { readonly now: number },
): Order {
  ASKED("asked", asked);
  AS("as", as);
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
    source: as.source,
    priceTime: null,
    createdAt: as.now,
    updatedAt: as.now,
  };
}
