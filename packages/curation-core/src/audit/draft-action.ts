/** The audit trail: one row for every move and edit of a draft, written in the transaction that makes it. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftStatus } from "../drafts/draft-document.ts";
import { isoTime } from "../iso-time.ts";

export const DRAFT_ACTIONS = [
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
] as const;

export type DraftActionName = (typeof DRAFT_ACTIONS)[number];

export interface DraftActionDocument extends Entity {
  readonly id: string;
  readonly draft_id: string;
  /** The place in the trail. */
  readonly sequence: number;
  readonly action: DraftActionName;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly from_status: DraftStatus | null;
  readonly to_status: DraftStatus;
  readonly version: number;
  readonly note: string | null;
  /** Present, and true, where an admin reviewed an own draft. */
  readonly self_reviewed?: true;
  /** Whether it approves, rejects or asks for changes. */
  readonly decides: boolean;
  /** Of a decision: how long the draft had waited since it was submitted. */
  readonly review_milliseconds: number | null;
  readonly created_at: number;
}

export const draftActions: Collection<DraftActionDocument, "by_draft" | "by_decision"> =
  defineCollection<DraftActionDocument>()({
    name: "draft_actions",
    indexes: {
      by_draft: { fields: ["draft_id", "sequence"] },
      by_decision: { fields: ["decides", "created_at"] },
    },
  });

export interface DraftAction {
  readonly id: string;
  readonly draft_id: string;
  readonly action: DraftActionName;
  readonly actor_id: string;
  readonly actor_name: string;
  /** null of the first submission and of an edit that made the draft. */
  readonly from_status: DraftStatus | null;
  readonly to_status: DraftStatus;
  readonly version: number;
  readonly note: string | null;
  readonly self_reviewed: boolean;
  readonly created_at: string;
}

export function draftActionView(action: DraftActionDocument): DraftAction {
  const { id, draft_id, actor_id, actor_name, from_status, to_status, version, note } = action;
  return {
    id,
    draft_id,
    action: action.action,
    actor_id,
    actor_name,
    from_status,
    to_status,
    version,
    note,
    self_reviewed: action.self_reviewed ?? false,
    created_at: isoTime(action.created_at),
  };
}
