/** Orders: what a trader asks for, checked before it is taken. */

import { didYouMean } from "@bourse/kernel";

import { EngineError } from "../../errors.ts";
import { positionSizeRule, type PositionSize } from "../position-size.ts";

/** What to do with a market, from its next candle on. Prices in the quote currency. */
export interface OrderRequest {
  /** May be left out where there is one market only. */
  readonly symbol?: string;
  readonly side: "buy" | "sell";
  /** Default `market`: at the next open. */
  readonly type?: "market" | "limit" | "stop" | "stop_limit";
  /** Of a limit or stop-limit order, and only there: the worst price to fill at. */
  readonly price?: number;
  /** Of a stop or stop-limit order, and only there: the price that sets it off. */
  readonly stopPrice?: number;
  /**
   * Of a limit order, and only there: whether it fills at the open where that is better than its price (default true).
   * Without, it fills inside the candle at its own price, or as near to that as the candle traded.
   */
  readonly priceImprovement?: boolean;
  /** How much to enter; `{ units }` is also the most that is closed. Default: the rules' size, and all that is held. */
  readonly size?: PositionSize;
  /** Whether it only closes what is held and never enters. Default false. */
  readonly reduceOnly?: boolean;
  /** Candles on which it may fill before it is dropped. A whole number of at least 1. Default: until cancelled. */
  readonly validCandles?: number;
  /** Orders of a symbol with the same word cancel each other: one fills, the rest go. */
  readonly group?: string;
  /** A bracket for what it enters: distance of the stop as a fraction of the entry price; null for none. Default: the rules'. */
  readonly stopLoss?: number | null;
  /** The bracket's target, likewise. */
  readonly takeProfit?: number | null;
}

/** An order that was taken and waits. */
export interface Order extends OrderRequest {
  /** Counts from 1 in the order of submission. */
  readonly id: number;
  readonly symbol: string;
  readonly type: NonNullable<OrderRequest["type"]>;
  /** Whether the stop of a stop-limit order was reached: it is a limit order since. */
  readonly isTriggered: boolean;
}

const KEYS: readonly (keyof OrderRequest)[] = [
  "symbol",
  "side",
  "type",
  "price",
  "stopPrice",
  "priceImprovement",
  "size",
  "reduceOnly",
  "validCandles",
  "group",
  "stopLoss",
  "takeProfit",
];
const IS_KEY: Readonly<Record<string, true>> = Object.freeze(
  Object.fromEntries(KEYS.map((key) => [key, true as const])),
);
const TYPES = ["market", "limit", "stop", "stop_limit"];

/**
 * Passes an order that makes sense.
 *
 * @throws EngineError OPTIONS_INVALID naming the field: an unknown one, a price where none belongs or none where one does
 */
export function checkOrder(request: OrderRequest): void {
  for (const key in request) {
    if (IS_KEY[key] !== true) {
      throw refusal(key, `there is no such field.${didYouMean(key, KEYS)}`);
    }
  }
  const { side, type = "market", priceImprovement, size, validCandles } = request;
  const { stopLoss, takeProfit } = request;
  if (side !== "buy" && side !== "sell") throw refusal("side", 'expected "buy" or "sell"');
  if (!TYPES.includes(type)) throw refusal("type", `expected one of ${TYPES.join(", ")}`);
  checkPrice("price", request.price, type === "limit" || type === "stop_limit", type);
  checkPrice("stopPrice", request.stopPrice, type === "stop" || type === "stop_limit", type);
  if (priceImprovement !== undefined) {
    if (type !== "limit") throw refusal("priceImprovement", `a ${type} order has none`);
    if (typeof priceImprovement !== "boolean") {
      throw refusal("priceImprovement", "expected true or false");
    }
  }
  if (size !== undefined && !positionSizeRule.accepts(size)) {
    throw refusal("size", `expected ${positionSizeRule.expected}`);
  }
  if (validCandles !== undefined && !(Number.isSafeInteger(validCandles) && validCandles > 0)) {
    throw refusal("validCandles", "expected a whole number of candles of at least 1");
  }
  checkDistance("stopLoss", stopLoss);
  checkDistance("takeProfit", takeProfit);
}

function checkDistance(field: string, distance: number | null | undefined): void {
  if (distance === undefined || distance === null || isPositive(distance)) return;
  throw refusal(field, "expected a fraction above 0, or null for none");
}

function checkPrice(
  field: "price" | "stopPrice",
  price: number | undefined,
  belongs: boolean,
  type: string,
): void {
  if (!belongs && price !== undefined) throw refusal(field, `a ${type} order has none`);
  if (belongs && !isPositive(price)) throw refusal(field, `a ${type} order needs one above 0`);
}

function isPositive(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0;
}

function refusal(field: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `Order refused: ${field}: ${fault}`, {
    details: { field },
  });
}
