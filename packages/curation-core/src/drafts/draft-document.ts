/** A draft as it is stored: one row with one id for life. */

import { type Collection, type Entity, type Json, defineCollection } from "@bourse/kernel";

import type { Finding } from "../rules/finding.ts";
import type { DraftData } from "./draft-data.ts";

/** The states of a draft; the last three are final. */
export const DRAFT_STATUSES = [
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
] as const;

export type DraftStatus = (typeof DRAFT_STATUSES)[number];

export type JsonObject = Readonly<Record<string, Json>>;

export interface DraftDocument extends Entity {
  readonly id: string;
  readonly creator_id: string;
  readonly creator_wallet: string | null;
  readonly draft_data: DraftData;
  readonly status: DraftStatus;
  readonly assigned_curator_id: string | null;
  readonly assigned_curator_name: string | null;
  /** Milliseconds UTC, like all times in the store. */
  readonly claim_expires_at: number | null;
  readonly ai_model_used: string | null;
  readonly ai_generation_metadata: JsonObject | null;
  readonly conversation_history: readonly Json[] | null;
  readonly quality_score: number;
  readonly safety_score: number;
  readonly clarity_score: number;
  readonly validation_errors: readonly Finding[];
  readonly validation_warnings: readonly Finding[];
  readonly curator_notes: string | null;
  readonly requested_changes: Readonly<Record<string, string>> | null;
  readonly version: number;
  readonly market_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly submitted_at: number | null;
  readonly reviewed_at: number | null;
  readonly approved_at: number | null;
  /** The sequence number of the last change: what followers of the collection read on from. */
  readonly change: number;
}

export const drafts: Collection<DraftDocument, "by_creator" | "by_creator_status" | "by_change"> =
  defineCollection<DraftDocument>()({
    name: "drafts",
    indexes: {
      by_creator: { fields: ["creator_id", "created_at"] },
      by_creator_status: { fields: ["creator_id", "status", "created_at"] },
      by_change: { fields: ["change"], unique: true },
    },
  });

/** One state of a draft's data; never changed afterwards. */
export interface DraftVersionDocument extends Entity {
  /** Draft and version together. */
  readonly id: string;
  readonly draft_id: string;
  readonly version: number;
  readonly draft_data: DraftData;
  readonly editor_id: string;
  readonly editor_name: string;
  readonly curator_response: string | null;
  readonly created_at: number;
}

export const draftVersions: Collection<DraftVersionDocument, "by_draft"> =
  defineCollection<DraftVersionDocument>()({
    name: "draft_versions",
    indexes: { by_draft: { fields: ["draft_id", "version"], unique: true } },
  });

export interface DraftCommentDocument extends Entity {
  readonly id: string;
  readonly draft_id: string;
  /** The place in the thread. */
  readonly sequence: number;
  readonly author_id: string;
  readonly author_name: string;
  readonly author_role: "owner" | "curator";
  readonly body: string;
  readonly created_at: number;
}

export const draftComments: Collection<DraftCommentDocument, "by_draft"> =
  defineCollection<DraftCommentDocument>()({
    name: "draft_comments",
    indexes: { by_draft: { fields: ["draft_id", "sequence"] } },
  });
