/** A position under fills: average cost, exact to the last digit. */

import { Decimal } from "@bourse/kernel";

import type { OrderSide } from "../port.ts";
import { readAmount } from "./amount.ts";
import type { PaperPosition } from "./collections.ts";

/** Digits behind the point of the one quotient: the cost of a part of a position. What is left stays exact. */
const COST_SCALE = 18;

export interface PositionFill {
  readonly side: OrderSide;
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly fee: Decimal;
}

/**
 * The position after a fill, and what the fill earned.
 *
 * A purchase adds its notional to the cost, a sale releases its share of it; fees are realized at once. What is sold
 * beyond the position (an asset paid in, or bought by way of another symbol) has no cost on record and earns nothing.
 * So at any time the sum of `realizedPnl` less the sum of `cost` is what trading did to the quote assets, but for such
 * sales.
 */
export function fillPosition(
  position: PaperPosition,
  fill: PositionFill,
): { readonly position: PaperPosition; readonly realizedPnl: Decimal } {
  const held = readAmount(position.quantity);
  const cost = readAmount(position.cost);
  const isBuy = fill.side === "buy";
  const taken = isBuy || fill.quantity.compare(held) < 0 ? fill.quantity : held;
  const notional = taken.times(fill.price);
  const released = isBuy ? notional : costOf(taken, held, cost);
  const realizedPnl = notional.minus(released).minus(fill.fee);
  return {
    position: {
      ...position,
      quantity: (isBuy ? held.plus(taken) : held.minus(taken)).toString(),
      cost: (isBuy ? cost.plus(released) : cost.minus(released)).toString(),
      realizedPnl: readAmount(position.realizedPnl).plus(realizedPnl).toString(),
    },
    realizedPnl,
  };
}

/** The average price of what is held, to 18 digits. */
export function entryPrice(position: PaperPosition): Decimal {
  return readAmount(position.cost).dividedBy(
    readAmount(position.quantity),
    COST_SCALE,
    "half-even",
  );
}

/** All of it for all of it, so that a flat position costs nothing. */
function costOf(taken: Decimal, held: Decimal, cost: Decimal): Decimal {
  if (taken.sign === 0) return Decimal.zero;
  if (taken.equals(held)) return cost;
  return cost.times(taken).dividedBy(held, COST_SCALE, "half-even");
}
