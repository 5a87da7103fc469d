/** Conversion of stored drafts, versions and comments to what their readers see. */

import { type Actor, isCurator } from "../actor.ts";
import type {
  DraftCommentDocument,
  DraftDocument,
  DraftVersionDocument,
} from "./draft-document.ts";
import type { Draft, DraftComment, DraftDetail, DraftVersion } from "./draft.ts";

/** A stored draft without its conversation. */
export function draftView(document: DraftDocument): Draft {
  const { conversationHistory: _, ...draft } = draftDetailView(document);
  return draft;
}

/** A stored draft with its conversation. */
export function draftDetailView(document: DraftDocument): DraftDetail {
  const {
    change,
    versionChange,
    isClaimOver: _,
    isErased: __,
    isAuthorErased: ___,
    ...draft
  } = document;
  return { ...draft, revision: change === versionChange ? 0 : change };
}

/** Removes the keys of a stored version. */
export function draftVersionView(document: DraftVersionDocument): DraftVersion {
  const { id: _, draftId: __, ...version } = document;
  return version;
}

/** A stored comment as the reader sees it: a hidden one without its text, but for its author and curators. */
export function draftCommentView(
  document: DraftCommentDocument,
  reader: Pick<Actor, "id" | "roles">,
): DraftComment {
  const { sequence: _, hidden = null, ...comment } = document;
  if (hidden === null) return comment;
  const { hiddenAt } = hidden;
  return reader.id === comment.authorId || isCurator(reader)
    ? { ...comment, hidden: { reason: hidden.reason, hiddenAt } }
    : { ...comment, body: "", hidden: { reason: null, hiddenAt } };
}
