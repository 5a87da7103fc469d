/** The rules of who may see which market, and how much of it. */

import { type Actor, isCurator } from "../actor.ts";
import { PUBLIC_STATES } from "../lifecycle/market-states.ts";
import type { MarketDocument } from "./market-document.ts";
import { effectiveState } from "./market-state.ts";

/** True when the market's state is public, or the actor is its creator or a curator. */
export function maySeeMarket(actor: Actor | null, market: MarketDocument, now: number): boolean {
  const isPublic = PUBLIC_STATES.includes(effectiveState(market, now));
  return isPublic || isInsider(actor, market);
}

/** True for the market's creator and for curators. */
export function isInsider(actor: Actor | null, market: MarketDocument): boolean {
  return isCurator(actor) || actor?.id === market.creatorId;
}
