/** An order as `POST /v5/order/create` takes it. */

import { createHash } from "node:crypto";

import {
  keyNames,
  type CallersKey,
  type CheckedOrder,
  type Order,
} from "@bourse/trading-core/execution";

import { OWN_LINK } from "./trading-rows.ts";

/**
 * The link id under which an order is sent, so that no try of it can trade twice; then those under which an earlier
 * try of it may have been sent.
 */
export function linksOf(
  { clientOrderId }: CheckedOrder,
  key: CallersKey,
  fresh: () => string,
): readonly [string, ...string[]] {
  const own = (tail: string): string => (OWN_LINK + tail).slice(0, 36);
  if (clientOrderId !== null) return [clientOrderId];
  const [link, ...others] = keyNames(key).map((name) =>
    own(createHash("sha256").update(name).digest("base64url")),
  );
  return link === undefined ? [own(fresh().replaceAll("-", ""))] : [link, ...others];
}

/** Undefined values are left out of the body. */
export function orderBody(
  order: CheckedOrder,
  category: "spot" | "linear",
  link: string,
): Readonly<Record<string, string | number | undefined>> {
  const { symbol, side, quantity, price, stopPrice } = order;
  const isSpot = category === "spot";
  return {
    category,
    symbol,
    side: side === "buy" ? "Buy" : "Sell",
    orderType: price === null ? "Market" : "Limit",
    qty: quantity.toString(),
    orderLinkId: link,
    timeInForce: price === null ? "IOC" : "GTC",
    // Else a spot purchase at the market takes the quantity for an amount of the quote asset.
    marketUnit: isSpot && price === null ? "baseCoin" : undefined,
    price: price?.toString(),
    triggerPrice: stopPrice?.toString(),
    orderFilter: isSpot && stopPrice !== null ? "StopOrder" : undefined,
    // A purchase is set off by a rise, a sale by a fall.
    triggerDirection: !isSpot && stopPrice !== null ? (side === "buy" ? 1 : 2) : undefined,
  };
}

/** True when an order found under a link id is the one that was requested. */
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
