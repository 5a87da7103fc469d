/** What lists of markets are asked for, and what they answer. */

import type { PageOf, PageQuery } from "../page.ts";
import type { MarketItem, MarketState } from "./market.ts";

export const MARKET_SORTS = [
  "createdAt",
  "resolutionDeadline",
  "questionText",
  "totalVolume",
] as const;

export type MarketSort = (typeof MARKET_SORTS)[number];

export interface MarketQuery extends PageQuery {
  /** Default `active` and `locked`. */
  readonly state?: MarketState;
  /** All of them. */
  readonly tags?: readonly string[];
  /** Words that must all occur; ranked unless `sortBy` is given. */
  readonly search?: string;
  /** A wallet address. */
  readonly creator?: string;
  /** Default `createdAt`, or by rank with `search`. Missing deadlines come last. */
  readonly sortBy?: MarketSort;
  /** Default `desc`. */
  readonly order?: "asc" | "desc";
  /** 0–1,000,000. Default 0; not beside a cursor. */
  readonly offset?: number;
}

export interface MarketPage extends PageOf<MarketItem> {
  /** How many match on all pages. */
  readonly total: number;
}
