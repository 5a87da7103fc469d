/** What curators ask for, send and get. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { DraftStatus } from "./draft-status.ts";
import {
  Count,
  MaybeText,
  MaybeTime,
  page,
  Share,
  text,
  Text,
  Timestamp,
  Version,
} from "./fields.ts";

/** A number from 0 to 1. */
const queryShare = z.codec(
  z.string().regex(/^(0(\.\d{1,15})?|1(\.0{1,15})?)$/, "must be a number from 0 to 1"),
  z.number(),
  { decode: Number, encode: String },
);

/** ISO 8601. */
const queryTime = z.iso.datetime({ offset: true });

export const QueueQuery = z.object({
  status: DraftStatus.optional(),
  assigned_to_me: q.boolean().optional(),
  tag: text(1, 50).optional(),
  min_quality: queryShare.optional(),
  sort: z.enum(["oldest", "newest", "quality"]).default("oldest"),
  ...page,
});

export const QueueItem = z.object({
  id: Text,
  creator_wallet: MaybeText,
  question_text: MaybeText,
  status: DraftStatus,
  assigned_curator_name: MaybeText,
  quality_score: Share,
  version: Version,
  created_at: Timestamp,
  submitted_at: MaybeTime,
  claim_expires_at: MaybeTime,
});
export type QueueItem = z.infer<typeof QueueItem>;

const version = Version.optional();
const notes = text(0, 5000).nullable().optional();
const reason = text(10, 5000);

export const Approval = z.object({
  curator_notes: notes,
  deploy_immediately: z.boolean().optional(),
  version,
});
export const Rejection = z.object({ reason, version });
export const ChangeRequest = z.object({
  requested_changes: z.record(text(1, 100), text(1, 5000)),
  curator_notes: reason,
  version,
});

const draft_ids = z.array(text(1, 100)).min(1).max(100);
export const BulkClaim = z.object({ draft_ids });
export const BulkApproval = z.object({ draft_ids, curator_notes: notes });
export const BulkRejection = z.object({ draft_ids, reason });
export const BulkOutcome = z.object({
  success: z.array(Text),
  failed: z.array(z.object({ id: Text, reason: Text })),
});

export const StatsQuery = z.object({ from: queryTime.optional(), to: queryTime.optional() });
export const CuratorStats = z.object({
  curator_id: Text,
  curator_name: Text,
  total_reviewed: Count,
  total_approved: Count,
  total_rejected: Count,
  avg_review_time_hours: z.number().nullable(),
  approval_rate: Share.nullable(),
});
