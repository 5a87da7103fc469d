/** Markets: the wire's spelling and the core's. */

import type {
  Market as WireMarket,
  MarketAction as WireMarketAction,
  MarketItem as WireMarketItem,
  MarketQuery as MarketQuerySchema,
} from "@bourse/contract/curation";
import type {
  Market,
  MarketAction,
  MarketItem,
  MarketQuery,
  MarketSort,
} from "@bourse/curation-core";

import { isoTime } from "../../time/iso-time.ts";
import { convertOnce } from "./convert-once.ts";
import { wireSource } from "./draft-data.ts";
import { given } from "./given.ts";

/** A market of a list in the wire's spelling. The core's object stays the same until the market changes. */
export const wireMarketItem: (item: MarketItem) => WireMarketItem = convertOnce(itemOf);

/** A market with its whole specification in the wire's spelling. */
export function wireMarket(market: Market): WireMarket {
  return {
    ...itemOf(market),
    external_links: [...market.externalLinks],
    primary_sources: [...market.primarySources],
    trigger_condition: market.triggerCondition,
    fallback_logic: market.fallbackLogic,
    invalidation_clause: market.invalidationClause,
    resolution_sources: market.resolutionSources.map(
      (source) => wireSource(source) as WireMarket["resolution_sources"][number],
    ),
    trading_fee_bps: market.tradingFeeBps,
    settlement_fee_bps: market.settlementFeeBps,
    fee_split_lp_bps: market.feeSplitLpBps,
    fee_split_creator_bps: market.feeSplitCreatorBps,
    fee_split_treasury_bps: market.feeSplitTreasuryBps,
    creator_stake: market.creatorStake,
    proof_bounty: market.proofBounty,
    dispute_bond_minimum: market.disputeBondMinimum,
    dispute_window_hours: market.disputeWindowHours,
    version: market.version,
    draft_id: market.draftId,
    open_at: isoTime(market.openAt),
    lock_at: isoTime(market.lockAt),
    resolved_at: isoTime(market.resolvedAt),
    resolution: market.resolution && {
      outcome_id: market.resolution.outcomeId,
      evidence_url: market.resolution.evidenceUrl,
      resolved_by: market.resolution.resolvedBy,
    },
    resolution_count: market.resolutionCount,
    invalid_reason: market.invalidReason,
    dispute: market.dispute && {
      disputed_by: market.dispute.disputedBy,
      reason: market.dispute.reason,
      disputed_at: isoTime(market.dispute.disputedAt),
    },
  };
}

/** An entry of a market's trail in the wire's spelling. */
export function wireMarketAction(action: MarketAction): WireMarketAction {
  return {
    id: action.id,
    market_id: action.marketId,
    action: action.action,
    actor_id: action.actorId,
    actor_name: action.actorName,
    from_state: action.fromState,
    to_state: action.toState,
    version: action.version,
    reason: action.reason,
    outcome_id: action.outcomeId,
    evidence_url: action.evidenceUrl,
    created_at: isoTime(action.createdAt),
  };
}

// Arrays are copied, because JSON.stringify takes three times as long for what a store has frozen.
function itemOf(item: MarketItem): WireMarketItem {
  return {
    id: item.id,
    question_text: item.questionText,
    summary: item.summary,
    topic_tags: [...item.topicTags],
    outcomes: item.outcomes.map((outcome) => ({
      id: outcome.id,
      label: outcome.label,
      payout_weight: outcome.payoutWeight,
      display_order: outcome.displayOrder,
      current_probability: outcome.currentProbability,
    })),
    total_volume: item.totalVolume,
    created_at: isoTime(item.createdAt),
    resolution_deadline: isoTime(item.resolutionDeadline),
    creator_wallet: item.creatorWallet,
    state: item.state,
  };
}

const SORTS = {
  created_at: "createdAt",
  resolution_deadline: "resolutionDeadline",
  question_text: "questionText",
  total_volume: "totalVolume",
} as const satisfies Record<string, MarketSort>;

/**
 * The query of GET /markets in the core's spelling. A cursor says where to continue; the offset was the first page's.
 */
export function marketQueryOf(query: ReturnType<typeof MarketQuerySchema.parse>): MarketQuery {
  const { sort_by, offset, ...rest } = query;
  return given({
    ...rest,
    sortBy: sort_by && SORTS[sort_by],
    offset: query.cursor === undefined ? offset : undefined,
  });
}
