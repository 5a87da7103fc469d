import { type Actor, requireCurator } from "../actor.ts";
import { announceDraft } from "../drafts/announce-draft.ts";
import { draftComments } from "../drafts/draft-document.ts";
import { draftCommentView } from "../drafts/draft-view.ts";
import type { DraftComment } from "../drafts/draft.ts";
import { readComment } from "./hide-comment.ts";
import { alreadyIs, type ModerationParts } from "./moderation-parts.ts";

/** Shows a hidden comment again. @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT */
export async function showComment(
  { ledger, moves }: ModerationParts,
  actor: Actor,
  draftId: string,
  commentId: string,
): Promise<DraftComment> {
  requireCurator(actor);
  return await ledger.run(async (unit) => {
    const { value: draft } = await moves.read(unit, actor, draftId);
    const { value, version } = await readComment(unit, draftId, commentId);
    if ((value.hidden ?? null) === null) throw alreadyIs("shown", "The comment is not hidden.");
    const stored = await unit.tx.replace(draftComments, { ...value, hidden: null }, version);
    await announceDraft(unit, "comment.shown", actor, draft);
    return draftCommentView(stored.value, actor);
  });
}
