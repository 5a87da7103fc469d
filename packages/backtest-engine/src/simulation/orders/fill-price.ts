/** Fill prices of orders on a candle. */

import type { CompatibilityRules } from "../compatibility.ts";
import type { Order } from "./order.ts";

type StopLimitRule = CompatibilityRules["stopLimit"];

/** Prices of one candle. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The fill price when the candle opens: the open, or NaN if the order does not fill there. */
export function priceAtOpen(order: Order, open: number): number {
  if (order.type === "market") return open;
  if (order.priceImprovement === false) return NaN;
  const side = order.side === "buy" ? 1 : -1;
  const isReached =
    order.isTriggered || order.type === "limit" || side * open >= side * stopOf(order);
  return isReached && side * open <= side * limitOf(order) ? open : NaN;
}

/**
 * The fill price inside the candle, after an open that did not fill the order; NaN if it does not fill.
 *
 * A stop fills at its price, a limit order at its own or, without price improvement, as near to it as the candle
 * traded. A stop-limit order whose limit lies on the far side of its stop waits for the price to come back: on the
 * candle that triggers it, `rule` says when it fills. By default only if the close is at the limit or better, because
 * of the prices after the stop only the close is certain.
 */
export function priceInside(order: Order, bar: Bar, rule: StopLimitRule): number {
  const side = order.side === "buy" ? 1 : -1;
  const best = side > 0 ? bar.low : bar.high;
  const worst = side > 0 ? bar.high : bar.low;
  const limit = limitOf(order);
  if (order.type === "limit" || order.isTriggered) {
    if (!(side * best <= side * limit)) return NaN;
    return side * limit <= side * worst ? limit : worst;
  }
  const stop = stopOf(order);
  if (!(side * worst >= side * stop)) return NaN;
  const set = side * bar.open >= side * stop ? bar.open : stop;
  if (side * set <= side * limit) return set;
  if (rule === "next_candle") return NaN;
  return side * (rule === "same_candle" ? best : bar.close) <= side * limit ? limit : NaN;
}

/**
 * Distance that the price has travelled when it first trades at `price`, on the path open, nearer extreme, other
 * extreme, close.
 */
export function pathTo(price: number, bar: Bar): number {
  const { open, high, low, close } = bar;
  const isUpFirst = high - open < open - low;
  const turns = isUpFirst ? [open, high, low, close] : [open, low, high, close];
  let way = 0;
  let from = open;
  for (const to of turns) {
    if (price >= Math.min(from, to) && price <= Math.max(from, to))
      return way + Math.abs(price - from);
    way += Math.abs(to - from);
    from = to;
  }
  return Infinity;
}

/** Returns true if the candle triggered a stop-limit order. */
export function isSetOff(order: Order, bar: Bar): boolean {
  if (order.type !== "stop_limit") return false;
  return order.side === "buy" ? bar.high >= stopOf(order) : bar.low <= stopOf(order);
}

/** Returns true if the order fills at worst at the price it names; such a fill does not slip. */
export function isLimitFill(order: Order): boolean {
  return order.type === "limit" || order.type === "stop_limit";
}

function limitOf({ price, side }: Order): number {
  return price ?? (side === "buy" ? Infinity : -Infinity);
}

function stopOf({ stopPrice, side }: Order): number {
  return stopPrice ?? (side === "buy" ? -Infinity : Infinity);
}
