/** A broker on Bybit v5: orders by its private REST interface, on the testnet unless told otherwise. */

import { anyText } from "@bourse/kernel";
import {
  checkedBroker,
  checkNotional,
  checkOrder,
  ExecutionError,
  orderPage,
  type ExecutionBroker,
  type Instrument,
  type Order,
  type OrderQuery,
  type OrderRequest,
  type PlaceOptions,
} from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import { findOrder, listOrders } from "./find-orders.ts";
import { closeHoldings, readBalance, readPositions } from "./holdings.ts";
import { createInstruments } from "./instruments.ts";
import { linkIn } from "./link-ids.ts";
import { createOrderSubmitter, type OrderSubmitter } from "./order-submitter.ts";
import { createTradingClient } from "./trading-client.ts";
import { UNKNOWN_ORDER } from "./trading-faults.ts";
import { resolveTradingOptions, type BybitBrokerOptions } from "./trading-options.ts";
import { isFinal, orderOf, Placed } from "./trading-rows.ts";

/** A broker with connections of its own. */
export interface BybitBroker {
  /** The broker. */
  readonly broker: ExecutionBroker;
  /**
   * Finds an instrument of the category as Bybit states it; asked for once each.
   *
   * @throws ExecutionError ORDER_INVALID (field `symbol`), EXECUTION_UNAVAILABLE
   */
  readonly instrument: (symbol: string) => Promise<Instrument>;
  /** Reads this clock minus Bybit's in milliseconds; null until the first signed request compared them. */
  readonly clockOffset: () => number | null;
  /** Closes the connections that the broker opened itself. Idempotent. */
  close(): Promise<void>;
}

/** Looks at a cancellation that Bybit has taken but not worked on yet. */
const LOOKS = 10;

/**
 * Creates a broker for one account. Every order is sent under an `orderLinkId`, the caller's or a generated one, so
 * that a request whose answer was lost is sent again without trading twice; an id that Bybit knows already is looked up
 * and compared. An order whose outcome is unknown is `pending` under the id `link:` plus its `orderLinkId`, under which
 * it can be read, listed and cancelled like any other. After twice `recvWindowMilliseconds` an order that Bybit does
 * not show was never accepted and is `rejected`. Another process does not know the order but finds its outcome under
 * the same id.
 *
 * Spot holdings have no entry price, because Bybit keeps none; linear positions have one.
 *
 * @throws KernelError OPTION_INVALID; also for a host where orders move real money, unless `allowLive` is `yes`
 */
export function createBybitBroker(options: BybitBrokerOptions): BybitBroker {
  const terms = resolveTradingOptions(options);
  const client = createTradingClient(terms);
  const context: BrokerContext = { terms, client, instruments: createInstruments(client, terms) };
  const orders = createOrderSubmitter(context);
  const broker = checkedBroker<ExecutionBroker>("bybit broker", {
    exchange: "bybit",
    place: (request, more) => place(context, orders, request, more),
    orders: (query = {}) => list(context, orders, query),
    order: (orderId) => order(context, orders, orderId),
    cancel: (orderId, symbol) => cancel(context, orders, orderId, symbol),
    positions: (symbol) => readPositions(context, symbol),
    close: (request) => closeHoldings(context, request, (order) => orders.send(order, {})),
    balance: () => readBalance(context),
    async ping() {
      await context.instruments.time();
    },
  });
  return {
    broker,
    instrument(symbol) {
      anyText("symbol", symbol);
      return context.instruments.find(symbol);
    },
    clockOffset: () => client.clockOffset(),
    close: () => client.close(),
  };
}

async function place(
  context: BrokerContext,
  orders: OrderSubmitter,
  request: OrderRequest,
  options: PlaceOptions = {},
): Promise<Order> {
  const instrument = await context.instruments.find(request.symbol);
  const order = checkOrder(request, instrument);
  if (order.price !== null) checkNotional(order.quantity, order.price, instrument);
  return orders.send(order, options);
}

/** Orders that Bybit lists, and those that it may still come to show. */
async function list(
  context: BrokerContext,
  orders: OrderSubmitter,
  query: OrderQuery,
): Promise<readonly Order[]> {
  const unseen = await orders.unconfirmed.unseen();
  const rows = await listOrders(context.client, context.terms, query);
  const shown = await Promise.all(
    rows.map(async (row) => orderOf(row, await context.instruments.find(row.symbol))),
  );
  const { symbol, status } = query;
  const fits = (each: Order): boolean =>
    (symbol === undefined || each.symbol === symbol) &&
    (status === undefined || each.status === status);
  return orderPage([...unseen.filter(fits), ...shown], query);
}

async function order(
  context: BrokerContext,
  { unconfirmed }: OrderSubmitter,
  orderId: string,
): Promise<Order> {
  const link = linkIn(orderId);
  const kept = link === undefined ? undefined : await unconfirmed.settle(link);
  if (kept !== undefined) return kept;
  const row = await rowOf(context, orderId, link);
  if (row === undefined) throw unknownOrder(orderId);
  return orderOf(row, await context.instruments.find(row.symbol));
}

/** Bybit is not asked for a text that cannot be one of its ids. */
async function rowOf({ client, terms }: BrokerContext, orderId: string, link: string | undefined) {
  if (link !== undefined) return findOrder(client, terms, { orderLinkId: link });
  return /^[\w-]{1,64}$/u.test(orderId) ? findOrder(client, terms, { orderId }) : undefined;
}

async function cancel(
  context: BrokerContext,
  orders: OrderSubmitter,
  given: string,
  symbol: string,
): Promise<Order> {
  const { client, terms } = context;
  const standing = await order(context, orders, given);
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
    const now = await order(context, orders, orderId);
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
