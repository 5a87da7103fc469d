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

type Patched = { [Name in keyof typeof fields]: z.ZodNullable<(typeof fields)[Name]> };

/** A change by field: null takes the field out. */
export const DraftDataPatch = z
  .looseObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.nullable()]),
    ) as Patched,
  )
  .partial();
