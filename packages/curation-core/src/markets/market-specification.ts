/** From a draft's data to a market: every default filled in. */

import { DRAFT_DEFAULTS, type Amount, type DraftData } from "../drafts/draft-data.ts";
import { parseDateTime } from "../wallet/date-time.ts";
import type { MarketSpecification } from "./market-document.ts";

/** Of data in which the rule engine found no error. `newId` names the outcomes. */
export function marketSpecification(data: DraftData, newId: () => string): MarketSpecification {
  const outcomes = (data.outcomes ?? []).map(({ label, payout_weight, display_order }, at) => ({
    id: newId(),
    label: label.trim(),
    payout_weight: payout_weight ?? 1,
    display_order: display_order ?? at,
  }));
  return {
    question_text: (data.question_text ?? "").trim(),
    summary: data.summary ?? null,
    topic_tags: data.topic_tags ?? [],
    external_links: data.external_links ?? [],
    outcomes: outcomes.toSorted((one, other) => one.display_order - other.display_order),
    primary_sources: data.primary_sources ?? [],
    trigger_condition: data.trigger_condition ?? null,
    fallback_logic: data.fallback_logic ?? null,
    invalidation_clause: data.invalidation_clause ?? null,
    resolution_sources: (data.resolution_sources ?? [])
      .map((source, at) => ({ ...source, priority: source.priority ?? at }))
      .toSorted((one, other) => one.priority - other.priority),
    trading_fee_bps: data.trading_fee_bps ?? DRAFT_DEFAULTS.trading_fee_bps,
    settlement_fee_bps: data.settlement_fee_bps ?? DRAFT_DEFAULTS.settlement_fee_bps,
    fee_split_lp_bps: data.fee_split_lp_bps ?? DRAFT_DEFAULTS.fee_split_lp_bps,
    fee_split_creator_bps: data.fee_split_creator_bps ?? DRAFT_DEFAULTS.fee_split_creator_bps,
    fee_split_treasury_bps: data.fee_split_treasury_bps ?? DRAFT_DEFAULTS.fee_split_treasury_bps,
    creator_stake: digits(data.creator_stake),
    proof_bounty: digits(data.proof_bounty),
    dispute_bond_minimum: digits(data.dispute_bond_minimum),
    open_at: timeOf(data.open_at),
    lock_at: timeOf(data.lock_at),
    resolution_deadline: timeOf(data.resolution_deadline),
    dispute_window_hours: data.dispute_window_hours ?? DRAFT_DEFAULTS.dispute_window_hours,
  };
}

function digits(amount: Amount | undefined): string {
  return amount === undefined ? "0" : String(amount);
}

function timeOf(text: string | undefined): number | null {
  return text === undefined ? null : (parseDateTime(text) ?? null);
}
