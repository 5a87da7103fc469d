/** Events about fills: published after the commit, delivered at most once. The store has the truth. */

import type { OrderSide } from "./port.ts";

/** Name of the bus topic of {@link TradeEvent}. */
export const tradeTopic = "trades";

/** An event about one fill. */
export interface TradeEvent {
  /** Kind of the fill: `trade.entered` increases the position, `trade.exited` reduces it. */
  readonly type: "trade.entered" | "trade.exited";
  /** Time of the fill, milliseconds UTC. */
  readonly timestamp: number;
  /** Place of the event in the store's log; absent in a feed that is kept in memory. */
  readonly sequence?: number;
  /** The fill. */
  readonly trade: Trade;
}

/** One fill of an order; amounts are decimal strings. */
export interface Trade {
  /** Identifier of the order by the venue. */
  readonly orderId: string;
  /** Identifier of the order by the caller; null without one. */
  readonly clientOrderId: string | null;
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Filled quantity in base units. */
  readonly quantity: string;
  /** Price of the fill in quote units. */
  readonly price: string;
  /** Name of the source of the price: the venue, or for a paper order the source of the candles. */
  readonly source: string;
  /** Fee of the fill in the quote asset. */
  readonly fee: string;
  /** Realised gain of the fill in the quote asset, after its own fee. */
  readonly realizedPnl: string;
}
