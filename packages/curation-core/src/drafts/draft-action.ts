/** The audit trail: one entry for every action on a draft, written in the same transaction. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { DraftStatus } from "../lifecycle/draft-statuses.ts";

/** The actions that the audit trail records. */
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

/** The name of an action: one of {@link DRAFT_ACTIONS}. */
export type DraftActionName = (typeof DRAFT_ACTIONS)[number];

/** One entry of a draft's audit trail. */
export interface DraftAction {
  /** UUID of the entry. */
  readonly id: string;
  /** Id of the draft. */
  readonly draftId: string;
  /** Name of the action. */
  readonly action: DraftActionName;
  /** Id of the account that acted. */
  readonly actorId: string;
  /** Username of that account at the time. */
  readonly actorName: string;
  /** State before the action: `pending` after a claim that has ended; null in the entry that created the draft. */
  readonly fromStatus: DraftStatus | null;
  /** State after the action. */
  readonly toStatus: DraftStatus;
  /** Version of the draft after the action. */
  readonly version: number;
  /** Note, reason or answer that came with the action; null without one. */
  readonly note: string | null;
  /** True when an admin reviewed a draft of their own. */
  readonly selfReviewed: boolean;
  /** Codes of the warnings that a submission or an approval acknowledged; absent without any. */
  readonly acknowledgedWarnings?: readonly string[];
  /** Time of the action in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A stored entry of the audit trail. */
export interface DraftActionDocument extends Entity, DraftAction {
  readonly id: string;
  /** Position in the trail. */
  readonly sequence: number;
  /** True for approvals, rejections and requests for changes. */
  readonly decides: boolean;
  /** Milliseconds from the submission to the decision; null for other actions. */
  readonly reviewMilliseconds: number | null;
}

/** The collection of audit entries. */
export const draftActions: Collection<
  DraftActionDocument,
  "by_draft" | "by_decision" | "by_actor"
> = defineCollection<DraftActionDocument>()({
  name: "draft_actions",
  indexes: {
    by_draft: { fields: ["draftId", "sequence"] },
    by_actor: { fields: ["actorId", "sequence"] },
    by_decision: { fields: ["decides", "createdAt"] },
  },
});

/** Removes the members of a stored entry that only the store needs. */
export function draftActionView(document: DraftActionDocument): DraftAction {
  const { sequence: _, decides: __, reviewMilliseconds: ___, ...action } = document;
  return action;
}
