/** Markets as everybody reads them. */

import type { MarketState } from "../lifecycle/market-states.ts";
import type { ResolutionSource } from "../specification/draft-data.ts";

/** An outcome of a market. */
export interface Outcome {
  /** UUID of the outcome. */
  readonly id: string;
  /** Name of the outcome, unique in the market. */
  readonly label: string;
  /** Share of the payout when it wins, 0–1. */
  readonly payoutWeight: number;
  /** Sort position, from 0. */
  readonly displayOrder: number;
}

/** A draft's data with every default filled in. Amounts are digits, times milliseconds since the epoch. */
export interface MarketSpecification {
  /** The question, 10–500 characters. */
  readonly questionText: string;
  /** Summary of at most 500 characters; null without one. */
  readonly summary: string | null;
  /** Tags, at most 20. */
  readonly topicTags: readonly string[];
  /** Links for readers, at most 20. */
  readonly externalLinks: readonly string[];
  /** Outcomes in display order, at least 2. */
  readonly outcomes: readonly Outcome[];
  /** Sources in words, at most 20. */
  readonly primarySources: readonly string[];
  /** The event that decides the question; null when none is given. */
  readonly triggerCondition: string | null;
  /** Rule that applies when the sources fail; null when none is given. */
  readonly fallbackLogic: string | null;
  /** Conditions under which the market is invalid; null when none is given. */
  readonly invalidationClause: string | null;
  /** Sources that a program can read, lowest priority number first. */
  readonly resolutionSources: readonly ResolutionSource[];
  /** Trading fee in basis points, 0–500. */
  readonly tradingFeeBps: number;
  /** Settlement fee in basis points, 0–500. */
  readonly settlementFeeBps: number;
  /** Liquidity providers' share of the trading fee in basis points. */
  readonly feeSplitLpBps: number;
  /** Creator's share of the trading fee in basis points. */
  readonly feeSplitCreatorBps: number;
  /** Treasury's share of the trading fee in basis points. */
  readonly feeSplitTreasuryBps: number;
  /** Creator's stake in the smallest unit. */
  readonly creatorStake: string;
  /** Bounty for a proof of the outcome in the smallest unit. */
  readonly proofBounty: string;
  /** Minimum bond of a dispute in the smallest unit. */
  readonly disputeBondMinimum: string;
  /** Opening time of trading; null: trading opened with the approval. */
  readonly openAt: number | null;
  /** Closing time of trading; null: trading ends when an admin locks the market. */
  readonly lockAt: number | null;
  /** Time at which the outcome should be known; null without a deadline. */
  readonly resolutionDeadline: number | null;
  /** Hours after the resolution in which it can be disputed. */
  readonly disputeWindowHours: number;
}

/** An outcome with its probability. */
export interface MarketOutcome extends Outcome {
  /** Probability, 0–1: 1/n for n outcomes, because curation computes no prices. */
  readonly currentProbability: number;
}

/** A market in a list. Times are milliseconds since the epoch. */
export interface MarketItem {
  /** UUID of the market. */
  readonly id: string;
  /** The question, 10–500 characters. */
  readonly questionText: string;
  /** Summary of at most 500 characters; null without one. */
  readonly summary: string | null;
  /** Tags, at most 20. */
  readonly topicTags: readonly string[];
  /** State at the time of reading. */
  readonly state: MarketState;
  /** Outcomes in display order. */
  readonly outcomes: readonly MarketOutcome[];
  /** Traded volume in the smallest unit, as digits; "0" because curation runs no trading. */
  readonly totalVolume: string;
  /** Creation time. */
  readonly createdAt: number;
  /** Time at which the outcome should be known; null without a deadline. */
  readonly resolutionDeadline: number | null;
  /** The creator's wallet address; null when the account has none. */
  readonly creatorWallet: string | null;
}

/** Resolution of a market. */
export interface Resolution {
  /** Id of the outcome that won. */
  readonly outcomeId: string;
  /** Address of the evidence: http or https. */
  readonly evidenceUrl: string;
  /** Id of the admin's account. */
  readonly resolvedBy: string;
}

/** A dispute of a resolution. */
export interface Dispute {
  /** Id of the account that disputed. */
  readonly disputedBy: string;
  /** Reason of the dispute, 1–5000 characters. */
  readonly reason: string;
  /** Time of the dispute in milliseconds since the epoch. */
  readonly disputedAt: number;
}

/** A market with its whole specification. Times are milliseconds since the epoch. */
export interface Market extends MarketItem, Omit<MarketSpecification, keyof MarketItem> {
  /** Number of changes by people, from 1; the clock changes the state without a new version. */
  readonly version: number;
  /** Number that rises with every stored change, also with one of the creator's wallet. */
  readonly revision: number;
  /** Id of the draft it was made of. */
  readonly draftId: string;
  /** Time of the last resolution or invalidation; null before it. */
  readonly resolvedAt: number | null;
  /** The last resolution; null before it and after an invalidation. */
  readonly resolution: Resolution | null;
  /** Number of resolutions so far; the one that reaches the option `resolutionRounds` cannot be disputed. */
  readonly resolutionCount: number;
  /** Reason of the invalidation; null without one. */
  readonly invalidReason: string | null;
  /** The last dispute, for the creator, curators and the account that disputed; null for others and without one. */
  readonly dispute: Dispute | null;
}
