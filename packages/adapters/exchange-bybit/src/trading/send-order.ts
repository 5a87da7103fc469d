/** Submission of orders: each trades at most once, and its outcome is reported even when an answer is lost. */

import {
  createUnconfirmedOrders,
  ExecutionError,
  sentOrder,
  type CallersKey,
  type CheckedOrder,
  type Order,
  type SentOrder,
  type UnconfirmedOrders,
} from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import { findOrder } from "./find-orders.ts";
import { isSameOrder, linksOf, orderBody } from "./order-body.ts";
import { DUPLICATE } from "./trading-faults.ts";
import { isFinal, orderOf, Placed } from "./trading-rows.ts";

/** Sends orders, and remembers those whose outcome is unknown. */
export interface OrderSubmitter {
  /** Sends a checked order and waits briefly until Bybit has processed it. */
  send(order: CheckedOrder & { readonly reduceOnly?: boolean }, key: CallersKey): Promise<Order>;
  /** Orders whose outcome Bybit has not reported yet. */
  readonly unconfirmed: UnconfirmedOrders;
}

/** Number of times an order is looked up that Bybit has, or may have, accepted but not processed. */
const LOOKS = 10;

/** Prefix of the order id of an order that has a link but no id of Bybit's. */
const BY_LINK = "link:";

/** Extracts the link from an order id; undefined for Bybit's own ids. */
export function linkIn(orderId: string): string | undefined {
  return /^link:([\w-]{1,36})$/u.exec(orderId)?.[1];
}

/** Creates the submitter of one broker. */
export function createOrderSubmitter(context: BrokerContext): OrderSubmitter {
  const { client, terms } = context;
  const { clock, pauseMilliseconds, recvWindowMilliseconds } = terms;
  const unconfirmed = createUnconfirmedOrders({
    clock,
    exchange: "bybit",
    // A window for Bybit to take it in, another for its lists to show it.
    graceMilliseconds: 2 * recvWindowMilliseconds,
    async lookUp({ asked, link }) {
      const found = await standing(link);
      return found !== undefined && isSameOrder(found, asked) ? found : undefined;
    },
  });

  async function standing(link: string): Promise<Order | undefined> {
    const row = await findOrder(client, terms, { orderLinkId: link });
    return row && orderOf(row, await context.instruments.find(row.symbol));
  }

  /** The order under a link. @throws ExecutionError ORDER_REUSED when it is another one */
  async function findPlaced({ asked, link }: SentOrder): Promise<Order | undefined> {
    const found = await standing(link);
    if (found === undefined) return undefined;
    if (isSameOrder(found, asked)) {
      unconfirmed.forget(link);
      return found;
    }
    throw new ExecutionError(
      "ORDER_REUSED",
      "This client order id or key stands for another order already; send a new one with a new order.",
      { details: { orderId: found.orderId } },
    );
  }

  /**
   * Outcome of an uncertain request: the order found under the link id decides; while Bybit cannot be asked, the order
   * is pending.
   */
  async function afterDoubt(sent: SentOrder): Promise<Order> {
    for (let look = 0; look < LOOKS; look += 1) {
      try {
        const found = await findPlaced(sent);
        if (found !== undefined) return found;
      } catch (error) {
        if (!isOutage(error)) throw error;
        break;
      }
      await clock.sleep(pauseMilliseconds);
    }
    return unconfirmed.keep(sent, BY_LINK + sent.link);
  }

  /** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
  async function worked({ asked, link }: SentOrder, orderId: string): Promise<Order> {
    const instrument = await context.instruments.find(asked.symbol);
    let seen: Order | undefined;
    for (let look = 0; look < LOOKS; look += 1) {
      try {
        const row = await findOrder(client, terms, { orderId });
        seen = row === undefined ? seen : orderOf(row, instrument);
      } catch (error) {
        // Bybit has taken it: that it can't be looked at now is no failure of the order.
        if (!isOutage(error)) throw error;
        break;
      }
      if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
      await clock.sleep(pauseMilliseconds);
    }
    const clientOrderId = asked.clientOrderId === link ? link : null;
    return seen ?? sentOrder(asked, { orderId, clientOrderId, source: "bybit", now: clock.now() });
  }

  return {
    unconfirmed,
    async send(asked, key) {
      const links = linksOf(asked, key, () => terms.ids.uuid());
      const [link] = links;
      const sent = { asked, link };
      if (asked.clientOrderId !== null || key.idempotencyKey !== undefined) {
        // Bybit forgets ids in time; we ask before it may take one for new.
        const found = await Promise.all(links.map((each) => findPlaced({ asked, link: each })));
        const before = found.find((order) => order !== undefined);
        if (before !== undefined) return before;
      }
      const outcome = await client.send({
        method: "POST",
        path: "/v5/order/create",
        values: { ...orderBody(asked, terms.category, link), reduceOnly: asked.reduceOnly },
        schema: Placed,
      });
      if ("value" in outcome) {
        unconfirmed.forget(link);
        return worked(sent, outcome.value.orderId);
      }
      const { fault, mayStand } = outcome;
      // Taken by an earlier try, or by nobody knows which.
      if (mayStand || DUPLICATE.has(fault.code ?? 0)) return afterDoubt(sent);
      throw fault.error;
    },
  };
}

/** True when Bybit cannot be asked now, for whatever reason; other errors say something about the order. */
function isOutage(error: unknown): boolean {
  return error instanceof ExecutionError && error.code !== "ORDER_REUSED";
}
