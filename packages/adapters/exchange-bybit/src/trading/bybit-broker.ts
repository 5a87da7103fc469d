/** A broker on Bybit v5: orders by its private REST interface, on the testnet unless told otherwise. */

import {
  checkNotional,
  checkOrder,
  ExecutionError,
  type ExecutionBroker,
  type Order,
  type OrderQuery,
  type OrderRequest,
  type PlaceOptions,
} from "@bourse/backtest-engine/execution";

import type { Desk } from "./desk.ts";
import { findOrder, listOrders } from "./find-orders.ts";
import { closeHoldings, readBalance, readPositions } from "./holdings.ts";
import { createInstruments } from "./instruments.ts";
import { createOrderDesk, linkIn, type OrderDesk } from "./send-order.ts";
import { createTradingClient } from "./trading-client.ts";
import { UNKNOWN_ORDER } from "./trading-faults.ts";
import { resolveTradingOptions, type BybitBrokerOptions } from "./trading-options.ts";
import { isFinal, orderOf, Placed } from "./trading-rows.ts";

export interface BybitBroker {
  readonly broker: ExecutionBroker;
  /** Cuts the connections of the broker's own making. Idempotent. */
  close(): Promise<void>;
}

/** Looks at a cancellation that Bybit has taken but not worked on yet. */
const LOOKS = 10;

/**
 * A broker for one account. Every order goes out under an `orderLinkId`, the caller's or one of ours, so that a request
 * whose answer was lost is sent again without trading twice; an id that Bybit knows already is looked up and compared.
 * An order whose fate can't be had is `pending` under the id `link:` and its `orderLinkId`, by which it can be read,
 * listed and cancelled like any other; twice the window of a request later, what Bybit does not show was never taken and
 * is `rejected`. Another process knows nothing of the order but finds under the same id what came of it.
 *
 * Spot holdings have no entry price, for Bybit keeps none; linear positions have theirs.
 *
 * @throws KernelError OPTION_INVALID; also for a host where orders move real money, unless `allowLive` is `yes`
 */
export function createBybitBroker(options: BybitBrokerOptions): BybitBroker {
  const terms = resolveTradingOptions(options);
  const client = createTradingClient(terms);
  const desk: Desk = { terms, client, instruments: createInstruments(client, terms) };
  const orders = createOrderDesk(desk);
  const broker: ExecutionBroker = {
    exchange: "bybit",
    place: (request, more) => place(desk, orders, request, more),
    orders: (query = {}) => list(desk, orders, query),
    order: (orderId) => order(desk, orders, orderId),
    cancel: (orderId, symbol) => cancel(desk, orders, orderId, symbol),
    positions: (symbol) => readPositions(desk, symbol),
    close: (request) => closeHoldings(desk, request, (order) => orders.send(order, undefined)),
    balance: () => readBalance(desk),
    async ping() {
      await desk.instruments.time();
    },
  };
  return { broker, close: () => client.close() };
}

async function place(
  desk: Desk,
  orders: OrderDesk,
  request: OrderRequest,
  { idempotencyKey }: PlaceOptions = {},
): Promise<Order> {
  const instrument = await desk.instruments.find(request.symbol);
  const order = checkOrder(request, instrument);
  if (order.price !== null) checkNotional(order.quantity, order.price, instrument);
  return orders.send(order, idempotencyKey);
}

/** What Bybit lists, and what it may still come to show. */
async function list(desk: Desk, orders: OrderDesk, query: OrderQuery): Promise<readonly Order[]> {
  const unseen = await orders.unconfirmed.unseen();
  const rows = await listOrders(desk.client, desk.terms, query);
  const shown = await Promise.all(
    rows.map(async (row) => orderOf(row, await desk.instruments.find(row.symbol))),
  );
  const { symbol, status, limit } = query;
  const fits = (each: Order): boolean =>
    (symbol === undefined || each.symbol === symbol) &&
    (status === undefined || each.status === status);
  return [...unseen.filter(fits), ...shown]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit);
}

async function order(desk: Desk, { unconfirmed }: OrderDesk, orderId: string): Promise<Order> {
  const link = linkIn(orderId);
  const kept = link === undefined ? undefined : await unconfirmed.settle(link);
  if (kept !== undefined) return kept;
  const row = await rowOf(desk, orderId, link);
  if (row === undefined) throw unknownOrder(orderId);
  return orderOf(row, await desk.instruments.find(row.symbol));
}

/** What can be no id of Bybit's is not asked for. */
async function rowOf({ client, terms }: Desk, orderId: string, link: string | undefined) {
  if (link !== undefined) return findOrder(client, terms, { orderLinkId: link });
  return /^[\w-]{1,64}$/u.test(orderId) ? findOrder(client, terms, { orderId }) : undefined;
}

async function cancel(
  desk: Desk,
  orders: OrderDesk,
  given: string,
  symbol: string,
): Promise<Order> {
  const { client, terms } = desk;
  const standing = await order(desk, orders, given);
  const { orderId } = standing;
  if (standing.symbol !== symbol) throw unknownOrder(given);
  if (isFinal(standing.status)) throw notOpen(standing);
  if (linkIn(orderId) !== undefined) throw notShown(orderId);
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
    const now = await order(desk, orders, orderId);
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

function notShown(orderId: string): ExecutionError {
  return new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    "bybit has not told yet what became of this order; look it up and cancel it later.",
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
