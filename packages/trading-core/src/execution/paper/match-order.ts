/** Price at which a resting order fills on a candle, if it does: the rules of `simulateOrders`, in exact decimals. */

import type { Decimal } from "@bourse/kernel";

import type { OrderSide, OrderType } from "../port.ts";

/** Prices of one candle that opened after the order was placed. */
export interface PriceBar {
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
}

export interface RestingOrder {
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly price: Decimal | null;
  readonly stopPrice: Decimal | null;
  readonly isTriggered: boolean;
}

/** `fill` at a price before slippage; `trigger`: the stop was reached and the limit waits from the next candle on. */
export type Match =
  | { readonly outcome: "fill"; readonly price: Decimal }
  | { readonly outcome: "trigger" }
  | { readonly outcome: "none" };

/**
 * A limit fills at its price or at a better open. A stop fills at its price or at an open beyond it. A stop-limit order
 * that its candle sets off fills on it only where that is certain: at the stop when the limit allows it, at the limit
 * when the close is at the limit or better.
 */
export function matchOrder(order: RestingOrder, bar: PriceBar): Match {
  const { orderType, price, stopPrice } = order;
  if (orderType === "market") return { outcome: "fill", price: bar.open };
  if (orderType === "limit" || order.isTriggered) return limitMatch(order.side, price!, bar);
  // `!`: a stop order has a stop price and a limit order a price; checkOrder saw to it.
  const set = stopReached(order.side, stopPrice!, bar);
  if (set === undefined) return { outcome: "none" };
  if (orderType === "stop" || !isWorse(order.side, set, price!)) {
    return { outcome: "fill", price: set };
  }
  return isWorse(order.side, bar.close, price!)
    ? { outcome: "trigger" }
    : { outcome: "fill", price: price! };
}

function limitMatch(side: OrderSide, limit: Decimal, bar: PriceBar): Match {
  if (!isWorse(side, bar.open, limit)) return { outcome: "fill", price: bar.open };
  const best = side === "buy" ? bar.low : bar.high;
  return isWorse(side, best, limit) ? { outcome: "none" } : { outcome: "fill", price: limit };
}

/** The price at the moment that the stop is reached. */
function stopReached(side: OrderSide, stop: Decimal, bar: PriceBar): Decimal | undefined {
  const direction = side === "buy" ? 1 : -1;
  if (bar.open.compare(stop) * direction >= 0) return bar.open;
  const worst = side === "buy" ? bar.high : bar.low;
  return worst.compare(stop) * direction >= 0 ? stop : undefined;
}

/** True when trading at `price` is worse for the side than at `limit`. */
function isWorse(side: OrderSide, price: Decimal, limit: Decimal): boolean {
  return price.compare(limit) === (side === "buy" ? 1 : -1);
}
