/** Submission of orders: each is sent once, even when an answer is lost. */

import {
  createUnconfirmedOrders,
  type CallersKey,
  type CheckedOrder,
  type Order,
  type UnconfirmedOrders,
} from "@bourse/trading-core/execution";

import type { BrokerContext, SubmitterContext } from "./broker-context.ts";
import { findByLink } from "./find-orders.ts";
import { LinkTurns } from "./link-turns.ts";
import type { Market } from "./markets.ts";
import { isSameOrder, linksOf } from "./order-rows.ts";
import { PlacedOrders } from "./placed-orders.ts";
import { sendOrder } from "./send-order.ts";

/** Sends orders, and remembers those whose outcome is unknown. */
export interface OrderSubmitter {
  /** Sends a checked order and waits briefly until the exchange has processed it. */
  send(order: CheckedOrder, market: Market, key: CallersKey): Promise<Order>;
  /** Lists the markets that orders were sent to since the start. */
  markets(): readonly Market[];
  /** Orders whose outcome the exchange has not reported yet. */
  readonly unconfirmed: UnconfirmedOrders;
}

/** Longest time until an order appears, in milliseconds: the longest window in which an exchange accepts a request. */
const GRACE_MILLISECONDS = 60_000;

/** Creates the submitter of one broker. */
export function createOrderSubmitter(context: BrokerContext): OrderSubmitter {
  const { terms, exchange, markets } = context;
  const unconfirmed = createUnconfirmedOrders({
    clock: terms.clock,
    exchange: exchange.id,
    graceMilliseconds: GRACE_MILLISECONDS,
    async lookUp({ asked, link }) {
      const found = await findByLink(context, await markets.find(asked.symbol), link);
      return found !== undefined && isSameOrder(found, asked) ? found : undefined;
    },
  });
  const seen = new Map<string, Market>();
  const sending: SubmitterContext = { ...context, unconfirmed, placed: new PlacedOrders(), seen };
  const turns = new LinkTurns();
  return {
    send(asked, market, key) {
      const links = linksOf(asked, key, () => terms.ids.uuid());
      const isKnown = asked.clientOrderId !== null || key.idempotencyKey !== undefined;
      return turns.take(links[0], () => sendOrder(sending, { asked, market, links, isKnown }));
    },
    markets: () => [...seen.values()],
    unconfirmed,
  };
}
