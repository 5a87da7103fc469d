/** Orders as ccxt tells them, and what they are to us. */

import { createHash } from "node:crypto";

import { Decimal } from "@bourse/kernel";
import {
  ExecutionError,
  keyNames,
  type CallersKey,
  type CheckedOrder,
  type Order,
  type OrderStatus,
  type OrderType,
} from "@bourse/trading-core/execution";

import type { CcxtOrder, CcxtTrade } from "./ccxt-shapes.ts";
import { amountOf, textOf } from "./exact-text.ts";
import type { Market } from "./markets.ts";

/** Client order ids of our own making: no client asked for them. Letters and digits only, as some exchanges want. */
const OWN_LINK = "bourse";

/**
 * The id under which an order is sent, so that no try of it can trade twice; then those under which an earlier try of
 * it may have been sent.
 */
export function linksOf(
  { clientOrderId }: CheckedOrder,
  key: CallersKey,
  fresh: () => string,
): readonly [string, ...string[]] {
  // 32 characters: the most that okx and others take.
  const own = (tail: string): string => (OWN_LINK + tail).slice(0, 32);
  if (clientOrderId !== null) return [clientOrderId];
  const [link, ...others] = keyNames(key).map((name) =>
    own(createHash("sha256").update(name).digest("hex")),
  );
  return link === undefined ? [own(fresh().replaceAll("-", ""))] : [link, ...others];
}

/** An order's id here: most exchanges know an order only together with its market. */
export function orderIdOf(market: Market, id: string): string {
  return `${market.symbol}:${id}`;
}

/** The id of an order that the exchange has given none yet. */
export function linkIdOf(market: Market, link: string): string {
  return `${market.symbol}:link:${link}`;
}

/** The two parts of such an id; undefined for any other. */
export function linkPartsOf(
  orderId: string,
): { readonly symbol: string; readonly link: string } | undefined {
  const [, symbol, link] = /^([^:]{1,60}):link:([\w-]{1,36})$/u.exec(orderId) ?? [];
  return symbol === undefined || link === undefined ? undefined : { symbol, link };
}

/** The two parts of an order's id; undefined for what can be none. */
export function partsOf(
  orderId: string,
): { readonly symbol: string; readonly id: string } | undefined {
  const [, symbol, id] = /^([^:]{1,60}):([\w-]{1,100})$/u.exec(orderId) ?? [];
  return symbol === undefined || id === undefined ? undefined : { symbol, id };
}

/**
 * The order that ccxt tells of. `trades` are asked for the fee where the order does not have it.
 *
 * @throws ExecutionError EXECUTION_UNAVAILABLE for an order without an id or a side
 */
export function orderOf(row: CcxtOrder, market: Market, trades: readonly CcxtTrade[] = []): Order {
  if (!isWhole(row)) {
    throw new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      "Expected an order with its id and side from the exchange, found another answer; look the order up later.",
      { details: { reason: "an answer that is no order" } },
    );
  }
  const link = row.clientOrderId ?? "";
  const stopPrice = textOf(row.triggerPrice);
  const orderType = typeOf(row.type ?? "", stopPrice !== null);
  const filledQuantity = textOf(row.filled) ?? "0";
  const averagePrice = filledQuantity === "0" ? null : textOf(row.average);
  const createdAt = row.timestamp ?? row.lastUpdateTimestamp ?? row.lastTradeTimestamp ?? 0;
  return {
    orderId: orderIdOf(market, row.id),
    clientOrderId: link === "" || link.startsWith(OWN_LINK) ? null : link,
    symbol: market.symbol,
    side: row.side,
    orderType,
    quantity: textOf(row.amount) ?? filledQuantity,
    price: orderType === "market" || orderType === "stop" ? null : textOf(row.price),
    stopPrice,
    status: statusOf(row.status, stopPrice !== null && filledQuantity === "0"),
    filledQuantity,
    averagePrice,
    fee: feeOf(row, trades, averagePrice, market),
    source: market.exchange,
    priceTime: null,
    createdAt,
    updatedAt: row.lastUpdateTimestamp ?? row.lastTradeTimestamp ?? createdAt,
  };
}

export function isWhole(
  row: CcxtOrder,
): row is CcxtOrder & { readonly id: string; readonly side: "buy" | "sell" } {
  return Boolean(row.id) && (row.side === "buy" || row.side === "sell");
}

export function isFinal(status: OrderStatus): boolean {
  return status === "filled" || status === "cancelled" || status === "rejected";
}

/** True when an order found under an id is the one that was requested. */
export function isSameOrder(found: Order, asked: CheckedOrder): boolean {
  return (
    found.symbol === asked.symbol &&
    found.side === asked.side &&
    found.orderType === asked.orderType &&
    found.quantity === asked.quantity.toString() &&
    found.price === (asked.price?.toString() ?? null) &&
    found.stopPrice === (asked.stopPrice?.toString() ?? null)
  );
}

/** True when the order has a cost that its own row does not state. */
export function lacksFee(row: CcxtOrder): boolean {
  return textOf(row.filled) !== null && costsOf(row).length === 0;
}

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  closed: "filled",
  canceled: "cancelled",
  canceling: "cancelled",
  expired: "cancelled",
  expiring: "cancelled",
  rejected: "rejected",
};

/** ccxt says open of a stop that waits, too. */
function statusOf(word: string | undefined, isWaitingStop: boolean): OrderStatus {
  if (word === "open" && !isWaitingStop) return "open";
  return STATUSES[word ?? ""] ?? "pending";
}

function typeOf(word: string, hasStop: boolean): OrderType {
  const isLimit = word.toLowerCase().includes("limit");
  if (hasStop) return isLimit ? "stop_limit" : "stop";
  return isLimit ? "limit" : "market";
}

/**
 * The fee in the quote asset. A fee in the base asset counts at the average price; one in another asset is left out.
 */
function feeOf(
  row: CcxtOrder,
  trades: readonly CcxtTrade[],
  averagePrice: string | null,
  { base, quote }: Market,
): string {
  const own = costsOf(row);
  const costs =
    own.length > 0 ? own : trades.filter((each) => each.order === row.id).flatMap(costsOf);
  const sumIn = (asset: string): Decimal =>
    costs
      .filter(({ currency }) => currency === asset)
      .reduce((sum, { cost }) => sum.plus(amountOf(cost) ?? Decimal.zero), Decimal.zero);
  const price = averagePrice === null ? Decimal.zero : Decimal.parse(averagePrice);
  return sumIn(quote).plus(sumIn(base).times(price)).toString();
}

/** `fees` where there are any, else `fee`: never both, for they are the same. */
function costsOf({ fee, fees }: Pick<CcxtTrade, "fee" | "fees">) {
  const all = fees !== undefined && fees.length > 0 ? fees : fee === undefined ? [] : [fee];
  return all.filter(({ cost }) => textOf(cost) !== null);
}
