/** A trader that submits the orders of a script, and the account that it trades on. */

import type { OrderRequest, OrderSimulationOptions, Trader } from "../../src/simulation/index.ts";

/** Account of 1,000 without fees that may trade both sides. */
export const FREE: OrderSimulationOptions = { fee: 0, initialCapital: 1000, direction: "both" };

/** Candle on which the price does not move: open, high, low and close. */
export const still = (price: number): number[] => [price, price, price, price];

/** Submits orders at the close of the candle under whose index they stand. */
export function script(
  orders: Readonly<Record<number, OrderRequest | readonly OrderRequest[]>>,
): Trader {
  return {
    onCandle({ index }, broker) {
      for (const order of [orders[index] ?? []].flat()) broker.submit(order);
    },
  };
}
