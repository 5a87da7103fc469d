/** An order's own rules, before any account is looked at: the first step of every broker. */

import { Decimal } from "@bourse/kernel";

import { ExecutionError } from "./errors.ts";
import type { Instrument } from "./instruments.ts";
import {
  orderSides,
  orderTypes,
  type OrderRequest,
  type OrderSide,
  type OrderType,
} from "./port.ts";

/** An order whose numbers are numbers and whose prices are those that its type has. */
export interface CheckedOrder {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly quantity: Decimal;
  readonly price: Decimal | null;
  readonly stopPrice: Decimal | null;
  readonly clientOrderId: string | null;
}

/**
 * The order as numbers.
 *
 * @throws ExecutionError ORDER_INVALID; details.field is the first field at fault, as {@link OrderRequest} spells it
 */
export function checkOrder(request: OrderRequest, instrument: Instrument): CheckedOrder {
  const { symbol, side, orderType = "market", clientOrderId } = request;
  if (!orderSides.includes(side)) throw invalid("side", `The side must be buy or sell.`);
  if (!orderTypes.includes(orderType)) {
    throw invalid("orderType", `The order type must be one of ${orderTypes.join(", ")}.`);
  }
  if (clientOrderId !== undefined && !/^[A-Za-z0-9_-]{1,36}$/u.test(clientOrderId)) {
    throw invalid("clientOrderId", "A client order id must be 1 to 36 letters, digits, - and _.");
  }
  const quantity = amount("quantity", request.quantity, instrument.lot);
  const price = priceOf("price", request.price, hasLimit(orderType), orderType, instrument);
  const stopPrice = priceOf(
    "stopPrice",
    request.stopPrice,
    hasStop(orderType),
    orderType,
    instrument,
  );
  checkNotional(quantity, price ?? stopPrice, instrument);
  return {
    symbol,
    side,
    orderType,
    quantity,
    price,
    stopPrice,
    clientOrderId: clientOrderId ?? null,
  };
}

function hasLimit(orderType: OrderType): boolean {
  return orderType === "limit" || orderType === "stop_limit";
}

function hasStop(orderType: OrderType): boolean {
  return orderType === "stop" || orderType === "stop_limit";
}

/** @throws ExecutionError ORDER_INVALID when quantity times price is below the instrument's least */
export function checkNotional(
  quantity: Decimal,
  price: Decimal | null,
  instrument: Instrument,
): void {
  const least = Decimal.parse(instrument.minNotional);
  if (price === null || quantity.times(price).compare(least) >= 0) return;
  const found = quantity.times(price).toString();
  throw invalid(
    "quantity",
    `An order of ${instrument.symbol} must be worth at least ${least.toString()} ${instrument.quote}; this one is worth ${found}.`,
  );
}

/** More than any market holds; it bounds the length of every product. */
const MOST = Decimal.parse("1000000000000000000");

function priceOf(
  field: "price" | "stopPrice",
  text: string | undefined,
  isWanted: boolean,
  orderType: OrderType,
  { tick }: Instrument,
): Decimal | null {
  if (isWanted === (text !== undefined))
    return text === undefined ? null : amount(field, text, tick);
  const name = field === "price" ? "price" : "stop price";
  throw invalid(
    field,
    isWanted
      ? `An order of the type ${orderType} needs a ${name}; add it.`
      : `An order of the type ${orderType} has no ${name}; leave it out, or choose another type.`,
  );
}

function amount(field: "quantity" | "price" | "stopPrice", text: string, step: string): Decimal {
  let value: Decimal;
  try {
    value = Decimal.parse(text, { maxDigits: 60 });
  } catch (error) {
    throw invalid(field, `The ${words[field]} must be a decimal such as 0.25.`, error);
  }
  if (value.sign !== 1 || value.compare(MOST) > 0) {
    throw invalid(field, `The ${words[field]} must be above 0 and at most 10^18; found ${text}.`);
  }
  if (!value.roundedToStep(Decimal.parse(step), "floor").equals(value)) {
    throw invalid(field, `The ${words[field]} must be a multiple of ${step}; found ${text}.`);
  }
  return value;
}

const words = { quantity: "quantity", price: "price", stopPrice: "stop price" } as const;

function invalid(field: string, message: string, cause?: unknown): ExecutionError {
  return new ExecutionError("ORDER_INVALID", message, { details: { field }, cause });
}
