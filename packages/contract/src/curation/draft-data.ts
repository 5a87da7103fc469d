/**
 * A market specification as drafts carry it. Everything may be missing until it is submitted; a field that is not known
 * is refused by the service, which names the nearest one.
 */

import * as z from "zod";

import { text } from "./fields.ts";

const LONG = 5000;
const url = text(1, 2000);
const basisPoints = z.int().min(0).max(500);
/** Digits, or a safe integer. */
const amount = z.union([
  z.string().regex(/^(0|[1-9]\d{0,77})$/, "must be a whole number in digits"),
  z.int().min(0),
]);
const time = z.iso.datetime({ offset: true });

const Outcome = z.looseObject({
  label: text(1, 100),
  payout_weight: z.number().min(0).max(1).optional(),
  display_order: z.int().min(0).max(1000).optional(),
});

const ResolutionSource = z.looseObject({
  source_url: url,
  source_type: z.enum(["api", "webpage", "rss"]),
  priority: z.int().min(0).max(1000).optional(),
  expected_data_pattern: text(0, 1000).optional(),
  min_confirmations: z.int().min(1).max(100).optional(),
});

const fields = {
  question_text: text(0, 500),
  summary: text(0, 500),
  topic_tags: z.array(text(1, 50)).max(20),
  external_links: z.array(url).max(20),
  outcomes: z.array(Outcome).max(100),
  primary_sources: z.array(text(1, 2000)).max(20),
  trigger_condition: text(0, LONG),
  fallback_logic: text(0, LONG),
  invalidation_clause: text(0, LONG),
  resolution_sources: z.array(ResolutionSource).max(20),
  trading_fee_bps: basisPoints,
  settlement_fee_bps: basisPoints,
  fee_split_lp_bps: basisPoints,
  fee_split_creator_bps: basisPoints,
  fee_split_treasury_bps: basisPoints,
  creator_stake: amount,
  proof_bounty: amount,
  dispute_bond_minimum: amount,
  open_at: time,
  lock_at: time,
  resolution_deadline: time,
  dispute_window_hours: z.int().min(1).max(8760),
};

export const DraftData = z.looseObject(fields).partial();
export type DraftData = z.infer<typeof DraftData>;

/** A change by field: null takes the field out. */
export const DraftDataPatch = z
  .looseObject({
    question_text: fields.question_text.nullable(),
    summary: fields.summary.nullable(),
    topic_tags: fields.topic_tags.nullable(),
    external_links: fields.external_links.nullable(),
    outcomes: fields.outcomes.nullable(),
    primary_sources: fields.primary_sources.nullable(),
    trigger_condition: fields.trigger_condition.nullable(),
    fallback_logic: fields.fallback_logic.nullable(),
    invalidation_clause: fields.invalidation_clause.nullable(),
    resolution_sources: fields.resolution_sources.nullable(),
    trading_fee_bps: fields.trading_fee_bps.nullable(),
    settlement_fee_bps: fields.settlement_fee_bps.nullable(),
    fee_split_lp_bps: fields.fee_split_lp_bps.nullable(),
    fee_split_creator_bps: fields.fee_split_creator_bps.nullable(),
    fee_split_treasury_bps: fields.fee_split_treasury_bps.nullable(),
    creator_stake: amount.nullable(),
    proof_bounty: amount.nullable(),
    dispute_bond_minimum: amount.nullable(),
    open_at: time.nullable(),
    lock_at: time.nullable(),
    resolution_deadline: time.nullable(),
    dispute_window_hours: fields.dispute_window_hours.nullable(),
  })
  .partial();
