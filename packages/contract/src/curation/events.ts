/** The curators' live feed: the `data` of each Server-Sent Event, whose `event` is its type. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { oneOf, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { media } from "../route/schema.ts";
import { DraftStatus, INVALID, MaybeText, PERMITTED, Text, Timestamp } from "./fields.ts";

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
};
interface CuratorEventData extends Fields<typeof dataFields> {}
const CuratorEventData: ObjectSchema<CuratorEventData> = object(dataFields);

const eventFields = {
  /** Event id, which grows with every event and may leave gaps; the `id` of the Server-Sent Event. */
  id: z.int().min(0),
  /** Kind of the event. */
  type: oneOf([
    "draft.submitted",
    "draft.claimed",
    "draft.released",
    "draft.decided",
    "market.created",
  ]),
  /** Time of the event, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** The draft and the actor that the event is about. */
  data: CuratorEventData,
};
/** An event of the curators' live feed. */
export interface CuratorEvent extends Fields<typeof eventFields> {}
export const CuratorEvent: ObjectSchema<CuratorEvent> = object(eventFields);

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
   * Stream the events of drafts as Server-Sent Events: draft.submitted, draft.claimed,
   * draft.released, draft.decided and market.created.
   *
   * `GET /curator/events` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN
   */
  curatorEvents: route("GET", "/curator/events", {
    security: "bearer",
    headers: FeedHeaders,
    responses: { 200: media("text/event-stream") },
    errors: { ...INVALID, ...PERMITTED },
  }),
};

/** Notes of {@link eventRoutes}. A function, so that bundlers drop it from clients. */
export function eventNotes(): NotesOf<typeof eventRoutes> {
  return { curatorEvents: { tags: ["curator"] } };
}
