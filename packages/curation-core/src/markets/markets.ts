/** Markets: found by everybody, moved by admins. */

import type { Actor } from "../actor.ts";
import type { PageOf, PageQuery } from "../page.ts";
import type { MarketState } from "./market-document.ts";
import type { Market, MarketItem } from "./market-view.ts";

export const MARKET_SORTS = [
  "created_at",
  "resolution_deadline",
  "question_text",
  "total_volume",
] as const;

export type MarketSort = (typeof MARKET_SORTS)[number];

export interface MarketQuery extends PageQuery {
  /** Default `active` and `locked`. */
  readonly state?: MarketState;
  /** All of them. */
  readonly tags?: readonly string[];
  /** Words that must all occur; ranked unless `sort_by` is given. */
  readonly search?: string;
  /** A wallet address. */
  readonly creator?: string;
  /** Default `created_at`, or by rank with `search`. Missing deadlines come last. */
  readonly sort_by?: MarketSort;
  /** Default `desc`. */
  readonly order?: "asc" | "desc";
  /** 0–1,000,000. Default 0; not beside a cursor. */
  readonly offset?: number;
}

export interface MarketPage extends PageOf<MarketItem> {
  /** How many match on all pages. */
  readonly total: number;
}

export interface Markets {
  /** Public states for everybody; the others for curators and, of own markets, their owner. @throws CurationError CURSOR_INVALID, VALIDATION_ERROR */
  list(actor: Actor | null, query?: MarketQuery): Promise<MarketPage>;
  /** All of a wallet's markets that `actor` may see, newest first. @throws CurationError CURSOR_INVALID, VALIDATION_ERROR */
  byWallet(actor: Actor | null, walletAddress: string, query?: PageQuery): Promise<MarketPage>;
  /** @throws CurationError NOT_FOUND, also where it is not public to `actor` */
  get(actor: Actor | null, id: string): Promise<Market>;
  /** From `locked` or `disputed`, by an admin. @throws CurationError FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR */
  resolve(
    actor: Actor,
    id: string,
    input: { readonly outcome_id: string; readonly evidence_url: string },
  ): Promise<Market>;
  /** From `locked` or `disputed`, by an admin. @throws as `resolve` */
  invalidate(actor: Actor, id: string, reason: string): Promise<Market>;
  /** From `pending_launch`, by an admin, whatever `open_at` says. @throws as `resolve` */
  launch(actor: Actor, id: string): Promise<Market>;
  /** From `active`, by an admin, whatever `lock_at` says. @throws as `resolve` */
  lock(actor: Actor, id: string): Promise<Market>;
  /** From `resolved`, inside the dispute window, by anybody who is logged in. @throws CurationError STATE_CONFLICT, VALIDATION_ERROR */
  dispute(actor: Actor, id: string, reason: string): Promise<Market>;
}
