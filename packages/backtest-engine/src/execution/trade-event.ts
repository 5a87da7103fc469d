/** What listeners hear about fills: after the commit, at most once, never the truth. */

import type { OrderSide } from "./port.ts";

/** The topic of {@link TradeEvent} on the bus. */
export const tradeTopic = "trades";

/** One fill: `trade.entered` adds to what is held, `trade.exited` takes from it. */
export interface TradeEvent {
  readonly type: "trade.entered" | "trade.exited";
  /** Milliseconds UTC. */
  readonly timestamp: number;
  readonly trade: Trade;
}

export interface Trade {
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  /** In the quote asset. */
  readonly fee: string;
  /** What this fill earned or lost, its own fee taken off. */
  readonly realizedPnl: string;
}
