/** Orders that the exchange has taken, by their client order ids: its lists may lag behind. */

import type { Market } from "./markets.ts";

/** Number of placed orders whose ids are remembered. */
const REMEMBERED = 1000;

interface PlacedOrder {
  readonly market: Market;
  /** The exchange's id. */
  readonly id: string;
}

export class PlacedOrders {
  /** Placed orders by their client order ids, the oldest first. */
  readonly #orders = new Map<string, PlacedOrder>();

  find(link: string): PlacedOrder | undefined {
    return this.#orders.get(link);
  }

  remember(link: string, order: PlacedOrder): void {
    this.#orders.set(link, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > REMEMBERED && oldest !== undefined) this.#orders.delete(oldest);
  }
}
