/** What the live feed tells curators: the `data` of each Server-Sent Event, whose `event` is its type. */

import * as z from "zod";

import { DraftStatus } from "./draft-status.ts";
import { MaybeText, Text, Timestamp } from "./fields.ts";

export const CuratorEvent = z.object({
  /** Grows with every event, with gaps: the event's `id`. */
  id: z.int().min(0),
  type: z.enum([
    "draft.submitted",
    "draft.claimed",
    "draft.released",
    "draft.decided",
    "market.created",
  ]),
  created_at: Timestamp,
  data: z.object({
    draft_id: Text,
    status: DraftStatus,
    question_text: MaybeText,
    actor_name: Text,
    market_id: MaybeText,
  }),
});
export type CuratorEvent = z.infer<typeof CuratorEvent>;
