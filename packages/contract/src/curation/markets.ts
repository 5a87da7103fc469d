/** Markets as everybody finds them. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import {
  Count,
  MarketState,
  MaybeText,
  MaybeTime,
  page,
  Share,
  text,
  Text,
  Timestamp,
  Version,
} from "./fields.ts";

export const MarketQuery = z.object({
  state: MarketState.optional(),
  tags: q.list().optional(),
  search: text(1, 200).optional(),
  creator: text(1, 100).optional(),
  sort_by: z
    .enum(["created_at", "resolution_deadline", "question_text", "total_volume"])
    .optional(),
  order: z.enum(["asc", "desc"]).optional(),
  offset: q.integer({ min: 0, max: 1_000_000 }).optional(),
  ...page,
});

export const WalletMarketQuery = z.object(page);

const item = {
  id: Text,
  question_text: Text,
  summary: MaybeText,
  topic_tags: z.array(Text),
  state: MarketState,
  outcomes: z.array(
    z.object({
      id: Text,
      label: Text,
      payout_weight: Share,
      current_probability: Share,
      display_order: Count,
    }),
  ),
  total_volume: Text,
  created_at: Timestamp,
  resolution_deadline: MaybeTime,
  creator_wallet: MaybeText,
};

export const MarketItem = z.object(item);
export type MarketItem = z.infer<typeof MarketItem>;

export const Market = z.object({
  ...item,
  external_links: z.array(Text),
  primary_sources: z.array(Text),
  trigger_condition: MaybeText,
  fallback_logic: MaybeText,
  invalidation_clause: MaybeText,
  resolution_sources: z.array(
    z.object({
      source_url: Text,
      source_type: z.enum(["api", "webpage", "rss"]),
      priority: Count.optional(),
      expected_data_pattern: Text.optional(),
      min_confirmations: Count.optional(),
    }),
  ),
  trading_fee_bps: Count,
  settlement_fee_bps: Count,
  fee_split_lp_bps: Count,
  fee_split_creator_bps: Count,
  fee_split_treasury_bps: Count,
  creator_stake: Text,
  proof_bounty: Text,
  dispute_bond_minimum: Text,
  open_at: MaybeTime,
  lock_at: MaybeTime,
  dispute_window_hours: Count,
  version: Version,
  draft_id: Text,
  resolved_at: MaybeTime,
  resolution: z.object({ outcome_id: Text, evidence_url: Text, resolved_by: Text }).nullable(),
});
export type Market = z.infer<typeof Market>;

export const ReasonRequest = z.object({ reason: text(1, 5000) });
