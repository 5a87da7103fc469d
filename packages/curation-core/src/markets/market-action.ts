/** The trail of a market: one entry for every change by a person, written in the same transaction. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { MarketState } from "../lifecycle/market-states.ts";
import type { Resolution } from "./market.ts";

/** The actions that a market's trail records. */
export const MARKET_ACTIONS = [
  "create",
  "launch",
  "lock",
  "resolve",
  "dispute",
  "amend",
  "invalidate",
] as const;

/**
 * The name of an action: one of {@link MARKET_ACTIONS}. `resolve` declares an outcome, or upholds it after a dispute;
 * `amend` declares another outcome after a dispute.
 */
export type MarketActionName = (typeof MARKET_ACTIONS)[number];

/** One entry of a market's trail. The clock opens and locks a market without an entry. */
export interface MarketAction {
  /** UUID of the entry. */
  readonly id: string;
  /** Id of the market. */
  readonly marketId: string;
  /** Name of the action. */
  readonly action: MarketActionName;
  /** Id of the account that acted. */
  readonly actorId: string;
  /** Username of that account at the time. */
  readonly actorName: string;
  /** State before the action; null in the entry that created the market. */
  readonly fromState: MarketState | null;
  /** State after the action. */
  readonly toState: MarketState;
  /** Version of the market after the action. */
  readonly version: number;
  /** Reason of a dispute or an invalidation, or the curator's notes of the approval; null without one. */
  readonly reason: string | null;
  /** Id of the declared outcome; null for actions that declare none. */
  readonly outcomeId: string | null;
  /** Address of the evidence; null for actions that declare no outcome. */
  readonly evidenceUrl: string | null;
  /** Time of the action in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The cause of a change, as the trail and the event report it. */
export interface MarketCause {
  readonly reason?: string | null;
  readonly resolution?: Pick<Resolution, "outcomeId" | "evidenceUrl">;
}

/** A stored entry of a market's trail. */
export interface MarketActionDocument extends Entity, MarketAction {
  readonly id: string;
  /** Position in the trail. */
  readonly sequence: number;
}

/** The collection of trail entries. */
export const marketActions: Collection<MarketActionDocument, "by_market" | "by_actor"> =
  defineCollection<MarketActionDocument>()({
    name: "market_actions",
    indexes: {
      by_market: { fields: ["marketId", "sequence"] },
      by_actor: { fields: ["actorId", "sequence"] },
    },
  });

/** Removes the position from a stored entry. */
export function marketActionView(document: MarketActionDocument): MarketAction {
  const { sequence: _, ...action } = document;
  return action;
}
