/** A broker on any exchange that ccxt speaks to, at spot, on its testnet unless told otherwise. */

import { Decimal } from "@bourse/kernel";
import {
  checkedBroker,
  checkNotional,
  checkOrder,
  ExecutionError,
  orderPage,
  type CheckedOrder,
  type ExecutionBroker,
  type Order,
  type OrderQuery,
  type OrderRequest,
  type PlaceOptions,
} from "@bourse/trading-core/execution";

import { createBrokerContext, type BrokerContext } from "./broker-context.ts";
import { resolveBrokerOptions, type CcxtBrokerOptions } from "./broker-options.ts";
import { findByLink, findOrder, listOrders } from "./find-orders.ts";
import { closeHoldings, heldMarkets, readBalance, readPositions } from "./holdings.ts";
import type { Market } from "./markets.ts";
import { openExchange } from "./open-exchange.ts";
import { isFinal, linkPartsOf, partsOf } from "./order-rows.ts";
import { createOrderSubmitter, type OrderSubmitter } from "./order-submitter.ts";

/**
 * A broker for one account. Amounts are exact text both ways. Every order goes out under a client order id, the
 * caller's or one of ours; before a caller's id is used and after an answer was lost, what stands under it is looked
 * up, so that a repeated order is the same order. Order ids are `SYMBOL:ID`, the exchange's own behind the colon. An
 * order whose fate can't be had is `pending` under `SYMBOL:link:CLIENT_ORDER_ID`, by which it is read, listed and
 * cancelled like any other; what the exchange does not show a minute later is `rejected`.
 *
 * Holdings have no entry price and no profit, for exchanges keep none of spot.
 *
 * @throws KernelError OPTION_INVALID; also for `sandbox: "no"` without `allowLive: "yes"`, an exchange without a
 * sandbox where one is wanted, and one that lacks what a broker needs
 */
export function createCcxtBroker(options: CcxtBrokerOptions): ExecutionBroker {
  const terms = resolveBrokerOptions(options);
  const context = createBrokerContext(terms, openExchange(terms));
  const orders = createOrderSubmitter(context);
  return checkedBroker("createCcxtBroker", {
    exchange: context.exchange.id,
    place: (request, more) => place(context, orders, request, more),
    orders: (query = {}) => list(context, orders, query),
    order: (orderId) => order(context, orders, orderId),
    cancel: (orderId, symbol) => cancel(context, orders, orderId, symbol),
    positions: (symbol) => readPositions(context, symbol),
    close: (request) =>
      closeHoldings(context, request, (checked, market) => orders.send(checked, market, {})),
    balance: () => readBalance(context),
    async ping() {
      const { exchange, read } = context;
      await read(() =>
        exchange.has["fetchTime"] === true ? exchange.fetchTime() : exchange.loadMarkets(true),
      );
    },
  });
}

async function place(
  context: BrokerContext,
  orders: OrderSubmitter,
  request: OrderRequest,
  options: PlaceOptions = {},
): Promise<Order> {
  const market = await context.markets.find(request.symbol);
  const checked = checkOrder({ ...request, symbol: market.symbol }, market);
  if (checked.price !== null) checkNotional(checked.quantity, checked.price, market);
  checkAsSent(context, checked, market);
  return orders.send(checked, market, options);
}

/** Checks that the exchange accepts the order and that ccxt would not round it. */
function checkAsSent({ exchange }: BrokerContext, order: CheckedOrder, market: Market): void {
  const least = Decimal.parse(market.minQuantity);
  if (order.quantity.compare(least) < 0) {
    throw invalid(
      "quantity",
      `An order of ${market.symbol} must be of at least ${market.minQuantity} ${market.base}; found ${order.quantity.toString()}.`,
    );
  }
  if (order.stopPrice !== null && exchange.features?.spot?.["createOrder"]?.triggerPrice !== true) {
    throw invalid(
      "orderType",
      `ccxt places no ${order.orderType} orders at ${exchange.id}; use market or limit.`,
    );
  }
  const rounders = {
    quantity: exchange.amountToPrecision.bind(exchange),
    price: exchange.priceToPrecision.bind(exchange),
    stopPrice: exchange.priceToPrecision.bind(exchange),
  };
  for (const field of ["quantity", "price", "stopPrice"] as const) {
    const asked = order[field];
    if (asked === null) continue;
    const sent = sentAs(() => rounders[field](market.unified, asked.toString()));
    if (sent !== undefined && Decimal.parse(sent).equals(asked)) continue;
    throw invalid(
      field,
      `${exchange.id} takes no ${asked.toString()} as the ${field} of ${market.symbol}; the nearest that it does is ${sent ?? "above it"}.`,
    );
  }
}

/** ccxt refuses to round down to nothing. */
function sentAs(round: () => string): string | undefined {
  try {
    return round();
  } catch {
    return undefined;
  }
}

/** Orders that the exchange lists, and those that it may still come to show. */
async function list(
  context: BrokerContext,
  orders: OrderSubmitter,
  { symbol, ...query }: OrderQuery,
): Promise<readonly Order[]> {
  const { status } = query;
  const unseen = await orders.unconfirmed.unseen();
  const markets = await marketsOf(context, orders, symbol);
  const fits = (each: Order): boolean =>
    markets.some((market) => market.symbol === each.symbol) &&
    (status === undefined || each.status === status);
  const shown = await listOrders(context, markets, query);
  return orderPage([...unseen.filter(fits), ...shown], query);
}

async function marketsOf(
  context: BrokerContext,
  orders: OrderSubmitter,
  symbol: string | undefined,
): Promise<readonly Market[]> {
  if (symbol !== undefined) {
    const market = await context.markets.known(symbol);
    return market === undefined ? [] : [market];
  }
  const listed = await Promise.all(context.terms.symbols.map((each) => context.markets.find(each)));
  const known = [...listed, ...orders.markets(), ...(await heldMarkets(context))];
  return [...new Map(known.map((market) => [market.symbol, market])).values()];
}

async function order(
  context: BrokerContext,
  { unconfirmed }: OrderSubmitter,
  orderId: string,
): Promise<Order> {
  const byLink = linkPartsOf(orderId);
  const kept = byLink && (await unconfirmed.settle(byLink.link));
  if (kept !== undefined) return kept;
  const parts = byLink ?? partsOf(orderId);
  const market = parts && (await context.markets.known(parts.symbol));
  if (parts === undefined || market === undefined) throw unknownOrder(orderId);
  const found = await ("link" in parts
    ? findByLink(context, market, parts.link)
    : findOrder(context, market, parts.id));
  if (found === undefined) throw unknownOrder(orderId);
  return found;
}

/** Looks at a cancellation that the exchange has taken but not worked on yet. */
const LOOKS = 10;

async function cancel(
  context: BrokerContext,
  orders: OrderSubmitter,
  given: string,
  symbol: string,
): Promise<Order> {
  const { exchange, terms } = context;
  const standing = await order(context, orders, given);
  const { orderId } = standing;
  const market = await context.markets.known(symbol);
  if (market === undefined || standing.symbol !== market.symbol) throw unknownOrder(given);
  if (isFinal(standing.status)) throw notOpen(standing);
  if (linkPartsOf(orderId) !== undefined) throw notShown(exchange.id, orderId);
  const { id } = partsOf(orderId)!; // it was found by them
  const isStopApart =
    standing.stopPrice !== null && exchange.features?.spot?.["fetchOrder"]?.trigger === true;
  const params = isStopApart ? { trigger: true } : {};
  const outcome = await context.send(() => exchange.cancelOrder(id, market.unified, params), {
    isRead: true,
  });
  // Gone by now: cancelled by an earlier try, or filled meanwhile.
  if ("fault" in outcome && outcome.fault.error.code !== "ORDER_UNKNOWN") {
    throw outcome.fault.error;
  }
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await order(context, orders, orderId);
    if (now.status === "cancelled") return now;
    if (isFinal(now.status)) throw notOpen(now);
    await terms.clock.sleep(terms.pauseMilliseconds);
  }
  throw new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `${exchange.id} took the cancellation and has not worked on it yet; look the order up later.`,
    { details: { orderId } },
  );
}

function invalid(field: string, message: string): ExecutionError {
  return new ExecutionError("ORDER_INVALID", message, { details: { field } });
}

function notShown(exchange: string, orderId: string): ExecutionError {
  return new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `${exchange} has not told yet what became of this order; look it up and cancel it later.`,
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
