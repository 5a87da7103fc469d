/** Drafts, their versions, comments and audit trail: the wire's spelling and the core's. */

import type {
  Draft as WireDraft,
  DraftAction as DraftActionSchema,
  DraftComment as DraftCommentSchema,
  DraftDetail as WireDraftDetail,
  DraftEdit as DraftEditSchema,
  DraftVersion as DraftVersionSchema,
  NewDraft as NewDraftSchema,
} from "@bourse/contract/curation";
import type {
  Draft,
  DraftAction,
  DraftComment,
  DraftData,
  DraftDetail,
  DraftEdit,
  DraftVersion,
  Finding,
  JsonObject,
  NewDraft,
} from "@bourse/curation-core";
import type { Json } from "@bourse/kernel";

import { isoTime } from "../../time/iso-time.ts";
import { draftDataOf, wireDraftData } from "./draft-data.ts";
import { given } from "./given.ts";
import { wireName } from "./names.ts";

type Parsed<Schema extends { parse: (value: unknown) => unknown }> = ReturnType<Schema["parse"]>;

/** A draft in the wire's spelling. */
export function wireDraft(draft: Draft): WireDraft {
  return {
    assigned_curator_id: draft.assignedCuratorId,
    assigned_curator_name: draft.assignedCuratorName,
    claim_expires_at: isoTime(draft.claimExpiresAt),
    curator_notes: draft.curatorNotes,
    requested_changes: draft.requestedChanges,
    version: draft.version,
    market_id: draft.marketId,
    reviewed_at: isoTime(draft.reviewedAt),
    approved_at: isoTime(draft.approvedAt),
    quality_score: draft.qualityScore,
    safety_score: draft.safetyScore,
    clarity_score: draft.clarityScore,
    validation_errors: draft.validationErrors.map(wireFinding),
    validation_warnings: draft.validationWarnings.map(wireFinding),
    id: draft.id,
    creator_id: draft.creatorId,
    creator_wallet: draft.creatorWallet,
    draft_data: wireDraftData(draft.draftData),
    status: draft.status,
    ai_model_used: draft.aiModelUsed,
    ai_generation_metadata: draft.aiGenerationMetadata,
    created_at: isoTime(draft.createdAt),
    updated_at: isoTime(draft.updatedAt),
    submitted_at: isoTime(draft.submittedAt),
  };
}

/** A draft with its conversation in the wire's spelling. */
export function wireDraftDetail(draft: DraftDetail): WireDraftDetail {
  const { conversationHistory } = draft;
  return {
    ...wireDraft(draft),
    conversation_history: conversationHistory && [...conversationHistory],
  };
}

function wireFinding({ field, code, message }: Finding): Finding {
  return { field: wireName(field), code, message };
}

/** A version of a draft in the wire's spelling. */
export function wireDraftVersion(version: DraftVersion): Parsed<typeof DraftVersionSchema> {
  return {
    version: version.version,
    draft_data: wireDraftData(version.draftData),
    editor_id: version.editorId,
    editor_name: version.editorName,
    curator_response: version.curatorResponse,
    created_at: isoTime(version.createdAt),
  };
}

/** A comment in the wire's spelling. */
export function wireDraftComment(comment: DraftComment): Parsed<typeof DraftCommentSchema> {
  return {
    id: comment.id,
    draft_id: comment.draftId,
    author_id: comment.authorId,
    author_name: comment.authorName,
    author_role: comment.authorRole,
    body: comment.body,
    created_at: isoTime(comment.createdAt),
    ...(comment.hidden && {
      hidden: { reason: comment.hidden.reason, hidden_at: isoTime(comment.hidden.hiddenAt) },
    }),
  };
}

/** An entry of the audit trail in the wire's spelling. */
export function wireDraftAction(action: DraftAction): Parsed<typeof DraftActionSchema> {
  return {
    id: action.id,
    draft_id: action.draftId,
    action: action.action,
    actor_id: action.actorId,
    actor_name: action.actorName,
    from_status: action.fromStatus,
    to_status: action.toStatus,
    version: action.version,
    note: action.note,
    self_reviewed: action.selfReviewed,
    ...(action.acknowledgedWarnings && {
      acknowledged_warnings: [...action.acknowledgedWarnings],
    }),
    created_at: isoTime(action.createdAt),
  };
}

/** The body of POST /drafts in the core's spelling. @throws Problem VALIDATION_ERROR for an unknown field */
export function newDraftOf(body: Parsed<typeof NewDraftSchema>): NewDraft {
  return given({
    draftData: draftDataOf(body.draft_data) as DraftData,
    submit: body.submit,
    acknowledgeWarnings: body.acknowledge_warnings,
    aiModelUsed: body.ai_model_used,
    aiGenerationMetadata: body.ai_generation_metadata as JsonObject | null | undefined,
    conversationHistory: body.conversation_history as readonly Json[] | null | undefined,
  });
}

/** The body of PATCH /drafts/{id} in the core's spelling. @throws Problem VALIDATION_ERROR for an unknown field */
export function draftEditOf(
  body: Parsed<typeof DraftEditSchema>,
  version: number | undefined,
): DraftEdit {
  return given({
    draftData: draftDataOf(body.draft_data),
    curatorResponse: body.curator_response,
    version,
  });
}
