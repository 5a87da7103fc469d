/** Conversion of stored drafts, versions and comments to what their readers see. */

import type {
  DraftCommentDocument,
  DraftDocument,
  DraftVersionDocument,
} from "./draft-document.ts";
import type { Draft, DraftComment, DraftVersion } from "./draft.ts";

/** Removes the members of a stored draft that only the store needs. */
export function draftView(document: DraftDocument): Draft {
  const { change: _, conversationHistory: __, ...draft } = document;
  return draft;
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
