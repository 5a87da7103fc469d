/** The rules of an order itself, which are checked before any account is read: the first step of every broker. */

import {
  absentOr,
  anyText,
  Decimal,
  nullOr,
  objectOf,
  refuseArgument,
  type ArgumentRule,
} from "@bourse/kernel";

import { ExecutionError } from "./errors.ts";
import type { Instrument } from "./instruments.ts";
import {
  orderSides,
  orderTypes,
  type OrderRequest,
  type OrderSide,
  type OrderType,
} from "./port.ts";

/** A checked order: its amounts are numbers, and it has exactly the prices that its type needs. */
export interface CheckedOrder {
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Type of the order. */
  readonly orderType: OrderType;
  /** Quantity in base units, a multiple of the lot. */
  readonly quantity: Decimal;
  /** Limit price in quote units, a multiple of the tick; null for an order without one. */
  readonly price: Decimal | null;
  /** Trigger price in quote units, a multiple of the tick; null for an order without one. */
  readonly stopPrice: Decimal | null;
  /** Identifier by the caller; null without one. */
  readonly clientOrderId: string | null;
}

/**
 * Checks a request against the rules of its instrument.
 *
 * @throws ExecutionError ORDER_INVALID; details.field is the first field at fault, as {@link OrderRequest} spells it
 */
export function checkOrder(request: OrderRequest, instrument: Instrument): CheckedOrder {
  objectOf({ symbol: anyText, clientOrderId: absentOr(anyText) })("request", request);
  anyInstrument("instrument", instrument);
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

const anyDecimal: ArgumentRule = (argument, value) => {
  if (!(value instanceof Decimal)) refuseArgument(argument, "a Decimal", value);
};
const anyInstrument = objectOf({
  symbol: anyText,
  base: anyText,
  quote: anyText,
  lot: anyText,
  tick: anyText,
  minNotional: anyText,
});

function hasLimit(orderType: OrderType): boolean {
  return orderType === "limit" || orderType === "stop_limit";
}

function hasStop(orderType: OrderType): boolean {
  return orderType === "stop" || orderType === "stop_limit";
}

/**
 * Checks that quantity times price is not below the instrument's `minNotional`; without a price nothing is checked.
 *
 * @throws ExecutionError ORDER_INVALID (field `quantity`)
 */
export function checkNotional(
  quantity: Decimal,
  price: Decimal | null,
  instrument: Instrument,
): void {
  anyDecimal("quantity", quantity);
  nullOr(anyDecimal)("price", price);
  anyInstrument("instrument", instrument);
  const least = Decimal.parse(instrument.minNotional);
  if (price === null || quantity.times(price).compare(least) >= 0) return;
  const found = quantity.times(price).toString();
  throw invalid(
    "quantity",
    `An order of ${instrument.symbol} must be worth at least ${least.toString()} ${instrument.quote}; this one is worth ${found}.`,
  );
}

/** Maximum of every amount, more than any market holds. It bounds the length of every product. */
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
