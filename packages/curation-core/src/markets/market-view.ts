/** Markets as everybody sees them. Times are ISO 8601, UTC. */

import { isoTime } from "../iso-time.ts";
import type {
  MarketDocument,
  MarketSpecification,
  MarketState,
  Outcome,
  Resolution,
} from "./market-document.ts";
import { effectiveState } from "./market-state.ts";

export interface MarketOutcome extends Outcome {
  /** 1/n until a market maker says otherwise: no prices are invented. */
  readonly current_probability: number;
}

export interface MarketItem {
  readonly id: string;
  readonly question_text: string;
  readonly summary: string | null;
  readonly topic_tags: readonly string[];
  readonly state: MarketState;
  readonly outcomes: readonly MarketOutcome[];
  readonly total_volume: string;
  readonly created_at: string;
  readonly resolution_deadline: string | null;
  readonly creator_wallet: string | null;
}

type Times = "open_at" | "lock_at" | "resolution_deadline";

export interface Market extends MarketItem, Omit<MarketSpecification, Times | keyof MarketItem> {
  readonly version: number;
  readonly draft_id: string;
  readonly open_at: string | null;
  readonly lock_at: string | null;
  readonly resolved_at: string | null;
  readonly resolution: Resolution | null;
}

/** All of a list item but its state, which the clock decides at every reading. */
export type StatelessItem = Omit<MarketItem, "state">;

export function statelessItem(market: MarketDocument): StatelessItem {
  const current_probability = 1 / market.outcomes.length;
  return {
    id: market.id,
    question_text: market.question_text,
    summary: market.summary,
    // A copy: what the store froze takes JSON three times as long to write.
    topic_tags: [...market.topic_tags],
    outcomes: market.outcomes.map((outcome) => ({ ...outcome, current_probability })),
    total_volume: market.total_volume,
    created_at: isoTime(market.created_at),
    resolution_deadline: isoTime(market.resolution_deadline),
    creator_wallet: market.creator_wallet,
  };
}

export function marketView(market: MarketDocument, now: number): Market {
  return {
    ...statelessItem(market),
    state: effectiveState(market, now),
    external_links: market.external_links,
    primary_sources: market.primary_sources,
    trigger_condition: market.trigger_condition,
    fallback_logic: market.fallback_logic,
    invalidation_clause: market.invalidation_clause,
    resolution_sources: market.resolution_sources,
    trading_fee_bps: market.trading_fee_bps,
    settlement_fee_bps: market.settlement_fee_bps,
    fee_split_lp_bps: market.fee_split_lp_bps,
    fee_split_creator_bps: market.fee_split_creator_bps,
    fee_split_treasury_bps: market.fee_split_treasury_bps,
    creator_stake: market.creator_stake,
    proof_bounty: market.proof_bounty,
    dispute_bond_minimum: market.dispute_bond_minimum,
    dispute_window_hours: market.dispute_window_hours,
    version: market.version,
    draft_id: market.draft_id,
    open_at: isoTime(market.open_at),
    lock_at: isoTime(market.lock_at),
    resolved_at: isoTime(market.resolved_at),
    resolution: market.resolution,
  };
}
