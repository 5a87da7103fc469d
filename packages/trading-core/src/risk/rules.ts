/** The rules of orders, each alone: what is at its bound passes, what is beyond it or cannot be known is refused. */

import { Decimal } from "@bourse/kernel";

import { isReducing, type JudgedOrder, type RiskRule, type RiskState } from "./risk-state.ts";

/** Refuses an order whose value in the quote asset is above the bound. */
export const maxOrderValue: RiskRule<Decimal> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const price = orderPrice(state, order);
  const value = price?.times(order.quantity);
  if (value !== undefined && value.compare(bound) <= 0) return null;
  return {
    rule: "max_order_value",
    bound: bound.toString(),
    found: value?.toString() ?? null,
    reason:
      value === undefined
        ? `The value of this order of ${order.symbol} is not known without a last price.`
        : `This order of ${order.symbol} is worth ${value.toString()}; at most ${bound.toString()} are allowed.`,
  };
};

/** Refuses an order after which the position of its symbol could be worth more than the bound. */
export const maxPositionValue: RiskRule<Decimal> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const value = positionValue(state, order);
  if (value !== null && value.compare(bound) <= 0) return null;
  return {
    rule: "max_position_value",
    bound: bound.toString(),
    found: value?.toString() ?? null,
    reason:
      value === null
        ? `The value of the position of ${order.symbol} is not known without a last price.`
        : `With this order and the open ones the position of ${order.symbol} could be worth ${value.toString()}; at most ${bound.toString()} are allowed.`,
  };
};

/** Refuses an order after which all positions could be worth more than the bound times the equity. */
export const maxLeverage: RiskRule<Decimal> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const { equity, otherValue } = state;
  const value = positionValue(state, order);
  const isKnown = value !== null && otherValue !== null && equity !== null;
  const total = isKnown ? value.plus(otherValue) : null;
  if (total !== null && equity!.sign === 1 && total.compare(bound.times(equity!)) <= 0) return null;
  const found = total !== null && equity!.sign === 1 ? total.dividedBy(equity!, 8, "ceil") : null;
  return {
    rule: "max_leverage",
    bound: bound.toString(),
    found: found?.toString() ?? null,
    reason:
      found === null
        ? "The leverage is not known: the equity or the value of a position is missing, or the equity is not above 0."
        : `With this order all positions could be worth ${found.toString()} times the equity of ${equity!.toString()}; at most ${bound.toString()} times are allowed.`,
  };
};

/** Refuses an order when the equity has fallen by more than the bound since the first one of this UTC day. */
export const maxDailyLoss: RiskRule<Decimal> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const { equity, dayEquity } = state;
  const loss = equity === null || dayEquity === null ? null : dayEquity.minus(equity);
  if (loss !== null && loss.compare(bound) <= 0) return null;
  return {
    rule: "max_daily_loss",
    bound: bound.toString(),
    found: loss?.toString() ?? null,
    reason:
      loss === null
        ? "The loss of this day is not known: the equity of the account is missing."
        : `The account has lost ${loss.toString()} since it had ${dayEquity!.toString()} at the beginning of this UTC day; at most ${bound.toString()} are allowed.`,
  };
};

/** Refuses an order when the equity has fallen from its peak by more than the bound, a fraction of the peak. */
export const maxDrawdown: RiskRule<Decimal> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const { equity, peakEquity } = state;
  const fall = equity === null || peakEquity === null ? null : peakEquity.minus(equity);
  const isKnown = fall !== null && peakEquity!.sign === 1;
  if (isKnown && fall.compare(bound.times(peakEquity!)) <= 0) return null;
  const found = isKnown ? fall.dividedBy(peakEquity!, 8, "ceil") : null;
  return {
    rule: "max_drawdown",
    bound: bound.toString(),
    found: found?.toString() ?? null,
    reason:
      found === null
        ? "The drawdown is not known: the equity of the account is missing, or was never above 0."
        : `The equity of ${equity!.toString()} is ${found.toString()} of its peak below the peak of ${peakEquity!.toString()}; at most ${bound.toString()} are allowed.`,
  };
};

/** Refuses an order when there were as many in the last 60 seconds as the bound. */
export const maxOrdersPerMinute: RiskRule<number> = (bound, state, order) => {
  if (isReducing(state, order) || state.ordersInMinute < bound) return null;
  return {
    rule: "max_orders_per_minute",
    bound: String(bound),
    found: String(state.ordersInMinute + 1),
    reason: `This would be order ${state.ordersInMinute + 1} in 60 seconds; at most ${bound} are allowed.`,
  };
};

/** Age of a last price, in seconds, beyond which an order at the market has no price to be held against. */
const STALE_SECONDS = 120;

/**
 * Refuses a limit or trigger price too far from the last price, and an order at the market at a stale one. What only
 * reduces at the market passes, a stop included.
 */
export function priceCollar(staleSeconds: number = STALE_SECONDS): RiskRule<Decimal> {
  return (bound, state, order) => {
    const { lastPrice } = state;
    // A stop that only reduces fills at the market, however far away it waits.
    if (order.price === null && isReducing(state, order)) return null;
    const prices = [order.price, order.stopPrice].filter((price) => price !== null);
    if (prices.length === 0) {
      if (isFresh(state, staleSeconds)) return null;
      return {
        rule: "price_collar",
        bound: String(staleSeconds),
        found: ageSeconds(state)?.toString() ?? null,
        reason: `An order at the market of ${order.symbol} needs a last price of at most ${staleSeconds} seconds.`,
      };
    }
    const away = lastPrice === null ? null : farthest(prices, lastPrice);
    if (away !== null && away.compare(bound.times(lastPrice!)) <= 0) return null;
    if (away === null && isReducing(state, order)) return null;
    const found = away === null ? null : away.dividedBy(lastPrice!, 8, "ceil");
    return {
      rule: "price_collar",
      bound: bound.toString(),
      found: found?.toString() ?? null,
      reason:
        found === null
          ? `The prices of this order of ${order.symbol} cannot be compared with a last price: there is none.`
          : `A price of this order is ${found.toString()} of the last price ${lastPrice!.toString()} of ${order.symbol} away from it; at most ${bound.toString()} are allowed.`,
    };
  };
}

/** Refuses an order of a symbol that is not on the list. */
export const allowedSymbols: RiskRule<readonly string[]> = (bound, state, order) => {
  if (bound.includes(order.symbol) || isReducing(state, order)) return null;
  return {
    rule: "symbols",
    bound: bound.slice(0, 20).join(","),
    found: order.symbol,
    reason: `${order.symbol} is not one of the symbols that may be traded.`,
  };
};

/** Refuses an order whose last price is older than the bound in seconds, or is not known. */
export const maxDataAge: RiskRule<number> = (bound, state, order) => {
  if (isReducing(state, order) || isFresh(state, bound)) return null;
  const age = ageSeconds(state);
  return {
    rule: "max_data_age_seconds",
    bound: String(bound),
    found: age?.toString() ?? null,
    reason:
      age === null
        ? `There is no last price of ${order.symbol}.`
        : `The last price of ${order.symbol} is ${age} seconds old; at most ${bound} are allowed.`,
  };
};

/** Refuses an order while the clock stands still or differs from the venue's by more than the bound in milliseconds. */
export const clockRule: RiskRule<number | null> = (bound, state, order) => {
  if (isReducing(state, order)) return null;
  const { clockOffsetMilliseconds: offset, isClockStuck } = state;
  if (isClockStuck) {
    return {
      rule: "clock",
      bound: null,
      found: null,
      reason: "The date of this machine stands still or goes back while time passes.",
    };
  }
  if (bound === null || offset === null || Math.abs(offset) <= bound) return null;
  return {
    rule: "clock",
    bound: String(bound),
    found: String(offset),
    reason: `This clock differs from the venue's by ${offset} ms; at most ${bound} ms are allowed.`,
  };
};

/** The price that an order is worth: its limit, else its trigger, else the last price. */
function orderPrice({ lastPrice }: RiskState, { price, stopPrice }: JudgedOrder): Decimal | null {
  return price ?? stopPrice ?? lastPrice;
}

/**
 * Value of the symbol's position when this order and all open ones of its side are filled, at the higher of the
 * order's price and the last one; null without a price. Fills of the other side only make it smaller.
 */
function positionValue(state: RiskState, order: JudgedOrder): Decimal | null {
  const { position, openBuys, openSells, lastPrice } = state;
  const own = orderPrice(state, order);
  if (own === null) return null;
  const price = lastPrice !== null && lastPrice.compare(own) > 0 ? lastPrice : own;
  const after =
    order.side === "buy"
      ? position.plus(openBuys).plus(order.quantity)
      : position.minus(openSells).minus(order.quantity);
  return after.absolute().times(price);
}

function farthest(prices: readonly Decimal[], last: Decimal): Decimal {
  return prices
    .map((price) => price.minus(last).absolute())
    .reduce((most, away) => (away.compare(most) > 0 ? away : most), Decimal.zero);
}

function ageSeconds({ now, lastPriceTime }: RiskState): number | null {
  return lastPriceTime === null ? null : (now - lastPriceTime) / 1000;
}

function isFresh(state: RiskState, seconds: number): boolean {
  const age = ageSeconds(state);
  return state.lastPrice !== null && age !== null && age <= seconds;
}
