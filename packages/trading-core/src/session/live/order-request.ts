/** The request that is sent for an order: quantities and prices in the steps of the instrument. */

import type { StrategyDecider } from "@bourse/backtest-engine/stepper";
import { Decimal } from "@bourse/kernel";

import { checkNotional, checkOrder } from "../../execution/check-order.ts";
import { ExecutionError } from "../../execution/errors.ts";
import type { Instrument } from "../../execution/instruments.ts";
import type { OrderRequest } from "../../execution/port.ts";
import type { LiveBooks } from "./live-books.ts";
import type { AskedOrder, HeldOrder } from "./live-order.ts";

/** The state that the quantity of an order is measured by. */
export interface SizingState {
  readonly books: LiveBooks;
  readonly decider: StrategyDecider;
  readonly instrument: Instrument;
}

/**
 * The request of an order. An order against the position closes it first; what it enters is sized by the cash after
 * that, at its own price or the last close.
 *
 * @throws ExecutionError ORDER_INVALID where it is below a step or the least value of the instrument
 */
export function requestOf({ order, live }: HeldOrder, state: SizingState): OrderRequest {
  const { asked } = live;
  const { instrument, decider } = state;
  const [lot, tick] = [Decimal.parse(instrument.lot), Decimal.parse(instrument.tick)];
  const isBuy = asked.side === "buy";
  const price = stepped(asked.price, tick, isBuy ? "floor" : "ceil");
  const stopPrice = stepped(asked.stopPrice, tick, isBuy ? "ceil" : "floor");
  const quantity = quantityOf(asked, state).roundedToStep(lot, "floor");
  if (quantity.sign !== 1) {
    throw new ExecutionError(
      "ORDER_INVALID",
      `The order comes to less than one lot of ${instrument.lot} ${instrument.base}.`,
      { details: { field: "quantity" } },
    );
  }
  const request: OrderRequest = {
    symbol: order.symbol,
    side: order.side,
    orderType: order.type,
    quantity: quantity.toString(),
    ...(price !== undefined && { price: price.toString() }),
    ...(stopPrice !== undefined && { stopPrice: stopPrice.toString() }),
    clientOrderId: order.clientOrderId,
  };
  checkOrder(request, instrument);
  if (order.type === "market")
    checkNotional(quantity, Decimal.fromNumber(decider.close), instrument);
  return request;
}

function quantityOf(asked: AskedOrder, { books, decider, instrument }: SizingState): Decimal {
  const { size } = asked;
  const units = typeof size === "object" ? size["units"] : undefined;
  const held = books.held.absolute();
  const isAgainst = books.side === (asked.side === "buy" ? -1 : 1);
  const wanted = units === undefined ? undefined : Decimal.fromNumber(units);
  const closing = isAgainst ? (wanted === undefined ? held : least(wanted, held)) : Decimal.zero;
  const { direction } = decider.rules;
  const isAllowed = direction === "both" || (direction === "long") === (asked.side === "buy");
  if (asked.reduceOnly === true || !isAllowed) return closing;
  if (isAgainst && wanted !== undefined) return wanted;
  const price = asked.price ?? asked.stopPrice ?? decider.close;
  const cash = isAgainst ? afterClose(books, decider, price) : books.cash.minus(books.committed);
  const lotSize = Number(instrument.lot);
  const entering = decider.entryQuantity(asked as object, cash.toNumber(), price, lotSize);
  const lots = Math.round(entering / lotSize);
  return closing.plus(Decimal.parse(instrument.lot).times(Decimal.fromNumber(lots)));
}

/** Cash when the whole position was closed at a price. */
function afterClose(books: LiveBooks, { rules }: StrategyDecider, price: number): Decimal {
  const value = books.held.absolute().times(Decimal.fromNumber(price));
  const fee = value.times(Decimal.fromNumber(rules.fee));
  return books.cash.plus(books.gainAt(price)).minus(fee);
}

function least(one: Decimal, other: Decimal): Decimal {
  return one.compare(other) < 0 ? one : other;
}

function stepped(
  price: number | undefined,
  tick: Decimal,
  mode: "floor" | "ceil",
): Decimal | undefined {
  return price === undefined ? undefined : Decimal.fromNumber(price).roundedToStep(tick, mode);
}
