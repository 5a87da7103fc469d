/** Orders of a trader and their validation. */

import { didYouMean } from "@bourse/kernel";

import { EngineError } from "../../errors.ts";
import { stopDistanceRule } from "../options.ts";
import { positionSizeRule, type PositionSize } from "../position-size.ts";
import { isTag, TAG_EXPECTED } from "../tags.ts";

/**
 * An order for a market, valid from its next candle on. Prices are in the quote currency, and above 0 unless the rules
 * allow negative prices.
 */
export interface OrderRequest {
  /** Symbol of the market; may be omitted where there is only one. */
  readonly symbol?: string;
  /** Side of the order. */
  readonly side: "buy" | "sell";
  /** Type of the order. Default `market`, which fills at the next open. */
  readonly type?: "market" | "limit" | "stop" | "stop_limit";
  /**
   * Limit price, the worst price at which the order fills. Required for limit and stop-limit orders, refused for
   * others.
   */
  readonly price?: number;
  /** Price that triggers the order. Required for stop and stop-limit orders, refused for others. */
  readonly stopPrice?: number;
  /**
   * True (default) fills a limit order at the open where that is better than its price; false fills it inside the
   * candle at its own price, or as near to it as the candle traded. Refused for other types.
   */
  readonly priceImprovement?: boolean;
  /**
   * Size of the entry; `{ units }` also limits how much is closed. Default: the size of the rules, and everything
   * that is held.
   */
  readonly size?: PositionSize;
  /** True for an order that only closes a position and never enters. Default false. */
  readonly reduceOnly?: boolean;
  /**
   * Number of candles on which the order may fill before it expires. A whole number of at least 1; default: until
   * cancelled.
   */
  readonly validCandles?: number;
  /**
   * Name of a group of orders of one symbol that cancel each other: when one fills, the others are removed. Default:
   * none.
   */
  readonly group?: string;
  /**
   * Distance of the stop of the position that this order enters, as a fraction of the entry price, above 0; null for
   * none. Default: that of the rules.
   */
  readonly stopLoss?: number | null;
  /** Distance of the target, likewise. */
  readonly takeProfit?: number | null;
  /**
   * Reason of the order in a few words, such as `breakout`: the trades that it enters and closes carry it on as
   * `entryTag` and `exitTag`. 1–64 characters, at most 1000 different ones in a run. Default: none.
   */
  readonly tag?: string;
}

/** An accepted order that is waiting. */
export interface Order extends OrderRequest {
  /** Number of the order, counted from 1 in the order of submission. */
  readonly id: number;
  /** Symbol of the market. */
  readonly symbol: string;
  /** Type of the order. */
  readonly type: NonNullable<OrderRequest["type"]>;
  /** True once the stop of a stop-limit order was reached; it is a limit order from then on. */
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
  "tag",
];
const IS_KEY: Readonly<Record<string, true>> = Object.freeze(
  Object.fromEntries(KEYS.map((key) => [key, true as const])),
);
const TYPES = ["market", "limit", "stop", "stop_limit"];

/**
 * Checks an order. `allowsNegative`: the rules allow prices of 0 and below.
 *
 * @throws EngineError OPTIONS_INVALID naming the field: an unknown field, a price that the type does not take, or a
 * missing one; a size or an exit that is measured by the price, for a limit of 0 or below
 */
export function checkOrder(request: OrderRequest, allowsNegative = false): void {
  for (const key in request) {
    if (IS_KEY[key] !== true) {
      throw refusal(key, `there is no such field.${didYouMean(key, KEYS)}`);
    }
  }
  const { side, type = "market", priceImprovement, size, validCandles } = request;
  const { stopLoss, takeProfit, tag } = request;
  if (side !== "buy" && side !== "sell") throw refusal("side", 'expected "buy" or "sell"');
  if (!TYPES.includes(type)) throw refusal("type", `expected one of ${TYPES.join(", ")}`);
  checkPrice("price", request, type === "limit" || type === "stop_limit", allowsNegative);
  checkPrice("stopPrice", request, type === "stop" || type === "stop_limit", allowsNegative);
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
  if (stopLoss !== undefined && stopLoss !== null && !stopDistanceRule.accepts(stopLoss)) {
    throw refusal("stopLoss", `expected ${stopDistanceRule.expected}, or null for none`);
  }
  checkDistance("takeProfit", takeProfit);
  if (tag !== undefined && !isTag(tag)) throw refusal("tag", `expected ${TAG_EXPECTED}`);
  if (allowsNegative) checkMeasures(request);
}

function checkDistance(field: string, distance: number | null | undefined): void {
  if (distance === undefined || distance === null || isPositive(distance)) return;
  throw refusal(field, "expected a fraction above 0, or null for none");
}

function checkPrice(
  field: "price" | "stopPrice",
  { type = "market", [field]: price }: OrderRequest,
  belongs: boolean,
  allowsNegative: boolean,
): void {
  if (!belongs && price !== undefined) throw refusal(field, `a ${type} order has none`);
  if (!belongs || isPositive(price) || (allowsNegative && Number.isFinite(price))) return;
  throw refusal(field, `a ${type} order needs ${allowsNegative ? "a finite one" : "one above 0"}`);
}

/** Refuses what is measured by the price of an entry that fills at 0 or below for certain. */
function checkMeasures(request: OrderRequest): void {
  const { side, price = Infinity, size, reduceOnly } = request;
  if (side !== "buy" || price > 0 || reduceOnly === true) return;
  if (size !== undefined && (typeof size === "number" || !("units" in size))) {
    throw refusal("size", "a limit of 0 or below needs one by { units }");
  }
  for (const field of ["stopLoss", "takeProfit"] as const) {
    if (typeof request[field] !== "number") continue;
    throw refusal(
      field,
      "a limit of 0 or below has no fraction of its price; send an order at a price",
    );
  }
}

function isPositive(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0;
}

function refusal(field: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `Order refused: ${field}: ${fault}`, {
    details: { field },
  });
}
