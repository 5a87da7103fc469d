/**
 * A market specification as drafts carry it. Every field may be missing until the draft is submitted; an unknown field
 * is refused by the service, which names the nearest known one.
 */

import * as z from "zod";

import { freeText } from "../route/free-text.ts";
import { oneOf, type Fields } from "../route/object-schema.ts";
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

const outcomeFields = {
  /** Name of the outcome, 1–100 characters, unique in its draft. */
  label: freeText(1, 100),
  /** Share of the payout that goes to this outcome when it comes true, 0–1. */
  payout_weight: z.number().min(0).max(1).optional(),
  /** Position of the outcome in lists, 0–1,000. */
  display_order: z.int().min(0).max(1000).optional(),
};
/** A possible outcome of a market. */
export interface Outcome extends Fields<typeof outcomeFields> {
  readonly [unknown: string]: unknown;
}
const Outcome: z.ZodType<Outcome, Outcome> = z.looseObject(outcomeFields);

const sourceFields = {
  /** URL of the source, 1–2,000 characters. */
  source_url: url,
  /** Kind of the source. */
  source_type: oneOf(["api", "webpage", "rss"]),
  /** Rank among the sources, 0–1,000. */
  priority: z.int().min(0).max(1000).optional(),
  /** Pattern that the data of the source is expected to match, at most 1,000 characters. */
  expected_data_pattern: freeText(0, 1000).optional(),
  /** Number of confirmations that the source needs, 1–100. */
  min_confirmations: z.int().min(1).max(100).optional(),
};
/** A source that decides a market. */
export interface ResolutionSource extends Fields<typeof sourceFields> {
  readonly [unknown: string]: unknown;
}
const ResolutionSource: z.ZodType<ResolutionSource, ResolutionSource> = z.looseObject(sourceFields);

const fields = {
  /** Question that the market decides, at most 500 characters; at least 10 to be submitted. */
  question_text: freeText(0, 500),
  /** Summary for lists, at most 500 characters. */
  summary: freeText(0, 500),
  /** Topics to find the market by: at most 20, each 1–50 characters. */
  topic_tags: z.array(freeText(1, 50)).max(20),
  /** URLs of further reading: at most 20, each 1–2,000 characters. */
  external_links: z.array(url).max(20),
  /** Possible outcomes: at most 100; at least 2 with different labels to be submitted. */
  outcomes: z.array(Outcome).max(100),
  /** Sources that the question rests on: at most 20, each 1–2,000 characters. */
  primary_sources: z.array(freeText(1, 2000)).max(20),
  /** Condition under which the market is decided, at most 5,000 characters. */
  trigger_condition: freeText(0, LONG),
  /** Rule for the case that the sources fail, at most 5,000 characters. */
  fallback_logic: freeText(0, LONG),
  /** Condition under which the market is invalid, at most 5,000 characters. */
  invalidation_clause: freeText(0, LONG),
  /** Sources that decide the market: at most 20. */
  resolution_sources: z.array(ResolutionSource).max(20),
  /** Trading fee in basis points (0.01 %), 0–500. Default 200. */
  trading_fee_bps: basisPoints,
  /** Settlement fee in basis points (0.01 %), 0–500. Default 100. */
  settlement_fee_bps: basisPoints,
  /** Part of the trading fee for liquidity providers, in basis points, 0–500. Default 100. */
  fee_split_lp_bps: basisPoints,
  /** Part of the trading fee for the creator, in basis points, 0–500. Default 50. */
  fee_split_creator_bps: basisPoints,
  /** Part of the trading fee for the treasury, in basis points, 0–500. Default 50. */
  fee_split_treasury_bps: basisPoints,
  /** Stake of the creator in the token's smallest unit: at most 78 digits, or a safe integer. */
  creator_stake: amount,
  /** Bounty for a proof in the token's smallest unit: at most 78 digits, or a safe integer. */
  proof_bounty: amount,
  /** Smallest bond of a dispute in the token's smallest unit: at most 78 digits, or a safe integer. */
  dispute_bond_minimum: amount,
  /** Time at which the market opens, ISO 8601 with an offset. Default: on approval. */
  open_at: time,
  /** Time at which trading ends, ISO 8601 with an offset; after `open_at`. */
  lock_at: time,
  /** Time by which the market is decided, ISO 8601 with an offset; after `lock_at`. */
  resolution_deadline: time,
  /** Hours in which a resolution can be disputed, 1–8,760. Default 72. */
  dispute_window_hours: z.int().min(1).max(8760),
};

type Optional = { [Name in keyof typeof fields]: z.ZodOptional<(typeof fields)[Name]> };
type Nullable = { [Name in keyof typeof fields]: z.ZodNullable<(typeof fields)[Name]> };
type Patched = { [Name in keyof Nullable]: z.ZodOptional<Nullable[Name]> };

/** A market specification, complete or not. */
export interface DraftData extends Fields<Optional> {
  [unknown: string]: unknown;
}
export const DraftData: z.ZodType<DraftData, DraftData> = z.looseObject(fields).partial();

/** A change of a market specification by field: null removes the field. */
export interface DraftDataPatch extends Fields<Patched> {
  [unknown: string]: unknown;
}
export const DraftDataPatch: z.ZodType<DraftDataPatch, DraftDataPatch> = z
  .looseObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.nullable()]),
    ) as Nullable,
  )
  .partial();
