/** Submission of orders: each trades at most once, and its outcome is reported even when an answer is lost. */

import {
  createUnconfirmedOrders,
  type CallersKey,
  type CheckedOrder,
  type Order,
  type UnconfirmedOrders,
} from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import { findStanding } from "./find-placed.ts";
import { isSameOrder } from "./order-body.ts";
import { sendOrder } from "./send-order.ts";

/** Sends orders, and remembers those whose outcome is unknown. */
export interface OrderSubmitter {
  /** Sends a checked order and waits briefly until Bybit has processed it. */
  send(order: CheckedOrder & { readonly reduceOnly?: boolean }, key: CallersKey): Promise<Order>;
  /** Orders whose outcome Bybit has not reported yet. */
  readonly unconfirmed: UnconfirmedOrders;
}

/** Creates the submitter of one broker. */
export function createOrderSubmitter(context: BrokerContext): OrderSubmitter {
  const { clock, recvWindowMilliseconds } = context.terms;
  const unconfirmed = createUnconfirmedOrders({
    clock,
    exchange: "bybit",
    // A window for Bybit to take it in, another for its lists to show it.
    graceMilliseconds: 2 * recvWindowMilliseconds,
    async lookUp({ asked, link }) {
      const found = await findStanding(context, link);
      return found !== undefined && isSameOrder(found, asked) ? found : undefined;
    },
  });
  return {
    unconfirmed,
    send: (order, key) => sendOrder({ ...context, unconfirmed }, order, key),
  };
}
