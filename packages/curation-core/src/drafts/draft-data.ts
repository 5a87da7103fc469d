/** A market specification: what a draft holds and a market is made of. */

export interface OutcomeInput {
  /** 1–100 characters, unique in the draft without case. */
  readonly label: string;
  /** 0–1. Default 1. */
  readonly payout_weight?: number;
  /** Default: the position. */
  readonly display_order?: number;
}

export const SOURCE_TYPES = ["api", "webpage", "rss"] as const;

export type SourceType = (typeof SOURCE_TYPES)[number];

export interface ResolutionSource {
  /** http or https, at most 2000 characters. */
  readonly source_url: string;
  readonly source_type: SourceType;
  /** 0–1000; the smallest is asked first. Default: the position. */
  readonly priority?: number;
  readonly expected_data_pattern?: string;
  /** 1–100. */
  readonly min_confirmations?: number;
}

/** A whole number of the smallest unit: digits, or a safe integer; never negative. */
export type Amount = string | number;

/** As given by its author: everything may still be missing. Null removes a field when merged. */
export interface DraftData {
  /** 10–500 characters once submitted. */
  readonly question_text?: string;
  /** At most 500. */
  readonly summary?: string;
  /** At most 20, each 1–50. */
  readonly topic_tags?: readonly string[];
  readonly external_links?: readonly string[];
  readonly outcomes?: readonly OutcomeInput[];
  readonly primary_sources?: readonly string[];
  readonly trigger_condition?: string;
  readonly fallback_logic?: string;
  readonly invalidation_clause?: string;
  readonly resolution_sources?: readonly ResolutionSource[];
  /** 0–500. Default 200. */
  readonly trading_fee_bps?: number;
  /** 0–500. Default 100. */
  readonly settlement_fee_bps?: number;
  /** Defaults 100, 50 and 50; the three make `trading_fee_bps`. */
  readonly fee_split_lp_bps?: number;
  readonly fee_split_creator_bps?: number;
  readonly fee_split_treasury_bps?: number;
  readonly creator_stake?: Amount;
  readonly proof_bounty?: Amount;
  readonly dispute_bond_minimum?: Amount;
  /** ISO 8601 with a zone; in this order in time. */
  readonly open_at?: string;
  readonly lock_at?: string;
  readonly resolution_deadline?: string;
  /** ≥ 1. Default 72. */
  readonly dispute_window_hours?: number;
}

/** A change by field: null takes the field out. */
export type DraftDataPatch = { readonly [Field in keyof DraftData]?: DraftData[Field] | null };

export const DRAFT_DEFAULTS: Required<
  Pick<
    DraftData,
    | "trading_fee_bps"
    | "settlement_fee_bps"
    | "fee_split_lp_bps"
    | "fee_split_creator_bps"
    | "fee_split_treasury_bps"
    | "dispute_window_hours"
  >
> = Object.freeze({
  trading_fee_bps: 200,
  settlement_fee_bps: 100,
  fee_split_lp_bps: 100,
  fee_split_creator_bps: 50,
  fee_split_treasury_bps: 50,
  dispute_window_hours: 72,
});
