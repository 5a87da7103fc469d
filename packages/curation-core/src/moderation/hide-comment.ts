import { type Actor, requireCurator } from "../actor.ts";
import { announceDraft } from "../drafts/announce-draft.ts";
import { type DraftCommentDocument, draftComments } from "../drafts/draft-document.ts";
import { draftCommentView } from "../drafts/draft-view.ts";
import type { DraftComment } from "../drafts/draft.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { alreadyIs, checkModerationReason, type ModerationParts } from "./moderation-parts.ts";

/** Hides a comment. @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT, VALIDATION_ERROR */
export async function hideComment(
  { ledger, moves }: ModerationParts,
  actor: Actor,
  draftId: string,
  { commentId, reason }: { readonly commentId: string; readonly reason: string },
): Promise<DraftComment> {
  requireCurator(actor);
  checkModerationReason(reason);
  return await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const { value: draft } = await moves.read(unit, actor, draftId);
    const { value, version } = await readComment(unit, draftId, commentId);
    if ((value.hidden ?? null) !== null)
      throw alreadyIs("hidden", "The comment is hidden already.");
    const hidden = { reason, hiddenAt: now, hiddenBy: actor.id };
    const stored = await tx.replace(draftComments, { ...value, hidden }, version);
    await announceDraft(unit, "comment.hidden", actor, draft);
    return draftCommentView(stored.value, actor);
  });
}

/** A comment of a draft. @throws CurationError NOT_FOUND */
export async function readComment(
  { tx }: UnitOfWork,
  draftId: string,
  commentId: string,
): Promise<{ readonly value: DraftCommentDocument; readonly version: number }> {
  const found = await tx.get(draftComments, commentId);
  if (found?.value.draftId === draftId) return found;
  throw new CurationError("NOT_FOUND", "The draft has no comment with this id.");
}
