/** A broker for paper trading: real prices, an account in the store, and exact sums of money. */

import { anyText, checkedCalls, everyDocument, type StoreReader } from "@bourse/kernel";

import { canonicalSymbol } from "../../market-data/canonical-symbol.ts";
import { checkNotional, checkOrder } from "../check-order.ts";
import { checkedBroker, orderInvalid } from "../checked-broker.ts";
import { ExecutionError } from "../errors.ts";
import type {
  CloseRequest,
  ExecutionBroker,
  Order,
  OrderPlace,
  OrderQuery,
  OrderRequest,
  PlaceOptions,
} from "../port.ts";
import { tradeTopic } from "../trade-event.ts";
import { openAccount, queueForAccount } from "./account.ts";
import { closePosition } from "./close-position.ts";
import { paperBalances, paperOrders, type PaperOrder } from "./collections.ts";
import { resolvePaperOptions, type PaperBrokerOptions, type PaperTerms } from "./paper-options.ts";
import {
  identifyOrder,
  placeOrder,
  recallOrder,
  releaseFunds,
  type Placed,
} from "./place-order.ts";
import { lastPrice, requireTradable, standingSource } from "./price-source.ts";
import { readPositions } from "./read-positions.ts";
import { isResting } from "./resting-orders.ts";
import { createSettling, type Settling } from "./settling.ts";
import { tellOrder } from "./tell-order.ts";

/** The paper broker: the port of brokers, and the settlement of resting orders. */
export interface PaperBroker extends ExecutionBroker, Settling {
  /**
   * Reads the name of the source that the symbol's open position or resting orders are bound to; null when neither
   * stands.
   */
  priceSource(symbol: string): Promise<string | null>;
}

/**
 * Creates a paper broker over a store. Any number of brokers over one store trade on the same account.
 *
 * Spot trading: a sale needs the asset, a position is long, the leverage is 1. Market orders fill at the close of the
 * newest closed minute, others when a minute that opens after them touches them; fees are taken in the quote asset. A
 * market order at a price that is older than `priceMaxAgeSeconds` is refused with MARKET_DATA_UNAVAILABLE; others wait
 * while their market is closed. Imported history is never a price.
 *
 * A symbol is known under its canonical name, whatever its spelling. While an order of it rests or a position is open,
 * prices of another source than the first order's are refused with EXECUTION_UNAVAILABLE and fill nothing.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createPaperBroker(given: PaperBrokerOptions): PaperBroker {
  const terms = resolvePaperOptions(given);
  const { store } = terms;
  const settling = createSettling(terms);
  const calls: Omit<ExecutionBroker, "exchange"> = {
    place: (request, options) => place(terms, request, options),
    async orders(query = {}) {
      const { limit = 500, after } = query;
      const range = after === undefined ? {} : { range: { lt: await numberOf(store, after) } };
      const found = { ...indexOf(query), ...range, order: "desc", limit } as const;
      const page = await store.find(paperOrders, found);
      return page.items.map(({ value }) => viewOrder(value));
    },
    order: async (orderId) => viewOrder((await findOrder(store, orderId)).value),
    cancel: (orderId, symbol) => cancel(terms, orderId, canonicalSymbol(symbol)),
    positions: (symbol) =>
      readPositions(
        terms,
        (name) => lastPrice(terms, name),
        symbol === undefined ? undefined : canonicalSymbol(symbol),
      ),
    close: (request) => close(terms, request),
    async balance() {
      await store.transaction((tx) => openAccount(tx, terms.startBalance, terms.clock.now()));
      const owned: Record<string, string> = {};
      for await (const { value } of everyDocument(store, paperBalances)) {
        if (value.total !== "0") owned[value.id] = value.total;
      }
      return owned;
    },
    async ping() {
      await store.get(paperBalances, "USDT");
    },
  };
  const priceSource: PaperBroker["priceSource"] = (symbol) =>
    standingSource(store, canonicalSymbol(symbol));
  return {
    ...checkedBroker("paper broker", { exchange: "paper", ...calls }),
    ...checkedCalls(
      "paper broker",
      { priceSource },
      { priceSource: { symbol: anyText } },
      [],
      orderInvalid,
    ),
    ...settling,
  };
}

async function place(
  terms: PaperTerms,
  given: OrderRequest,
  options: PlaceOptions = {},
): Promise<Order> {
  const { store } = terms;
  const request = { ...given, symbol: canonicalSymbol(given.symbol) };
  const instrument = await terms.instruments(request.symbol);
  const order = checkOrder(request, instrument);
  const identity = identifyOrder(order, options);
  const before = await recallOrder(store, identity);
  if (before !== undefined) return viewOrder(before);
  // Asked for any order: what has no price cannot be traded, and would rest for ever.
  const last = await lastPrice(terms, request.symbol);
  if (order.orderType === "market") {
    requireTradable(terms, request.symbol, last);
    checkNotional(order.quantity, last.price, instrument);
  }
  const placed = await store.transaction(async (tx): Promise<Placed> => {
    await queueForAccount(tx);
    const meanwhile = await recallOrder(tx, identity);
    if (meanwhile !== undefined) return { order: meanwhile, event: null };
    return placeOrder(tx, terms, { order, identity, instrument, lastPrice: last });
  });
  announce(terms, placed);
  return viewOrder(placed.order);
}

async function cancel(terms: PaperTerms, orderId: string, symbol: string): Promise<Order> {
  const cancelled = await terms.store.transaction(async (tx) => {
    await queueForAccount(tx);
    const found = await findOrder(tx, orderId);
    if (found.value.symbol !== symbol) throw unknownOrder(orderId);
    if (!isResting(found.value)) throw notOpen(found.value);
    const freed = await releaseFunds(tx, found.value);
    const next = { ...freed, status: "cancelled", updatedAt: terms.clock.now() } as const;
    await tellOrder(terms, tx, "order.cancelled", next);
    return (await tx.replace(paperOrders, next, found.version)).value;
  });
  return viewOrder(cancelled);
}

async function close(
  terms: PaperTerms,
  { symbol: spelled, side = "both", owner }: CloseRequest,
): Promise<readonly Order[]> {
  const symbol = canonicalSymbol(spelled);
  const instrument = await terms.instruments(symbol);
  if (side === "short") return [];
  const held = await readPositions(terms, () => Promise.resolve(null), symbol);
  if (held.length === 0) return [];
  const price = await lastPrice(terms, symbol);
  requireTradable(terms, symbol, price);
  const placed = await terms.store.transaction(async (tx) => {
    await queueForAccount(tx);
    return await closePosition(tx, terms, { instrument, lastPrice: price, owner });
  });
  if (placed === undefined) return [];
  announce(terms, placed);
  return [viewOrder(placed.order)];
}

function announce({ bus }: PaperTerms, { event }: Placed): void {
  if (event !== null) bus.publish(tradeTopic, event);
}

async function findOrder(reader: StoreReader, orderId: string) {
  const isId = orderId.length > 0 && orderId.length <= 200;
  const found = isId ? await reader.get(paperOrders, orderId) : undefined;
  if (found !== undefined) return found;
  throw unknownOrder(orderId);
}

/** Orders are not deleted: a place that is no order of this account has no number, and no order is behind it. */
async function numberOf(reader: StoreReader, { orderId }: OrderPlace): Promise<number> {
  return (await reader.get(paperOrders, orderId))?.value.number ?? 0;
}

function indexOf({ symbol: spelled, status }: OrderQuery) {
  const symbol = spelled === undefined ? undefined : canonicalSymbol(spelled);
  if (symbol !== undefined && status !== undefined) {
    return { index: "by_symbol_status", equals: [symbol, status] } as const;
  }
  if (symbol !== undefined) return { index: "by_symbol", equals: [symbol] } as const;
  if (status !== undefined) return { index: "by_status", equals: [status] } as const;
  return { index: "newest" } as const;
}

/** The public side of a stored order. */
function viewOrder(order: PaperOrder): Order {
  return {
    orderId: order.id,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    quantity: order.quantity,
    price: order.price,
    stopPrice: order.stopPrice,
    status: order.status,
    filledQuantity: order.filledQuantity,
    averagePrice: order.averagePrice,
    fee: order.fee,
    source: order.source,
    priceTime: order.priceTime ?? null,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}

function unknownOrder(orderId: string): ExecutionError {
  const id = orderId.slice(0, 64);
  return new ExecutionError("ORDER_UNKNOWN", `No order has the id ${JSON.stringify(id)}.`, {
    details: { orderId: id },
  });
}

function notOpen({ id, status }: PaperOrder): ExecutionError {
  return new ExecutionError(
    "ORDER_STATE",
    `Only a pending or open order can be cancelled; this one is ${status}.`,
    { details: { orderId: id, status } },
  );
}
