/** A broker on Bybit v5: orders by its private REST interface, on the testnet unless told otherwise. */

import {
  checkNotional,
  checkOrder,
  ExecutionError,
  type CheckedOrder,
  type ExecutionBroker,
  type Order,
  type OrderRequest,
  type PlaceOptions,
} from "@bourse/backtest-engine/execution";

import type { Desk } from "./desk.ts";
import { findOrder, listOrders } from "./find-orders.ts";
import { closeHoldings, readBalance, readPositions } from "./holdings.ts";
import { createInstruments } from "./instruments.ts";
import { isSameOrder, linkOf, orderBody } from "./order-body.ts";
import { createTradingClient } from "./trading-client.ts";
import { DUPLICATE, UNKNOWN_ORDER } from "./trading-faults.ts";
import { resolveTradingOptions, type BybitBrokerOptions } from "./trading-options.ts";
import { isFinal, orderOf, Placed } from "./trading-rows.ts";

export interface BybitBroker {
  readonly broker: ExecutionBroker;
  /** Cuts the connections of the broker's own making. Idempotent. */
  close(): Promise<void>;
}

/** Looks at an order that Bybit has taken but not worked on yet. */
const LOOKS = 10;

/**
 * A broker for one account. Every order goes out under an `orderLinkId`, the caller's or one of ours, so that a request
 * whose answer was lost is sent again without trading twice; an id that Bybit knows already is looked up and compared.
 *
 * Spot holdings have no entry price, for Bybit keeps none; linear positions have theirs.
 *
 * @throws KernelError OPTION_INVALID; also for a host where orders move real money, unless `allowLive` is `yes`
 */
export function createBybitBroker(options: BybitBrokerOptions): BybitBroker {
  const terms = resolveTradingOptions(options);
  const client = createTradingClient(terms);
  const desk: Desk = { terms, client, instruments: createInstruments(client, terms) };
  const broker: ExecutionBroker = {
    exchange: "bybit",
    place: (request, more) => place(desk, request, more),
    async orders(query = {}) {
      const rows = await listOrders(client, terms, query);
      return Promise.all(
        rows.map(async (row) => orderOf(row, await desk.instruments.find(row.symbol))),
      );
    },
    order: (orderId) => order(desk, orderId),
    cancel: (orderId, symbol) => cancel(desk, orderId, symbol),
    positions: (symbol) => readPositions(desk, symbol),
    close: (request) => closeHoldings(desk, request, (order) => send(desk, order, undefined)),
    balance: () => readBalance(desk),
    async ping() {
      await desk.instruments.time();
    },
  };
  return { broker, close: () => client.close() };
}

async function place(
  desk: Desk,
  request: OrderRequest,
  { idempotencyKey }: PlaceOptions = {},
): Promise<Order> {
  const instrument = await desk.instruments.find(request.symbol);
  const order = checkOrder(request, instrument);
  if (order.price !== null) checkNotional(order.quantity, order.price, instrument);
  return send(desk, order, idempotencyKey);
}

/** Sends a checked order and waits, for a moment, until Bybit has worked on it. */
async function send(
  desk: Desk,
  order: CheckedOrder & { readonly reduceOnly?: boolean },
  idempotencyKey: string | undefined,
): Promise<Order> {
  const { client, terms } = desk;
  const link = linkOf(order, idempotencyKey, () => terms.ids.uuid());
  if (order.clientOrderId !== null || idempotencyKey !== undefined) {
    // Bybit forgets ids in time; we ask before it may take one for new.
    const before = await recall(desk, order, link);
    if (before !== undefined) return before;
  }
  const outcome = await client.send({
    method: "POST",
    path: "/v5/order/create",
    values: { ...orderBody(order, terms.category, link), reduceOnly: order.reduceOnly },
    schema: Placed,
  });
  if ("fault" in outcome) {
    const { fault } = outcome;
    if (fault.kind !== "unsure" && !DUPLICATE.has(fault.code ?? 0)) throw fault.error;
    // Taken by an earlier try, or by nobody knows which: what stands under the id is the truth.
    const found = await recall(desk, order, link);
    if (found === undefined) throw fault.error;
    return found;
  }
  return worked(desk, order, link, outcome.value.orderId);
}

/** The order under a link id. @throws ExecutionError ORDER_REUSED when it is another one */
async function recall(desk: Desk, asked: CheckedOrder, link: string): Promise<Order | undefined> {
  const row = await findOrder(desk.client, desk.terms, { orderLinkId: link });
  if (row === undefined) return undefined;
  const found = orderOf(row, await desk.instruments.find(row.symbol));
  if (isSameOrder(found, asked)) return found;
  throw new ExecutionError(
    "ORDER_REUSED",
    "This client order id or key stands for another order already; send a new one with a new order.",
    { details: { orderId: found.orderId } },
  );
}

/** The order as it stands once it shows: final when it was one at the market, else wherever it is. */
async function worked(
  desk: Desk,
  asked: CheckedOrder,
  link: string,
  orderId: string,
): Promise<Order> {
  const { clock, pauseMilliseconds } = desk.terms;
  const instrument = await desk.instruments.find(asked.symbol);
  let seen: Order | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    const row = await findOrder(desk.client, desk.terms, { orderId });
    seen = row && orderOf(row, instrument);
    if (seen !== undefined && (asked.orderType !== "market" || isFinal(seen.status))) return seen;
    await clock.sleep(pauseMilliseconds);
  }
  return seen ?? takenOrder(desk, asked, link, orderId);
}

/** Taken, and not to be seen yet. */
function takenOrder({ terms }: Desk, asked: CheckedOrder, link: string, orderId: string): Order {
  const now = terms.clock.now();
  return {
    orderId,
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

async function order(desk: Desk, orderId: string): Promise<Order> {
  // What can be no id of Bybit's is not asked for.
  const row = /^[\w-]{1,64}$/u.test(orderId)
    ? await findOrder(desk.client, desk.terms, { orderId })
    : undefined;
  if (row === undefined) throw unknownOrder(orderId);
  return orderOf(row, await desk.instruments.find(row.symbol));
}

async function cancel(desk: Desk, orderId: string, symbol: string): Promise<Order> {
  const { client, terms } = desk;
  const standing = await order(desk, orderId);
  if (standing.symbol !== symbol) throw unknownOrder(orderId);
  if (isFinal(standing.status)) throw notOpen(standing);
  const isStop = terms.category === "spot" && standing.stopPrice !== null;
  const outcome = await client.send({
    method: "POST",
    path: "/v5/order/cancel",
    values: {
      category: terms.category,
      symbol,
      orderId,
      orderFilter: isStop ? "StopOrder" : undefined,
    },
    schema: Placed,
  });
  // Gone by now: cancelled by an earlier try, or filled meanwhile.
  if ("fault" in outcome && !UNKNOWN_ORDER.has(outcome.fault.code ?? 0)) throw outcome.fault.error;
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await order(desk, orderId);
    if (now.status === "cancelled") return now;
    if (isFinal(now.status)) throw notOpen(now);
    await terms.clock.sleep(terms.pauseMilliseconds);
  }
  throw new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    "bybit took the cancellation and has not worked on it yet; look the order up later.",
    { details: { orderId } },
  );
}

function unknownOrder(orderId: string): ExecutionError {
  const id = orderId.slice(0, 64);
  return new ExecutionError("ORDER_UNKNOWN", `No order has the id ${JSON.stringify(id)}.`, {
    details: { orderId: id },
  });
}

function notOpen({ orderId, status }: Order): ExecutionError {
  return new ExecutionError(
    "ORDER_STATE",
    `Only a pending or open order can be cancelled; this one is ${status}.`,
    { details: { orderId, status } },
  );
}
