/** A comment on a draft. */

import { checkQuota } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { type DraftCommentDocument, draftComments } from "./draft-document.ts";
import { MAXIMUM_OF_DRAFT, checkText } from "./draft-limits.ts";
import { draftCommentView } from "./draft-view.ts";
import type { DraftComment } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";

/**
 * Adds a comment, for the owner and curators; that of the claim's holder renews the claim.
 *
 * @throws CurationError NOT_FOUND, VALIDATION_ERROR, QUOTA_EXCEEDED
 */
export async function commentOnDraft(
  { ledger, moves, ids, claimMilliseconds }: Omit<DraftsParts, "store" | "assessor">,
  actor: Actor,
  id: string,
  body: string,
): Promise<DraftComment> {
  checkText(body, "body");
  return await ledger.run(async (unit) => {
    const found = await moves.read(unit, actor, id);
    const made = await unit.tx.count(draftComments, { index: "by_draft", equals: [id] });
    checkQuota(made, MAXIMUM_OF_DRAFT, "comments", CurationError);
    const { status, assignedCuratorId, creatorId } = found.value;
    const comment: DraftCommentDocument = {
      id: ids.uuid(),
      draftId: id,
      sequence: unit.next(),
      authorId: actor.id,
      authorName: actor.username,
      authorRole: creatorId === actor.id ? "owner" : "curator",
      body,
      createdAt: unit.now,
    };
    await unit.tx.insert(draftComments, comment);
    const isHolder = status === "in_review" && assignedCuratorId === actor.id;
    const changes = isHolder ? { claimExpiresAt: unit.now + claimMilliseconds } : {};
    await moves.move(unit, actor, found, { action: "comment", to: status, changes });
    return draftCommentView(comment, actor);
  });
}
