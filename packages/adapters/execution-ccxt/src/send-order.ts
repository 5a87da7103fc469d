/** Sending orders so that each is sent once, whatever happens to the answers. */

import { ExecutionError, type CheckedOrder, type Order } from "@bourse/backtest-engine/execution";

import type { Desk } from "./desk.ts";
import type { Fault } from "./faults.ts";
import { findByLink, findOrder } from "./find-orders.ts";
import type { Market } from "./markets.ts";
import { isFinal, isSameOrder, linkOf, orderIdOf } from "./order-rows.ts";

export interface OrderDesk {
  /** Sends a checked order and waits, for a moment, until the exchange has worked on it. */
  send(order: CheckedOrder, market: Market, idempotencyKey: string | undefined): Promise<Order>;
  /** Where orders were sent to since the start. */
  markets(): readonly Market[];
}

/** Looks at an order that the exchange has taken but does not show yet, or not as done. */
const LOOKS = 10;

/** Ids of placed orders that are remembered, for an exchange whose lists lag behind. */
const REMEMBERED = 1000;

export function createOrderDesk(desk: Desk): OrderDesk {
  const seen = new Map<string, Market>();
  /** The exchange's ids by client order ids, the oldest first. */
  const placed = new Map<string, { readonly market: Market; readonly id: string }>();
  const turns = new Map<string, Promise<unknown>>();

  /** One after the other under each id: exchanges forget the ids of orders that are done. */
  async function inTurn<T>(link: string, task: () => Promise<T>): Promise<T> {
    const before = turns.get(link) ?? Promise.resolve();
    const mine = before.then(task, task);
    turns.set(link, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(link) === mine) turns.delete(link);
    }
  }

  async function recall(asked: CheckedOrder, market: Market, link: string) {
    const known = placed.get(link);
    const found =
      known === undefined
        ? await findByLink(desk, market, link)
        : await findOrder(desk, known.market, known.id);
    if (found === undefined || isSameOrder(found, asked)) return found;
    throw reused(found);
  }

  function remember(link: string, market: Market, id: string): void {
    placed.set(link, { market, id });
    const [oldest] = placed.keys();
    if (placed.size > REMEMBERED && oldest !== undefined) placed.delete(oldest);
  }

  /** What stands under an id whose fate is not known, as far as the exchange shows it by now. */
  async function afterFault(asked: CheckedOrder, market: Market, link: string, fault: Fault) {
    for (let look = 0; look < LOOKS; look += 1) {
      await desk.terms.clock.sleep(desk.terms.pauseMilliseconds);
      const found = await recall(asked, market, link);
      if (found !== undefined) return found;
    }
    throw fault.error;
  }

  async function sendOnce(
    asked: CheckedOrder,
    market: Market,
    link: string,
    isKnown: boolean,
  ): Promise<Order> {
    if (isKnown) {
      const before = await recall(asked, market, link);
      if (before !== undefined) return before;
    }
    seen.set(market.symbol, market);
    const { exchange } = desk;
    const params = {
      clientOrderId: link,
      ...(asked.stopPrice !== null && { triggerPrice: asked.stopPrice.toString() }),
    };
    const outcome = await desk.send(() =>
      exchange.createOrder(
        market.unified,
        asked.price === null ? "market" : "limit",
        asked.side,
        asked.quantity.toString(),
        asked.price?.toString(),
        params,
      ),
    );
    const id = "value" in outcome ? outcome.value.id : undefined;
    if (id !== undefined && id !== "") {
      remember(link, market, id);
      return worked(desk, asked, market, link, id);
    }
    const fault = "fault" in outcome ? outcome.fault : noOrder(exchange.id);
    // Taken by an earlier try, or by nobody knows which: what stands under the id is the truth.
    if (fault.kind === "unsure" || fault.error.code === "ORDER_REUSED") {
      return afterFault(asked, market, link, fault);
    }
    throw fault.error;
  }

  return {
    send(order, market, idempotencyKey) {
      const link = linkOf(order, idempotencyKey, () => desk.terms.ids.uuid());
      const isKnown = order.clientOrderId !== null || idempotencyKey !== undefined;
      return inTurn(link, () => sendOnce(order, market, link, isKnown));
    },
    markets: () => [...seen.values()],
  };
}

/** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
async function worked(
  desk: Desk,
  asked: CheckedOrder,
  market: Market,
  link: string,
  id: string,
): Promise<Order> {
  const { clock, pauseMilliseconds } = desk.terms;
  let seen: Order | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    seen = (await findOrder(desk, market, id)) ?? seen;
    if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
    await clock.sleep(pauseMilliseconds);
  }
  return seen ?? takenOrder(desk, asked, market, link, id);
}

/** Taken, and not to be seen yet. */
function takenOrder(
  { terms }: Desk,
  asked: CheckedOrder,
  market: Market,
  link: string,
  id: string,
): Order {
  const now = terms.clock.now();
  return {
    orderId: orderIdOf(market, id),
    clientOrderId: asked.clientOrderId === link ? link : null,
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
    createdAt: now,
    updatedAt: now,
  };
}

/** An answer without an order in it, such as a page of a proxy. */
function noOrder(exchange: string): Fault {
  return {
    error: new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      `${exchange} must answer with an order; found another answer. The same order may be sent again under its client order id.`,
      { details: { exchange, reason: "an answer without an order" } },
    ),
    kind: "unsure",
    classes: [],
  };
}

function reused({ orderId }: Order): ExecutionError {
  return new ExecutionError(
    "ORDER_REUSED",
    "This client order id or key stands for another order already; send a new one with a new order.",
    { details: { orderId } },
  );
}
