/** A market specification: what a draft holds and a market is made of. */

/** One possible outcome of the question. */
export interface OutcomeInput {
  /** Name of the outcome, 1–100 characters; case-insensitively unique in the draft. */
  readonly label: string;
  /** Share of the payout when this outcome wins, 0–1. Default 1. */
  readonly payoutWeight?: number;
  /** Sort position, 0–1000. Default: the position in the list. */
  readonly displayOrder?: number;
}

/** The kinds of sources from which a resolution can be read. */
export const SOURCE_TYPES = ["api", "webpage", "rss"] as const;

/** The kind of a source: one of {@link SOURCE_TYPES}. */
export type SourceType = (typeof SOURCE_TYPES)[number];

/** A source that decides the outcome. */
export interface ResolutionSource {
  /** Address of the source: http or https, at most 2000 characters. */
  readonly sourceUrl: string;
  /** Kind of the source. */
  readonly sourceType: SourceType;
  /** Order of consultation, 0–1000, lowest first. Default: the position in the list. */
  readonly priority?: number;
  /** Pattern that the source's data is expected to match, at most 1000 characters. */
  readonly expectedDataPattern?: string;
  /** Number of confirmations that are required, 1–100. */
  readonly minConfirmations?: number;
}

/** A non-negative whole number of the smallest unit: at most 78 digits, or a safe integer. */
export type Amount = string | number;

/**
 * A point in time: milliseconds since the epoch, or an RFC 3339 date-time with a zone, which a draft keeps exactly as
 * its author wrote it.
 */
export type DraftTime = number | string;

/** A market specification as its author gives it: every field may still be missing. */
export interface DraftData {
  /** The question, at most 500 characters; at least 10 once submitted. */
  readonly questionText?: string;
  /** Summary of at most 500 characters. */
  readonly summary?: string;
  /** Tags: at most 20, each of 1–50 characters. */
  readonly topicTags?: readonly string[];
  /** Links for readers: at most 20 http or https URLs. */
  readonly externalLinks?: readonly string[];
  /** Possible outcomes: at most 100; at least 2 once submitted. */
  readonly outcomes?: readonly OutcomeInput[];
  /** Sources in words: at most 20, each of 1–2000 characters. */
  readonly primarySources?: readonly string[];
  /** The event that decides the question, at most 5000 characters. */
  readonly triggerCondition?: string;
  /** Rule that applies when the sources fail, at most 5000 characters. */
  readonly fallbackLogic?: string;
  /** Conditions under which the market is invalid, at most 5000 characters. */
  readonly invalidationClause?: string;
  /** Sources that can be read by a program: at most 20. */
  readonly resolutionSources?: readonly ResolutionSource[];
  /** Trading fee in basis points, 0–500. Default 200. */
  readonly tradingFeeBps?: number;
  /** Settlement fee in basis points, 0–500. Default 100. */
  readonly settlementFeeBps?: number;
  /** Liquidity providers' share of the trading fee in basis points. Default 100; the three shares add up to the fee. */
  readonly feeSplitLpBps?: number;
  /** Creator's share of the trading fee in basis points. Default 50. */
  readonly feeSplitCreatorBps?: number;
  /** Treasury's share of the trading fee in basis points. Default 50. */
  readonly feeSplitTreasuryBps?: number;
  /** Creator's stake. Default 0. */
  readonly creatorStake?: Amount;
  /** Bounty for a proof of the outcome. Default 0. */
  readonly proofBounty?: Amount;
  /** Minimum bond of a dispute. Default 0. */
  readonly disputeBondMinimum?: Amount;
  /** Opening time of trading. Default: with the approval. */
  readonly openAt?: DraftTime;
  /** Closing time of trading; after `openAt`. Default: when an admin locks the market. */
  readonly lockAt?: DraftTime;
  /** Time at which the outcome should be known; after `lockAt`. Default: open. */
  readonly resolutionDeadline?: DraftTime;
  /** Hours after the resolution in which it can be disputed, 1–8760. Default 72. */
  readonly disputeWindowHours?: number;
}

/** A change of a specification by field: a value replaces the field, null removes it. */
export type DraftDataPatch = { readonly [Field in keyof DraftData]?: DraftData[Field] | null };

/** Defaults of the fees (basis points) and of the dispute window (hours). */
export const DRAFT_DEFAULTS: Required<
  Pick<
    DraftData,
    | "tradingFeeBps"
    | "settlementFeeBps"
    | "feeSplitLpBps"
    | "feeSplitCreatorBps"
    | "feeSplitTreasuryBps"
    | "disputeWindowHours"
  >
> = Object.freeze({
  tradingFeeBps: 200,
  settlementFeeBps: 100,
  feeSplitLpBps: 100,
  feeSplitCreatorBps: 50,
  feeSplitTreasuryBps: 50,
  disputeWindowHours: 72,
});
