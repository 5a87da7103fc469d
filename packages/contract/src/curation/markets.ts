/** Markets: found by everybody, disputed by any account. */

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { joinRoutes } from "../route/join-routes.ts";
import { oneOf } from "../route/object-schema.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  Count,
  IfNoneMatch,
  INVALID,
  MarketParams,
  MarketState,
  MaybeText,
  MaybeTime,
  page,
  text,
  Text,
  Timestamp,
  TOKEN,
  UnitInterval,
  Version,
  WRITING,
} from "./fields.ts";
import { marketTrailNotes, marketTrailRoutes } from "./market-trail.ts";

const queryFields = {
  /** Only markets of this state. Default: `active` and `locked`. */
  state: MarketState.optional(),
  /** Topic tags, joined by commas on the wire; a market must have all of them. Default: every market. */
  tags: q.list().optional(),
  /**
   * Words that a market must all contain, the last one or its start, 1–200 characters; best matches first. Default:
   * every market.
   */
  search: text(1, 200).optional(),
  /** Wallet address or account id of the creator, 1–100 characters. Default: every creator. */
  creator: text(1, 100).optional(),
  /** Field to order by. Default: `created_at`, or the quality of the match with `search`. */
  sort_by: oneOf(["created_at", "resolution_deadline", "question_text", "total_volume"]).optional(),
  /** Direction of the order. Default: newest and largest first. */
  order: oneOf(["asc", "desc"]).optional(),
  /** Number of markets to skip, 0–1,000,000. Default 0. */
  offset: q.integer({ min: 0, max: 1_000_000 }).optional(),
  ...page,
};
/** A search for markets. */
export interface MarketQuery extends Fields<typeof page>, Fields<typeof queryFields> {}
interface MarketQueryInput extends InputFields<typeof queryFields> {}
export const MarketQuery: ObjectSchema<MarketQuery, MarketQueryInput> = object(queryFields);

/** A page of a wallet's markets. */
export interface WalletMarketQuery extends Fields<typeof page> {}
interface WalletMarketQueryInput extends InputFields<typeof page> {}
export const WalletMarketQuery: ObjectSchema<WalletMarketQuery, WalletMarketQueryInput> =
  object(page);

const walletParams = {
  /** Wallet address of the creator. */
  wallet_address: Text,
};
interface WalletParams extends Fields<typeof walletParams> {}
const WalletParams: ObjectSchema<WalletParams> = object(walletParams);

const outcomeFields = {
  /** Outcome id, unique in its market. */
  id: Text,
  /** Name of the outcome. */
  label: Text,
  /** Share of the payout that goes to this outcome when it comes true, 0–1. */
  payout_weight: UnitInterval,
  /** Probability of the outcome, 0–1: one divided by the number of outcomes until a market maker sets it. */
  current_probability: UnitInterval,
  /** Position of the outcome in lists, from 0. */
  display_order: Count,
};
/** An outcome of a market. */
export interface MarketOutcome extends Fields<typeof outcomeFields> {}
const MarketOutcome: ObjectSchema<MarketOutcome> = object(outcomeFields);

const itemFields = {
  /** Market id, a UUID. */
  id: Text,
  /** Question that the market decides. */
  question_text: Text,
  /** Summary for lists; null when there is none. */
  summary: MaybeText,
  /** Topics to find the market by. */
  topic_tags: list(Text),
  /** State of the market now. */
  state: MarketState,
  /** Possible outcomes, in display order. */
  outcomes: list(MarketOutcome),
  /** Traded volume, a decimal as text; "0" until a market maker sets it. */
  total_volume: Text,
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time by which the market is decided, ISO 8601 in UTC; null when it has no deadline. */
  resolution_deadline: MaybeTime,
  /** Wallet address of the creator; null when the creator has none. */
  creator_wallet: MaybeText,
};
/** A market in a list. */
export interface MarketItem extends Fields<typeof itemFields> {}
export const MarketItem: ObjectSchema<MarketItem> = object(itemFields);

const sourceFields = {
  /** URL of the source. */
  source_url: Text,
  /** Kind of the source. */
  source_type: oneOf(["api", "webpage", "rss"]),
  /** Rank among the sources. */
  priority: Count.optional(),
  /** Pattern that the data of the source is expected to match. */
  expected_data_pattern: Text.optional(),
  /** Number of confirmations that the source needs. */
  min_confirmations: Count.optional(),
};
/** A source that a market is resolved by. */
export interface MarketSource extends Fields<typeof sourceFields> {}
const MarketSource: ObjectSchema<MarketSource> = object(sourceFields);

const resolutionFields = {
  /** Id of the outcome that came true. */
  outcome_id: Text,
  /** URL of the evidence. */
  evidence_url: Text,
  /** Account id of the admin who resolved the market. */
  resolved_by: Text,
};
/** The outcome that a market was resolved with. */
export interface MarketResolution extends Fields<typeof resolutionFields> {}
const MarketResolution: ObjectSchema<MarketResolution> = object(resolutionFields);

const disputeFields = {
  /** Account id of the account that disputed. */
  disputed_by: Text,
  /** Reason of the dispute. */
  reason: Text,
  /** Time of the dispute, ISO 8601 in UTC. */
  disputed_at: Timestamp,
};
/** A dispute about the resolution of a market. */
export interface MarketDispute extends Fields<typeof disputeFields> {}
const MarketDispute: ObjectSchema<MarketDispute> = object(disputeFields);

const marketFields = {
  /** URLs of further reading. */
  external_links: list(Text),
  /** Sources that the question rests on. */
  primary_sources: list(Text),
  /** Condition under which the market is decided; null when there is none. */
  trigger_condition: MaybeText,
  /** Rule for the case that the sources fail; null when there is none. */
  fallback_logic: MaybeText,
  /** Condition under which the market is invalid; null when there is none. */
  invalidation_clause: MaybeText,
  /** Sources that decide the market. */
  resolution_sources: list(MarketSource),
  /** Trading fee in basis points (0.01 %). */
  trading_fee_bps: Count,
  /** Settlement fee in basis points (0.01 %). */
  settlement_fee_bps: Count,
  /** Part of the trading fee for liquidity providers, in basis points. */
  fee_split_lp_bps: Count,
  /** Part of the trading fee for the creator, in basis points. */
  fee_split_creator_bps: Count,
  /** Part of the trading fee for the treasury, in basis points. */
  fee_split_treasury_bps: Count,
  /** Stake of the creator in the token's smallest unit, decimal digits. */
  creator_stake: Text,
  /** Bounty for a proof in the token's smallest unit, decimal digits. */
  proof_bounty: Text,
  /** Smallest bond of a dispute in the token's smallest unit, decimal digits. */
  dispute_bond_minimum: Text,
  /** Time at which the market opens, ISO 8601 in UTC; null when it opened on approval. */
  open_at: MaybeTime,
  /** Time at which trading ends, ISO 8601 in UTC; null when it has no such time. */
  lock_at: MaybeTime,
  /** Hours in which a resolution can be disputed. */
  dispute_window_hours: Count,
  /** Version of the market, from 1; every change adds 1. */
  version: Version,
  /** Id of the draft that the market was made from. */
  draft_id: Text,
  /** Time of the resolution, ISO 8601 in UTC; null before. */
  resolved_at: MaybeTime,
  /** The resolution; null before. */
  resolution: MarketResolution.nullable(),
  /** Number of resolutions so far; after the third (by default) the resolution is final. */
  resolution_count: Count,
  /** Reason of the invalidation; null without one. */
  invalid_reason: MaybeText,
  /** The last dispute, for the creator, curators and the account that disputed; null for others and without one. */
  dispute: MarketDispute.nullable(),
};
/** A market with its whole specification. */
export interface Market extends MarketItem, Fields<typeof marketFields> {}
export const Market: ObjectSchema<Market> = object({ ...itemFields, ...marketFields });

const reasonFields = {
  /** Reason, 1–5,000 characters. */
  reason: freeText(1, 5000),
};
/** The reason for an action on a market. */
export interface ReasonRequest extends Fields<typeof reasonFields> {}
export const ReasonRequest: ObjectSchema<ReasonRequest> = object(reasonFields);

/** No token is needed; a token shows its owner more, and an invalid one is refused. */
const open = "maybeBearer";
const LIST = { ...INVALID, ...TOKEN, CURSOR_INVALID: 422 } as const;

const ownMarketRoutes = {
  /**
   * Find markets by state, tags, words and creator; no token is needed.
   *
   * `GET /markets` with or without an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listMarkets();
   */
  listMarkets: route("GET", "/markets", {
    security: open,
    query: MarketQuery,
    pages: true,
    responses: { 200: list(MarketItem) },
    errors: LIST,
  }),
  /**
   * Read a market, with its version as ETag.
   *
   * `GET /markets/:id` with or without an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getMarket({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getMarket: route("GET", "/markets/:id", {
    security: open,
    conditional: true,
    params: MarketParams,
    headers: IfNoneMatch,
    responses: { 200: Market },
    errors: { ...INVALID, ...TOKEN, NOT_FOUND: 404 },
  }),
  /**
   * List all markets of a wallet, newest first; the next page is in the header Link.
   *
   * `GET /markets/user/:wallet_address` with or without an access token; `iterate` reads it page
   * after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listMarketsOfWallet({
   *     params: { wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7" },
   *   });
   */
  listMarketsOfWallet: route("GET", "/markets/user/:wallet_address", {
    security: open,
    params: WalletParams,
    query: WalletMarketQuery,
    pages: true,
    responses: { 200: list(MarketItem) },
    errors: LIST,
  }),
  /**
   * Dispute the resolution of a market inside its dispute window.
   *
   * `POST /markets/:id/dispute` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.disputeMarket({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { reason: "The source counted another bridge." },
   *   });
   */
  disputeMarket: route("POST", "/markets/:id/dispute", {
    security: "bearer",
    params: MarketParams,
    body: ReasonRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...TOKEN, ...WRITING, NOT_FOUND: 404, STATE_CONFLICT: 409 },
  }),
};

/** The routes of markets, by operation id. */
export const marketRoutes: typeof ownMarketRoutes & typeof marketTrailRoutes = joinRoutes(
  ownMarketRoutes,
  marketTrailRoutes,
);

/** A market in a list, for examples. */
function exampleItem(): MarketItem {
  const outcome = (id: string, label: string, display_order: number): MarketOutcome => ({
    id,
    label,
    payout_weight: 1,
    current_probability: 0.5,
    display_order,
  });
  return {
    id: "8c1d0b57-93b1-4c35-8a44-5c1c2a7b9e02",
    question_text: "Will the bridge carry more than 1,000 transfers a day by 31 December 2099?",
    summary: null,
    topic_tags: ["bridges"],
    state: "active",
    outcomes: [
      outcome("2d7f6a10-5b3c-4e8f-9a21-7c4b0d9e6f31", "Yes", 0),
      outcome("b46e0c95-1f7a-4d23-8e5b-3a9d2f8c7e40", "No", 1),
    ],
    total_volume: "0",
    created_at: "2026-01-01T00:00:00.000Z",
    resolution_deadline: "2100-01-01T00:00:00.000Z",
    creator_wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  };
}

/** A market for examples. */
export function exampleMarket(): Market {
  return {
    ...exampleItem(),
    external_links: [],
    primary_sources: [],
    trigger_condition: null,
    fallback_logic: null,
    invalidation_clause: null,
    resolution_sources: [
      { source_url: "https://stats.example.com/bridge.json", source_type: "api" },
    ],
    trading_fee_bps: 200,
    settlement_fee_bps: 100,
    fee_split_lp_bps: 100,
    fee_split_creator_bps: 50,
    fee_split_treasury_bps: 50,
    creator_stake: "0",
    proof_bounty: "0",
    dispute_bond_minimum: "0",
    open_at: null,
    lock_at: null,
    dispute_window_hours: 72,
    version: 1,
    draft_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    resolved_at: null,
    resolution: null,
    resolution_count: 0,
    invalid_reason: null,
    dispute: null,
  };
}

/** Notes of {@link marketRoutes}. A function, so that bundlers drop it from clients. */
export function marketNotes(): NotesOf<typeof marketRoutes> {
  const tags = ["markets"];
  return {
    listMarkets: {
      tags,
      seed: "B. Curation backend: GET /markets",
      unspecified: [
        "A bare array; X-Total-Count has the number on all pages.",
        "Active and locked markets unless `state` asks for another one, newest first.",
        "The next page is in the header Link, rel=next.",
        "A search ignores case, accents and English plurals; one without any word finds nothing.",
        "A word of 5 letters or more that no market has stands for words that differ in one letter.",
        "A token that is no good is 401 here too.",
      ],
      example: { response: [exampleItem()] },
    },
    getMarket: {
      tags,
      seed: "B. Curation backend: GET /markets/{id}",
      unspecified: [
        "Before its launch a market is 404 for all but its owner, curators and admins.",
      ],
      example: { response: exampleMarket() },
    },
    listMarketsOfWallet: { tags, example: { response: [exampleItem()] } },
    disputeMarket: {
      tags,
      unspecified: [
        "A market that was resolved three times (an option) stays resolved: 409.",
        "A dispute is settled by another admin than the one who resolved.",
      ],
      example: {
        body: { reason: "The source counted another bridge." },
        response: exampleMarket(),
      },
    },
    ...marketTrailNotes(),
  };
}
