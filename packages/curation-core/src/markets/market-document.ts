/** A market as it is stored. Which state it is in is a question for the clock: see `effectiveState`. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { ResolutionSource } from "../drafts/draft-data.ts";

export const MARKET_STATES = [
  "pending_launch",
  "active",
  "locked",
  "resolved",
  "disputed",
  "invalid",
] as const;

export type MarketState = (typeof MARKET_STATES)[number];

/** The states that everybody may see. */
export const PUBLIC_STATES: readonly MarketState[] = [
  "active",
  "locked",
  "resolved",
  "invalid",
  "disputed",
];

export interface Outcome {
  readonly id: string;
  readonly label: string;
  readonly payout_weight: number;
  readonly display_order: number;
}

/** A draft's data with every default filled in; amounts are digits. */
export interface MarketSpecification {
  readonly question_text: string;
  readonly summary: string | null;
  readonly topic_tags: readonly string[];
  readonly external_links: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly primary_sources: readonly string[];
  readonly trigger_condition: string | null;
  readonly fallback_logic: string | null;
  readonly invalidation_clause: string | null;
  readonly resolution_sources: readonly ResolutionSource[];
  readonly trading_fee_bps: number;
  readonly settlement_fee_bps: number;
  readonly fee_split_lp_bps: number;
  readonly fee_split_creator_bps: number;
  readonly fee_split_treasury_bps: number;
  readonly creator_stake: string;
  readonly proof_bounty: string;
  readonly dispute_bond_minimum: string;
  /** Milliseconds UTC, like all times in the store. */
  readonly open_at: number | null;
  readonly lock_at: number | null;
  readonly resolution_deadline: number | null;
  readonly dispute_window_hours: number;
}

export interface Resolution {
  readonly outcome_id: string;
  readonly evidence_url: string;
  /** The admin's account. */
  readonly resolved_by: string;
}

export interface MarketDocument extends Entity, MarketSpecification {
  readonly id: string;
  readonly draft_id: string;
  readonly creator_id: string;
  readonly creator_wallet: string | null;
  readonly creator_wallet_key: string | null;
  /** The last state that was written; the clock may have moved it on. */
  readonly state: MarketState;
  /** A decimal string of the smallest unit; "0" until a market maker says otherwise. */
  readonly total_volume: string;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly resolved_at: number | null;
  readonly resolution: Resolution | null;
  readonly invalid_reason: string | null;
  readonly dispute: {
    readonly disputed_by: string;
    readonly reason: string;
    readonly disputed_at: number;
  } | null;
  /** The sequence number of the last change: what followers of the collection read on from. */
  readonly change: number;
}

export const markets: Collection<MarketDocument, "by_draft" | "by_creator" | "by_change"> =
  defineCollection<MarketDocument>()({
    name: "markets",
    indexes: {
      // One draft never makes two markets: the store itself refuses the second.
      by_draft: { fields: ["draft_id"], unique: true },
      by_creator: { fields: ["creator_id", "created_at"] },
      by_change: { fields: ["change"], unique: true },
    },
  });
