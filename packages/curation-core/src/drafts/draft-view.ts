/** Conversion of stored drafts, versions and comments to what their readers see. */

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

/** Removes the place in the thread from a stored comment. */
export function draftCommentView(document: DraftCommentDocument): DraftComment {
  const { sequence: _, ...comment } = document;
  return comment;
}
