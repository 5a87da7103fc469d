/** The curators' live feed: the `data` of each Server-Sent Event, whose `event` is its type. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { oneOf, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { eventStream } from "../route/schema.ts";
import {
  DraftStatus,
  INVALID,
  MarketState,
  MaybeText,
  PERMITTED,
  Text,
  Timestamp,
} from "./fields.ts";

const dataFields = {
  /** Id of the draft that the event is about. */
  draft_id: Text,
  /** Status of the draft after the event. */
  status: DraftStatus,
  /** Question that the market would decide; null when the draft has none. */
  question_text: MaybeText,
  /** Username of the account that caused the event. */
  actor_name: Text,
  /** Id of the market that the approval made; null before. */
  market_id: MaybeText,
  /** State of the market after the event; null in events about drafts. */
  market_state: MarketState.nullable(),
  /** Reason of a dispute or a cancellation; null in all other events. */
  reason: MaybeText,
  /** Id of the outcome that was declared; null in events that declare none. */
  outcome_id: MaybeText,
  /** URL of the evidence; null in events that declare no outcome. */
  evidence_url: MaybeText,
};
/** The draft or market that an event of the feed is about. */
export interface CuratorEventData extends Fields<typeof dataFields> {}
const CuratorEventData: ObjectSchema<CuratorEventData> = object(dataFields);

/** The types of the events. */
export const EVENT_TYPES = [
  "draft.submitted",
  "draft.claimed",
  "draft.released",
  "draft.decided",
  "comment.hidden",
  "comment.shown",
  "market.created",
  "market.resolved",
  "market.disputed",
  "market.amended",
  "market.cancelled",
] as const;

/** The types of the events of an account, which its own webhooks get. */
export const ACCOUNT_EVENT_TYPES = [
  "account.recovery_started",
  "account.recovery_ended",
  "account.recovered",
  "account.wallets_changed",
] as const;

const eventFields = {
  /** Event id, which grows with every event and may leave gaps; the `id` of the Server-Sent Event. */
  id: z.int().min(0),
  /** Kind of the event. */
  type: oneOf(EVENT_TYPES),
  /** Time of the event, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** The draft or market that the event is about, the actor and the cause. */
  data: CuratorEventData,
};
/** An event of the curators' live feed. */
export interface CuratorEvent extends Fields<typeof eventFields> {}
export const CuratorEvent: ObjectSchema<CuratorEvent> = object(eventFields);

const gapFields = {
  /** Always `gap`. */
  type: z.literal("gap"),
  /** Id that the caller sent as Last-Event-ID. */
  last_event_id: z.int().min(0),
  /** Id after which the feed goes on. */
  resumed_after: z.int().min(0),
};
/** The `data` of a Server-Sent Event `gap`: events are missing between the two ids, or the first one is unknown. */
export interface CuratorGap extends Fields<typeof gapFields> {}
export const CuratorGap: ObjectSchema<CuratorGap> = object(gapFields);

const headerFields = {
  /** Id of the last event that the caller saw, at most 15 digits; later events follow. Default: from now on. */
  "last-event-id": z
    .string()
    .regex(/^\d{0,15}$/, "must be the id of an event")
    .optional(),
};
interface FeedHeaders extends Fields<typeof headerFields> {}
const FeedHeaders: ObjectSchema<FeedHeaders> = object(headerFields);

/** The route of the curators' live feed. */
export const eventRoutes = {
  /**
   * Stream the events of drafts and markets as Server-Sent Events: draft.submitted, draft.claimed,
   * draft.released, draft.decided, market.created, market.resolved, market.disputed, market.amended
   * and market.cancelled.
   *
   * `GET /curator/events` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.curatorEvents();
   */
  curatorEvents: route("GET", "/curator/events", {
    security: "bearer",
    headers: FeedHeaders,
    responses: {
      200: eventStream(
        { ...Object.fromEntries(EVENT_TYPES.map((type) => [type, CuratorEvent])), gap: CuratorGap },
        { hasIds: true },
      ),
    },
    errors: { ...INVALID, ...PERMITTED },
  }),
};

/** Notes of {@link eventRoutes}. A function, so that bundlers drop it from clients. */
export function eventNotes(): NotesOf<typeof eventRoutes> {
  return {
    curatorEvents: {
      tags: ["curator"],
      unspecified: [
        "A Last-Event-ID that this feed has not given out, or whose followers are deleted, is answered at once by an event `gap` {type, last_event_id, resumed_after}; read the lists again.",
      ],
    },
  };
}
