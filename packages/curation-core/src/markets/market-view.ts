/** Conversion of stored markets to what their readers see. */

import type { Actor } from "../actor.ts";
import type { MarketState } from "../lifecycle/market-states.ts";
import { isInsider } from "./market-access.ts";
import type { MarketDocument } from "./market-document.ts";
import { effectiveState } from "./market-state.ts";
import type { Market, MarketItem } from "./market.ts";

/** The list item of a stored market in the given state; frozen, because lists share it. */
export function marketItem(market: MarketDocument, state: MarketState): MarketItem {
  const currentProbability = 1 / market.outcomes.length;
  return Object.freeze({
    id: market.id,
    questionText: market.questionText,
    summary: market.summary,
    topicTags: market.topicTags,
    state,
    outcomes: market.outcomes.map((outcome) => ({ ...outcome, currentProbability })),
    totalVolume: market.totalVolume,
    createdAt: market.createdAt,
    resolutionDeadline: market.resolutionDeadline,
    creatorWallet: market.creatorWallet,
  });
}

/** The whole market at `now`, in milliseconds since the epoch, as `actor` may see it. */
export function marketView(document: MarketDocument, actor: Actor | null, now: number): Market {
  const {
    change: revision,
    creatorId: _,
    creatorWalletKey: __,
    updatedAt: ___,
    dispute,
    ...market
  } = document;
  const maySeeDispute = isInsider(actor, document) || actor?.id === dispute?.disputedBy;
  return {
    ...market,
    ...marketItem(document, effectiveState(document, now)),
    revision,
    dispute: maySeeDispute ? dispute : null,
  };
}
