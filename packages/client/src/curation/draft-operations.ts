/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { draftRoutes } from "@bourse/contract/curation";

import type { SafeResult } from "../client.ts";

type DraftRoutes<Key extends keyof typeof draftRoutes> = TypesOf<(typeof draftRoutes)[Key]>;

/** Types of `createDraft`. */
export interface CreateDraftTypes extends DraftRoutes<"createDraft"> {}
/** Input of `createDraft`. */
export interface CreateDraftInput extends CallInput<CreateDraftTypes> {}
/** Output of `createDraft`. */
export type CreateDraftOutput = ResponseData<CreateDraftTypes>;
/** Result of `createDraft.safe`. */
export type CreateDraftSafeResult = SafeResult<CreateDraftTypes>;
/** Own error codes of `createDraft`. */
export type CreateDraftCode = CreateDraftTypes["codes"];

/** Types of `listDrafts`. */
export interface ListDraftsTypes extends DraftRoutes<"listDrafts"> {}
/** Input of `listDrafts`. */
export interface ListDraftsInput extends CallInput<ListDraftsTypes> {}
/** Output of `listDrafts`. */
export type ListDraftsOutput = ResponseData<ListDraftsTypes>;
/** Result of `listDrafts.safe`. */
export type ListDraftsSafeResult = SafeResult<ListDraftsTypes>;
/** Own error codes of `listDrafts`. */
export type ListDraftsCode = ListDraftsTypes["codes"];

/** Types of `getDraft`. */
export interface GetDraftTypes extends DraftRoutes<"getDraft"> {}
/** Input of `getDraft`. */
export interface GetDraftInput extends CallInput<GetDraftTypes> {}
/** Output of `getDraft`. */
export type GetDraftOutput = ResponseData<GetDraftTypes>;
/** Result of `getDraft.safe`. */
export type GetDraftSafeResult = SafeResult<GetDraftTypes>;
/** Own error codes of `getDraft`. */
export type GetDraftCode = GetDraftTypes["codes"];

/** Types of `editDraft`. */
export interface EditDraftTypes extends DraftRoutes<"editDraft"> {}
/** Input of `editDraft`. */
export interface EditDraftInput extends CallInput<EditDraftTypes> {}
/** Output of `editDraft`. */
export type EditDraftOutput = ResponseData<EditDraftTypes>;
/** Result of `editDraft.safe`. */
export type EditDraftSafeResult = SafeResult<EditDraftTypes>;
/** Own error codes of `editDraft`. */
export type EditDraftCode = EditDraftTypes["codes"];

/** Types of `submitDraft`. */
export interface SubmitDraftTypes extends DraftRoutes<"submitDraft"> {}
/** Input of `submitDraft`. */
export interface SubmitDraftInput extends CallInput<SubmitDraftTypes> {}
/** Output of `submitDraft`. */
export type SubmitDraftOutput = ResponseData<SubmitDraftTypes>;
/** Result of `submitDraft.safe`. */
export type SubmitDraftSafeResult = SafeResult<SubmitDraftTypes>;
/** Own error codes of `submitDraft`. */
export type SubmitDraftCode = SubmitDraftTypes["codes"];

/** Types of `withdrawDraft`. */
export interface WithdrawDraftTypes extends DraftRoutes<"withdrawDraft"> {}
/** Input of `withdrawDraft`. */
export interface WithdrawDraftInput extends CallInput<WithdrawDraftTypes> {}
/** Output of `withdrawDraft`. */
export type WithdrawDraftOutput = ResponseData<WithdrawDraftTypes>;
/** Result of `withdrawDraft.safe`. */
export type WithdrawDraftSafeResult = SafeResult<WithdrawDraftTypes>;
/** Own error codes of `withdrawDraft`. */
export type WithdrawDraftCode = WithdrawDraftTypes["codes"];

/** Types of `commentDraft`. */
export interface CommentDraftTypes extends DraftRoutes<"commentDraft"> {}
/** Input of `commentDraft`. */
export interface CommentDraftInput extends CallInput<CommentDraftTypes> {}
/** Output of `commentDraft`. */
export type CommentDraftOutput = ResponseData<CommentDraftTypes>;
/** Result of `commentDraft.safe`. */
export type CommentDraftSafeResult = SafeResult<CommentDraftTypes>;
/** Own error codes of `commentDraft`. */
export type CommentDraftCode = CommentDraftTypes["codes"];

/** Types of `listComments`. */
export interface ListCommentsTypes extends DraftRoutes<"listComments"> {}
/** Input of `listComments`. */
export interface ListCommentsInput extends CallInput<ListCommentsTypes> {}
/** Output of `listComments`. */
export type ListCommentsOutput = ResponseData<ListCommentsTypes>;
/** Result of `listComments.safe`. */
export type ListCommentsSafeResult = SafeResult<ListCommentsTypes>;
/** Own error codes of `listComments`. */
export type ListCommentsCode = ListCommentsTypes["codes"];

/** Types of `draftHistory`. */
export interface DraftHistoryTypes extends DraftRoutes<"draftHistory"> {}
/** Input of `draftHistory`. */
export interface DraftHistoryInput extends CallInput<DraftHistoryTypes> {}
/** Output of `draftHistory`. */
export type DraftHistoryOutput = ResponseData<DraftHistoryTypes>;
/** Result of `draftHistory.safe`. */
export type DraftHistorySafeResult = SafeResult<DraftHistoryTypes>;
/** Own error codes of `draftHistory`. */
export type DraftHistoryCode = DraftHistoryTypes["codes"];

/** Types of `draftDiff`. */
export interface DraftDiffTypes extends DraftRoutes<"draftDiff"> {}
/** Input of `draftDiff`. */
export interface DraftDiffInput extends CallInput<DraftDiffTypes> {}
/** Output of `draftDiff`. */
export type DraftDiffOutput = ResponseData<DraftDiffTypes>;
/** Result of `draftDiff.safe`. */
export type DraftDiffSafeResult = SafeResult<DraftDiffTypes>;
/** Own error codes of `draftDiff`. */
export type DraftDiffCode = DraftDiffTypes["codes"];

/** Types of `draftActions`. */
export interface DraftActionsTypes extends DraftRoutes<"draftActions"> {}
/** Input of `draftActions`. */
export interface DraftActionsInput extends CallInput<DraftActionsTypes> {}
/** Output of `draftActions`. */
export type DraftActionsOutput = ResponseData<DraftActionsTypes>;
/** Result of `draftActions.safe`. */
export type DraftActionsSafeResult = SafeResult<DraftActionsTypes>;
/** Own error codes of `draftActions`. */
export type DraftActionsCode = DraftActionsTypes["codes"];

/** Types of the calls of `draftRoutes`, by operation id. */
export interface DraftRouteTypes {
  /** `POST /drafts`. */
  createDraft: CreateDraftTypes;
  /** `GET /drafts`. */
  listDrafts: ListDraftsTypes;
  /** `GET /drafts/:id`. */
  getDraft: GetDraftTypes;
  /** `PATCH /drafts/:id`. */
  editDraft: EditDraftTypes;
  /** `POST /drafts/:id/submit`. */
  submitDraft: SubmitDraftTypes;
  /** `POST /drafts/:id/withdraw`. */
  withdrawDraft: WithdrawDraftTypes;
  /** `POST /drafts/:id/comments`. */
  commentDraft: CommentDraftTypes;
  /** `GET /drafts/:id/comments`. */
  listComments: ListCommentsTypes;
  /** `GET /drafts/:id/history`. */
  draftHistory: DraftHistoryTypes;
  /** `GET /drafts/:id/diff`. */
  draftDiff: DraftDiffTypes;
  /** `GET /drafts/:id/actions`. */
  draftActions: DraftActionsTypes;
}
