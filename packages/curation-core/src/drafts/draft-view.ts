/** Drafts as their owner and curators see them. Times are ISO 8601, UTC. */

import { isoTime } from "../iso-time.ts";
import type { Finding } from "../rules/finding.ts";
import type { DraftData } from "./draft-data.ts";
import type {
  DraftCommentDocument,
  DraftDocument,
  DraftStatus,
  DraftVersionDocument,
  JsonObject,
} from "./draft-document.ts";

export interface Draft {
  readonly id: string;
  readonly creator_id: string;
  readonly creator_wallet: string | null;
  readonly draft_data: DraftData;
  readonly status: DraftStatus;
  readonly assigned_curator_id: string | null;
  readonly assigned_curator_name: string | null;
  /** May lie in the past: then anybody may take the claim over. */
  readonly claim_expires_at: string | null;
  readonly ai_model_used: string | null;
  readonly ai_generation_metadata: JsonObject | null;
  /** 0–1 each. */
  readonly quality_score: number;
  readonly safety_score: number;
  readonly clarity_score: number;
  readonly validation_errors: readonly Finding[];
  readonly validation_warnings: readonly Finding[];
  readonly curator_notes: string | null;
  readonly requested_changes: Readonly<Record<string, string>> | null;
  readonly version: number;
  readonly market_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly submitted_at: string | null;
  readonly reviewed_at: string | null;
  readonly approved_at: string | null;
}

export interface DraftVersion {
  readonly version: number;
  readonly draft_data: DraftData;
  readonly editor_id: string;
  readonly editor_name: string;
  /** What the author answered to the curator with this edit. */
  readonly curator_response: string | null;
  readonly created_at: string;
}

export interface DraftComment {
  readonly id: string;
  readonly draft_id: string;
  readonly author_id: string;
  readonly author_name: string;
  readonly author_role: "owner" | "curator";
  readonly body: string;
  readonly created_at: string;
}

export function draftView(draft: DraftDocument): Draft {
  const { change: _, conversation_history: __, ...rest } = draft;
  return {
    ...rest,
    claim_expires_at: isoTime(draft.claim_expires_at),
    created_at: isoTime(draft.created_at),
    updated_at: isoTime(draft.updated_at),
    submitted_at: isoTime(draft.submitted_at),
    reviewed_at: isoTime(draft.reviewed_at),
    approved_at: isoTime(draft.approved_at),
  };
}

export function draftVersionView(document: DraftVersionDocument): DraftVersion {
  const { version, draft_data, editor_id, editor_name, curator_response, created_at } = document;
  return {
    version,
    draft_data,
    editor_id,
    editor_name,
    curator_response,
    created_at: isoTime(created_at),
  };
}

export function draftCommentView(comment: DraftCommentDocument): DraftComment {
  const { id, draft_id, author_id, author_name, author_role, body, created_at } = comment;
  return {
    id,
    draft_id,
    author_id,
    author_name,
    author_role,
    body,
    created_at: isoTime(created_at),
  };
}
