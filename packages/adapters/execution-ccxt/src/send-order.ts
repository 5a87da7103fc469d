/** Submission of orders: each is sent once, even when an answer is lost. */

import {
  createUnconfirmedOrders,
  ExecutionError,
  sentOrder,
  type CallersKey,
  type CheckedOrder,
  type Order,
  type UnconfirmedOrders,
} from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import type { Fault } from "./faults.ts";
import { findByLink, findOrder } from "./find-orders.ts";
import type { Market } from "./markets.ts";
import { isFinal, isSameOrder, linkIdOf, linksOf, orderIdOf } from "./order-rows.ts";

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

/** Number of times an accepted order is looked up until the exchange shows it as done. */
const LOOKS = 10;

/** Number of placed orders whose ids are remembered, because the lists of an exchange may lag behind. */
const REMEMBERED = 1000;

/** Creates the submitter of one broker. */
export function createOrderSubmitter(context: BrokerContext): OrderSubmitter {
  const seen = new Map<string, Market>();
  /** The exchange's ids by client order ids, the oldest first. */
  const placed = new Map<string, { readonly market: Market; readonly id: string }>();
  const turns = new Map<string, Promise<unknown>>();
  const unconfirmed = createUnconfirmedOrders({
    clock: context.terms.clock,
    exchange: context.exchange.id,
    graceMilliseconds: GRACE_MILLISECONDS,
    async lookUp({ asked, link }) {
      const found = await findByLink(context, await context.markets.find(asked.symbol), link);
      return found !== undefined && isSameOrder(found, asked) ? found : undefined;
    },
  });

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

  async function findPlaced(asked: CheckedOrder, market: Market, link: string) {
    const known = placed.get(link);
    const found =
      known === undefined
        ? await findByLink(context, market, link)
        : await findOrder(context, known.market, known.id);
    if (found === undefined) return undefined;
    if (!isSameOrder(found, asked)) throw reused(found);
    unconfirmed.forget(link);
    return found;
  }

  function remember(link: string, market: Market, id: string): void {
    placed.set(link, { market, id });
    const [oldest] = placed.keys();
    if (placed.size > REMEMBERED && oldest !== undefined) placed.delete(oldest);
  }

  /**
   * Outcome of an uncertain request: the order found under the id decides; while the exchange does not show it, the
   * order is pending.
   */
  async function afterFault(asked: CheckedOrder, market: Market, link: string, fault: Fault) {
    for (let look = 0; look < LOOKS; look += 1) {
      await context.terms.clock.sleep(context.terms.pauseMilliseconds);
      try {
        const found = await findPlaced(asked, market, link);
        if (found !== undefined) return found;
      } catch (error) {
        if (!isOutage(error)) throw error;
        return unconfirmed.keep({ asked, link }, linkIdOf(market, link));
      }
    }
    // The exchange knows the id, and shows nothing: no order of ours.
    if (fault.error.code === "ORDER_REUSED") throw fault.error;
    return unconfirmed.keep({ asked, link }, linkIdOf(market, link));
  }

  async function sendOnce(
    asked: CheckedOrder,
    market: Market,
    links: readonly [string, ...string[]],
    isKnown: boolean,
  ): Promise<Order> {
    const [link] = links;
    if (isKnown) {
      const found = await Promise.all(links.map((each) => findPlaced(asked, market, each)));
      const before = found.find((order) => order !== undefined);
      if (before !== undefined) return before;
    }
    seen.set(market.symbol, market);
    const { exchange } = context;
    const params = {
      clientOrderId: link,
      ...(asked.stopPrice !== null && { triggerPrice: asked.stopPrice.toString() }),
    };
    const outcome = await context.send(() =>
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
      unconfirmed.forget(link);
      return worked(context, asked, market, link, id);
    }
    const fault = "fault" in outcome ? outcome.fault : noOrder(exchange.id);
    // Taken by an earlier try, or by nobody knows which: what stands under the id is the truth.
    if (fault.kind === "unsure" || fault.error.code === "ORDER_REUSED") {
      return afterFault(asked, market, link, fault);
    }
    throw fault.error;
  }

  return {
    send(order, market, key) {
      const links = linksOf(order, key, () => context.terms.ids.uuid());
      const isKnown = order.clientOrderId !== null || key.idempotencyKey !== undefined;
      return inTurn(links[0], () => sendOnce(order, market, links, isKnown));
    },
    markets: () => [...seen.values()],
    unconfirmed,
  };
}

/** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
async function worked(
  context: BrokerContext,
  asked: CheckedOrder,
  market: Market,
  link: string,
  id: string,
): Promise<Order> {
  const { clock, pauseMilliseconds } = context.terms;
  let seen: Order | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      seen = (await findOrder(context, market, id)) ?? seen;
    } catch (error) {
      // The exchange has taken it: that it can't be looked at now is no failure of the order.
      if (!isOutage(error)) throw error;
      break;
    }
    if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
    await clock.sleep(pauseMilliseconds);
  }
  const as = {
    orderId: orderIdOf(market, id),
    clientOrderId: asked.clientOrderId === link ? link : null,
    source: market.exchange,
    now: clock.now(),
  };
  return seen ?? sentOrder(asked, as);
}

/** True when the exchange cannot be asked now, for whatever reason; other errors say something about the order. */
function isOutage(error: unknown): boolean {
  return error instanceof ExecutionError && error.code !== "ORDER_REUSED";
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
