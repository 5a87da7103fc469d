/** The trail of a market: the actions on it and their reasons. */

import type { NotesOf } from "../route/docs.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  MarketParams,
  MarketState,
  MaybeText,
  PERMITTED,
  Text,
  Timestamp,
  Version,
} from "./fields.ts";

const actionFields = {
  /** Entry id, a UUID. */
  id: Text,
  /** Id of the market that was acted on. */
  market_id: Text,
  /** The action that was taken: `amend` declares another outcome after a dispute. */
  action: oneOf(["create", "launch", "lock", "resolve", "dispute", "amend", "invalidate"]),
  /** Account id of the actor. */
  actor_id: Text,
  /** Username of the actor. */
  actor_name: Text,
  /** State of the market before the action; null when the action created it. */
  from_state: MarketState.nullable(),
  /** State of the market after the action. */
  to_state: MarketState,
  /** Version of the market after the action, from 1. */
  version: Version,
  /** Reason of a dispute or an invalidation, or notes of the approval; null when there are none. */
  reason: MaybeText,
  /** Id of the outcome that was declared; null for other actions. */
  outcome_id: MaybeText,
  /** URL of the evidence; null for actions that declare no outcome. */
  evidence_url: MaybeText,
  /** Time of the action, ISO 8601 in UTC. */
  created_at: Timestamp,
};
/** An entry of a market's trail. */
export interface MarketAction extends Fields<typeof actionFields> {}
export const MarketAction: ObjectSchema<MarketAction> = object(actionFields);

/** The routes of a market's trail, by operation id. */
export const marketTrailRoutes = {
  /**
   * List what was done to a market and why, oldest first; for its creator and curators.
   *
   * `GET /markets/:id/actions` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.marketActions({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  marketActions: route("GET", "/markets/:id/actions", {
    security: "bearer",
    params: MarketParams,
    responses: { 200: list(MarketAction) },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
};

function exampleAction(): MarketAction {
  return {
    id: "0d0bb0a4-8c7f-4a57-9a0e-6a3a8f7f2c10",
    market_id: "8c1d0b57-93b1-4c35-8a44-5c1c2a7b9e02",
    action: "dispute",
    actor_id: "5b1f6c3f-4e11-4a8e-9d7c-3f2b8a526a0f",
    actor_name: "ada",
    from_state: "resolved",
    to_state: "disputed",
    version: 4,
    reason: "The source counted another bridge.",
    outcome_id: null,
    evidence_url: null,
    created_at: "2026-04-02T00:00:00.000Z",
  };
}

/** Notes of {@link marketTrailRoutes}. A function, so that bundlers drop it from clients. */
export function marketTrailNotes(): NotesOf<typeof marketTrailRoutes> {
  return {
    marketActions: {
      tags: ["markets"],
      unspecified: [
        "Opening and locking by the clock leave no entry.",
        "At most 1,000 entries; the reasons of disputes are for the creator and curators.",
      ],
      example: { response: [exampleAction()] },
    },
  };
}
