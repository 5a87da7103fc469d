/** Drafts for their owners: created, edited, submitted, discussed. */

import type { Actor } from "../actor.ts";
import type { PageOf } from "../page.ts";
import type { Acknowledgement } from "../rules/acknowledgement.ts";
import type { FieldChange } from "../specification/draft-diff.ts";
import { commentOnDraft } from "./comment-on-draft.ts";
import { compareVersions } from "./compare-versions.ts";
import { type CreateDraftOptions, type NewDraft, createDraft } from "./create-draft.ts";
import { type DraftAction, draftActionView, draftActions } from "./draft-action.ts";
import { draftComments, draftVersions } from "./draft-document.ts";
import { draftCommentView, draftDetailView, draftVersionView } from "./draft-view.ts";
import type { Draft, DraftComment, DraftDetail, DraftVersion } from "./draft.ts";
import type { DraftsParts } from "./drafts-parts.ts";
import { type DraftEdit, editDraft } from "./edit-draft.ts";
import { type DraftQuery, listDrafts } from "./list-drafts.ts";
import { readAllOfDraft, readDraft } from "./read-draft.ts";
import { submitDraft } from "./submit-draft.ts";
import { withdrawDraft } from "./withdraw-draft.ts";

/**
 * Drafts for their owners. A draft that the actor may not see is NOT_FOUND in every call, like one that does not exist.
 */
export interface Drafts {
  /**
   * Creates a draft.
   *
   * @throws CurationError VALIDATION_ERROR, DRAFT_INCOMPLETE (only when it is submitted at once), QUOTA_EXCEEDED,
   * IDEMPOTENCY_KEY_REUSED when the key stands for another input
   */
  create(actor: Actor, input: NewDraft, options?: CreateDraftOptions): Promise<Draft>;
  /** Lists the actor's drafts, newest first. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
  list(actor: Actor, query?: DraftQuery): Promise<PageOf<Draft>>;
  /** Reads a draft with its conversation, for its owner and curators. @throws CurationError NOT_FOUND */
  get(actor: Actor, id: string): Promise<DraftDetail>;
  /**
   * Creates the next version of a draft in state `draft` or `changes_requested`, for its owner.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VERSION_MISMATCH, VALIDATION_ERROR,
   * QUOTA_EXCEEDED after 1000 versions
   */
  edit(actor: Actor, id: string, edit: DraftEdit): Promise<Draft>;
  /**
   * Submits a draft in state `draft` or `changes_requested` for review, for its owner. One without a deadline or a
   * source is DRAFT_INCOMPLETE until the input acknowledges that.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, DRAFT_INCOMPLETE
   */
  submit(actor: Actor, id: string, input?: Acknowledgement): Promise<Draft>;
  /**
   * Withdraws a draft in state `draft`, `pending` or `changes_requested`, for its owner; final. Its trail stays, and it
   * no longer counts as an open draft.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT
   */
  withdraw(actor: Actor, id: string): Promise<Draft>;
  /**
   * Adds a comment of 1–5000 characters, for the owner and curators. The comment of the claim's holder renews the
   * claim.
   *
   * @throws CurationError NOT_FOUND, VALIDATION_ERROR, QUOTA_EXCEEDED after 1000 comments
   */
  comment(actor: Actor, id: string, body: string): Promise<DraftComment>;
  /** Lists the comments, oldest first, at most 1000. @throws CurationError NOT_FOUND */
  comments(actor: Actor, id: string): Promise<readonly DraftComment[]>;
  /** Lists the versions, oldest first, at most 1000. @throws CurationError NOT_FOUND */
  history(actor: Actor, id: string): Promise<readonly DraftVersion[]>;
  /**
   * Compares two versions. `to` defaults to the current version, `from` to the one before `to`.
   *
   * @throws CurationError NOT_FOUND for the draft or a version
   */
  diff(
    actor: Actor,
    id: string,
    range?: { readonly from?: number | undefined; readonly to?: number | undefined },
  ): Promise<readonly FieldChange[]>;
  /** Lists the audit trail, oldest first, at most 1000 entries. @throws CurationError NOT_FOUND */
  actions(actor: Actor, id: string): Promise<readonly DraftAction[]>;
}

/** Creates the drafts of a store. */
export function createDrafts(parts: DraftsParts): Drafts {
  const { store, ledger } = parts;
  return Object.freeze<Drafts>({
    create: (actor, input, options) => createDraft(parts, actor, input, options),
    list: (actor, query = {}) => listDrafts({ store, now: ledger.now }, actor.id, query),
    get: async (actor, id) => draftDetailView(await readDraft(parts, actor, id)),
    edit: (actor, id, edit) => editDraft(parts, actor, id, edit),
    submit: (actor, id, input) => submitDraft(parts, actor, id, input),
    withdraw: (actor, id) => withdrawDraft(parts, actor, id),
    comment: (actor, id, body) => commentOnDraft(parts, actor, id, body),
    comments: async (actor, id) =>
      (await readAllOfDraft(parts, actor, id, draftComments)).map((comment) =>
        draftCommentView(comment, actor),
      ),
    history: async (actor, id) =>
      (await readAllOfDraft(parts, actor, id, draftVersions)).map(draftVersionView),
    diff: (actor, id, range) => compareVersions(parts, actor, id, range),
    actions: async (actor, id) =>
      (await readAllOfDraft(parts, actor, id, draftActions)).map(draftActionView),
  });
}
