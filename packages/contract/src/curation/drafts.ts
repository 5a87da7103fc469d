/** Drafts, their versions, comments and trail. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { DraftData, DraftDataPatch } from "./draft-data.ts";
import { DraftStatus } from "./draft-status.ts";
import { MaybeText, MaybeTime, page, Share, text, Text, Timestamp, Version } from "./fields.ts";

const metadata = z.record(z.string(), z.unknown());

export const NewDraft = z.object({
  draft_data: DraftData,
  submit: z.boolean().optional(),
  ai_model_used: text(1, 200).nullable().optional(),
  ai_generation_metadata: metadata.nullable().optional(),
  conversation_history: z.array(z.unknown()).max(1000).nullable().optional(),
});

export const DraftEdit = z.object({
  draft_data: DraftDataPatch,
  curator_response: text(0, 5000).nullable().optional(),
});

export const Finding = z.object({ field: Text, code: Text, message: Text });

export const Draft = z.object({
  id: Text,
  creator_id: Text,
  creator_wallet: MaybeText,
  draft_data: DraftData,
  status: DraftStatus,
  assigned_curator_id: MaybeText,
  assigned_curator_name: MaybeText,
  claim_expires_at: MaybeTime,
  ai_model_used: MaybeText,
  ai_generation_metadata: metadata.nullable(),
  quality_score: Share,
  safety_score: Share,
  clarity_score: Share,
  validation_errors: z.array(Finding),
  validation_warnings: z.array(Finding),
  curator_notes: MaybeText,
  requested_changes: z.record(z.string(), Text).nullable(),
  version: Version,
  market_id: MaybeText,
  created_at: Timestamp,
  updated_at: Timestamp,
  submitted_at: MaybeTime,
  reviewed_at: MaybeTime,
  approved_at: MaybeTime,
});
export type Draft = z.infer<typeof Draft>;

export const DraftQuery = z.object({ status: DraftStatus.optional(), ...page });

export const NewComment = z.object({ body: text(1, 5000) });
export const DraftComment = z.object({
  id: Text,
  draft_id: Text,
  author_id: Text,
  author_name: Text,
  author_role: z.enum(["owner", "curator"]),
  body: Text,
  created_at: Timestamp,
});

export const DraftVersion = z.object({
  version: Version,
  draft_data: DraftData,
  editor_id: Text,
  editor_name: Text,
  curator_response: MaybeText,
  created_at: Timestamp,
});

export const DiffQuery = z.object({
  from: q.integer({ min: 1 }).optional(),
  to: q.integer({ min: 1 }).optional(),
});

export const FieldChange = z.object({
  field: Text,
  old_value: z.unknown(),
  new_value: z.unknown(),
  change_type: z.enum(["added", "removed", "modified"]),
});

export const DraftAction = z.object({
  id: Text,
  draft_id: Text,
  action: z.enum([
    "submit",
    "claim",
    "release",
    "comment",
    "request_changes",
    "approve",
    "reject",
    "edit",
    "withdraw",
    "takeover",
  ]),
  actor_id: Text,
  actor_name: Text,
  from_status: DraftStatus.nullable(),
  to_status: DraftStatus,
  version: Version,
  note: MaybeText,
  self_reviewed: z.boolean(),
  created_at: Timestamp,
});
