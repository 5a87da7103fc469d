/** Orders that the exchange has taken, by their client order ids: its lists may lag behind. */

import { LRUCache } from "lru-cache";

import type { Market } from "./markets.ts";

/** Number of placed orders whose ids are remembered. */
const REMEMBERED = 1000;

interface PlacedOrder {
  readonly market: Market;
  /** The exchange's id. */
  readonly id: string;
}

/** Placed orders by their client order ids. */
export type PlacedOrders = LRUCache<string, PlacedOrder>;

/** Creates a memory of the last 1000 placed orders. */
export function createPlacedOrders(): PlacedOrders {
  return new LRUCache({ max: REMEMBERED });
}
