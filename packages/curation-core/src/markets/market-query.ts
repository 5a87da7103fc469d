/** Queries of market lists and their pages. */

import type { MarketState } from "../lifecycle/market-states.ts";
import type { PageOf, PageQuery } from "../page.ts";
import type { MarketItem } from "./market.ts";

/** The members that lists of markets can be sorted by. */
export const MARKET_SORTS = [
  "createdAt",
  "resolutionDeadline",
  "questionText",
  "totalVolume",
] as const;

/** A member to sort by: one of {@link MARKET_SORTS}. */
export type MarketSort = (typeof MARKET_SORTS)[number];

/** Filters, order and page of a list of markets. */
export interface MarketQuery extends PageQuery {
  /** State of the markets. Default `active` and `locked`. */
  readonly state?: MarketState;
  /** Tags that each market has, all of them, compared without case. At most 20. */
  readonly tags?: readonly string[];
  /**
   * Words that each market contains, all of them, at most 200 characters; sorted by score unless `sortBy` is given.
   * Case, accents and English plurals do not count, and the last word may be the start of one. A text without any word
   * finds nothing.
   */
  readonly search?: string;
  /** Wallet address of the creator. */
  readonly creator?: string;
  /** Member to sort by. Default `createdAt`, or the score with `search`. Markets without a deadline come last. */
  readonly sortBy?: MarketSort;
  /** Direction of the order. Default `desc`. */
  readonly order?: "asc" | "desc";
  /** Number of markets to skip, 0–1,000,000. Default 0; ignored with a cursor. */
  readonly offset?: number;
}

/** One page of a list of markets. */
export interface MarketPage extends PageOf<MarketItem> {
  /** Number of matches on all pages. */
  readonly total: number;
}
