/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { draftRoutes } from "@bourse/contract/curation";

/** Input of `createDraft` (`POST /drafts`): Create a draft, submitted at once unless `submit` is false. */
export interface CreateDraftInput extends CallInput<TypesOf<(typeof draftRoutes)["createDraft"]>> {}
/** Data that `createDraft` resolves to. */
export type CreateDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["createDraft"]>>;
/** Error codes that `createDraft` has of its own. */
export type CreateDraftCode = TypesOf<(typeof draftRoutes)["createDraft"]>["codes"];

/**
 * Input of `listDrafts` (`GET /drafts`): List the caller's drafts, newest first; the next page is in the header
 * Link.
 */
export interface ListDraftsInput extends CallInput<TypesOf<(typeof draftRoutes)["listDrafts"]>> {}
/** Data that `listDrafts` resolves to. */
export type ListDraftsOutput = ResponseData<TypesOf<(typeof draftRoutes)["listDrafts"]>>;
/** Error codes that `listDrafts` has of its own. */
export type ListDraftsCode = TypesOf<(typeof draftRoutes)["listDrafts"]>["codes"];

/**
 * Input of `getDraft` (`GET /drafts/:id`): Read a draft with its conversation and an ETag; 404 for all but its
 * owner, curators and admins.
 */
export interface GetDraftInput extends CallInput<TypesOf<(typeof draftRoutes)["getDraft"]>> {}
/** Data that `getDraft` resolves to. */
export type GetDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["getDraft"]>>;
/** Error codes that `getDraft` has of its own. */
export type GetDraftCode = TypesOf<(typeof draftRoutes)["getDraft"]>["codes"];

/**
 * Input of `editDraft` (`PATCH /drafts/:id`): Change fields of a draft; null removes a field, and every edit is
 * a version.
 */
export interface EditDraftInput extends CallInput<TypesOf<(typeof draftRoutes)["editDraft"]>> {}
/** Data that `editDraft` resolves to. */
export type EditDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["editDraft"]>>;
/** Error codes that `editDraft` has of its own. */
export type EditDraftCode = TypesOf<(typeof draftRoutes)["editDraft"]>["codes"];

/** Input of `submitDraft` (`POST /drafts/:id/submit`): Submit a draft for review. */
export interface SubmitDraftInput extends CallInput<TypesOf<(typeof draftRoutes)["submitDraft"]>> {}
/** Data that `submitDraft` resolves to. */
export type SubmitDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["submitDraft"]>>;
/** Error codes that `submitDraft` has of its own. */
export type SubmitDraftCode = TypesOf<(typeof draftRoutes)["submitDraft"]>["codes"];

/** Input of `withdrawDraft` (`POST /drafts/:id/withdraw`): Withdraw a draft for good. */
export interface WithdrawDraftInput extends CallInput<
  TypesOf<(typeof draftRoutes)["withdrawDraft"]>
> {}
/** Data that `withdrawDraft` resolves to. */
export type WithdrawDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["withdrawDraft"]>>;
/** Error codes that `withdrawDraft` has of its own. */
export type WithdrawDraftCode = TypesOf<(typeof draftRoutes)["withdrawDraft"]>["codes"];

/**
 * Input of `commentDraft` (`POST /drafts/:id/comments`): Comment on a draft; 404 for all but its owner, curators
 * and admins.
 */
export interface CommentDraftInput extends CallInput<
  TypesOf<(typeof draftRoutes)["commentDraft"]>
> {}
/** Data that `commentDraft` resolves to. */
export type CommentDraftOutput = ResponseData<TypesOf<(typeof draftRoutes)["commentDraft"]>>;
/** Error codes that `commentDraft` has of its own. */
export type CommentDraftCode = TypesOf<(typeof draftRoutes)["commentDraft"]>["codes"];

/**
 * Input of `listComments` (`GET /drafts/:id/comments`): List the comments on a draft, oldest first; 404 for all
 * but its owner, curators and admins.
 */
export interface ListCommentsInput extends CallInput<
  TypesOf<(typeof draftRoutes)["listComments"]>
> {}
/** Data that `listComments` resolves to. */
export type ListCommentsOutput = ResponseData<TypesOf<(typeof draftRoutes)["listComments"]>>;
/** Error codes that `listComments` has of its own. */
export type ListCommentsCode = TypesOf<(typeof draftRoutes)["listComments"]>["codes"];

/**
 * Input of `draftHistory` (`GET /drafts/:id/history`): List the versions of a draft, oldest first; 404 for all
 * but its owner, curators and admins.
 */
export interface DraftHistoryInput extends CallInput<
  TypesOf<(typeof draftRoutes)["draftHistory"]>
> {}
/** Data that `draftHistory` resolves to. */
export type DraftHistoryOutput = ResponseData<TypesOf<(typeof draftRoutes)["draftHistory"]>>;
/** Error codes that `draftHistory` has of its own. */
export type DraftHistoryCode = TypesOf<(typeof draftRoutes)["draftHistory"]>["codes"];

/**
 * Input of `draftDiff` (`GET /drafts/:id/diff`): Compare two versions of a draft field by field, by default the
 * last two.
 */
export interface DraftDiffInput extends CallInput<TypesOf<(typeof draftRoutes)["draftDiff"]>> {}
/** Data that `draftDiff` resolves to. */
export type DraftDiffOutput = ResponseData<TypesOf<(typeof draftRoutes)["draftDiff"]>>;
/** Error codes that `draftDiff` has of its own. */
export type DraftDiffCode = TypesOf<(typeof draftRoutes)["draftDiff"]>["codes"];

/**
 * Input of `draftActions` (`GET /drafts/:id/actions`): List the audit trail of a draft, oldest first; 404 for
 * all but its owner, curators and admins.
 */
export interface DraftActionsInput extends CallInput<
  TypesOf<(typeof draftRoutes)["draftActions"]>
> {}
/** Data that `draftActions` resolves to. */
export type DraftActionsOutput = ResponseData<TypesOf<(typeof draftRoutes)["draftActions"]>>;
/** Error codes that `draftActions` has of its own. */
export type DraftActionsCode = TypesOf<(typeof draftRoutes)["draftActions"]>["codes"];
