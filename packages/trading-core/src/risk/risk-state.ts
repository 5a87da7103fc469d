/** Subjects of the rules: an order, and the account and the clock that it would go to. */

import type { Decimal } from "@bourse/kernel";

import type { OrderSide, OrderType } from "../execution/port.ts";

/** An order as the rules judge it; a `CheckedOrder` is one. */
export interface JudgedOrder {
  /** Symbol in its canonical spelling. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Type of the order. */
  readonly orderType: OrderType;
  /** Quantity in base units, above 0. */
  readonly quantity: Decimal;
  /** Limit price in quote units; null for an order without one. */
  readonly price: Decimal | null;
  /** Trigger price in quote units; null for an order without one. */
  readonly stopPrice: Decimal | null;
}

/** The account of an order, its market and its clock, when the order is judged. */
export interface RiskState {
  /** Time, milliseconds UTC. */
  readonly now: number;
  /** Last price of the order's symbol in quote units; null when it is not known. */
  readonly lastPrice: Decimal | null;
  /** Time of the last price, milliseconds UTC; null when it is not known. */
  readonly lastPriceTime: number | null;
  /** Position in the order's symbol in base units: above 0 for a long one, below 0 for a short one. */
  readonly position: Decimal;
  /** Quantity that open orders of the symbol, and orders on their way, may still buy, in base units. */
  readonly openBuys: Decimal;
  /** Quantity that open orders of the symbol, and orders on their way, may still sell, in base units. */
  readonly openSells: Decimal;
  /** Value of the positions in all other symbols with their open orders, in the quote asset; null when unknown. */
  readonly otherValue: Decimal | null;
  /** Equity of the account in the quote asset; null when it is not known. */
  readonly equity: Decimal | null;
  /** First equity that was seen on this UTC day; null before the first. */
  readonly dayEquity: Decimal | null;
  /** Highest equity that was seen; null before the first. */
  readonly peakEquity: Decimal | null;
  /** Number of orders in the last 60 seconds. */
  readonly ordersInMinute: number;
  /** This clock minus the venue's, in milliseconds; null when it was not measured. */
  readonly clockOffsetMilliseconds: number | null;
  /** True when the date stands still or goes back while time passes. */
  readonly isClockStuck: boolean;
}

/** A rule that refuses an order, by its name on the wire. */
export type RiskRuleName =
  | "max_order_value"
  | "max_position_value"
  | "max_leverage"
  | "max_daily_loss"
  | "max_drawdown"
  | "max_orders_per_minute"
  | "price_collar"
  | "symbols"
  | "max_data_age_seconds"
  | "clock"
  | "stoploss_guard"
  | "max_drawdown_guard"
  | "low_profit_pairs"
  | "cooldown_period"
  | "kill_switch";

/** The refusal of an order by one rule. */
export interface RiskRefusal {
  /** Name of the rule. */
  readonly rule: RiskRuleName;
  /** Bound of the rule as text; null for a rule without a number. */
  readonly bound: string | null;
  /** Value that was found, as text; null when it is not known. */
  readonly found: string | null;
  /** Sentence that says what was refused, and against what base. */
  readonly reason: string;
}

/** A rule: null allows the order. */
export type RiskRule<Bound> = (
  bound: Bound,
  state: RiskState,
  order: JudgedOrder,
) => RiskRefusal | null;

/** True for an order that only brings the position of its symbol nearer to zero, with all open ones of its side. */
export function isReducing(
  { position, openBuys, openSells }: Pick<RiskState, "position" | "openBuys" | "openSells">,
  { side, quantity }: Pick<JudgedOrder, "side" | "quantity">,
): boolean {
  if (position.sign !== (side === "sell" ? 1 : -1)) return false;
  const open = side === "sell" ? openSells : openBuys;
  return open.plus(quantity).compare(position.absolute()) <= 0;
}
