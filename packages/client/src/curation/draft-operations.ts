/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { draftRoutes } from "@bourse/contract/curation";

type DraftRoutes<Key extends keyof typeof draftRoutes> = TypesOf<(typeof draftRoutes)[Key]>;

/** Input of `createDraft`: `POST /drafts`. */
export interface CreateDraftInput extends CallInput<DraftRoutes<"createDraft">> {}
/** Data that `createDraft` resolves to. */
export type CreateDraftOutput = ResponseData<DraftRoutes<"createDraft">>;
/** Own error codes of `createDraft`. */
export type CreateDraftCode = DraftRoutes<"createDraft">["codes"];

/** Input of `listDrafts`: `GET /drafts`. */
export interface ListDraftsInput extends CallInput<DraftRoutes<"listDrafts">> {}
/** Data that `listDrafts` resolves to. */
export type ListDraftsOutput = ResponseData<DraftRoutes<"listDrafts">>;
/** Own error codes of `listDrafts`. */
export type ListDraftsCode = DraftRoutes<"listDrafts">["codes"];

/** Input of `getDraft`: `GET /drafts/:id`. */
export interface GetDraftInput extends CallInput<DraftRoutes<"getDraft">> {}
/** Data that `getDraft` resolves to. */
export type GetDraftOutput = ResponseData<DraftRoutes<"getDraft">>;
/** Own error codes of `getDraft`. */
export type GetDraftCode = DraftRoutes<"getDraft">["codes"];

/** Input of `editDraft`: `PATCH /drafts/:id`. */
export interface EditDraftInput extends CallInput<DraftRoutes<"editDraft">> {}
/** Data that `editDraft` resolves to. */
export type EditDraftOutput = ResponseData<DraftRoutes<"editDraft">>;
/** Own error codes of `editDraft`. */
export type EditDraftCode = DraftRoutes<"editDraft">["codes"];

/** Input of `submitDraft`: `POST /drafts/:id/submit`. */
export interface SubmitDraftInput extends CallInput<DraftRoutes<"submitDraft">> {}
/** Data that `submitDraft` resolves to. */
export type SubmitDraftOutput = ResponseData<DraftRoutes<"submitDraft">>;
/** Own error codes of `submitDraft`. */
export type SubmitDraftCode = DraftRoutes<"submitDraft">["codes"];

/** Input of `withdrawDraft`: `POST /drafts/:id/withdraw`. */
export interface WithdrawDraftInput extends CallInput<DraftRoutes<"withdrawDraft">> {}
/** Data that `withdrawDraft` resolves to. */
export type WithdrawDraftOutput = ResponseData<DraftRoutes<"withdrawDraft">>;
/** Own error codes of `withdrawDraft`. */
export type WithdrawDraftCode = DraftRoutes<"withdrawDraft">["codes"];

/** Input of `commentDraft`: `POST /drafts/:id/comments`. */
export interface CommentDraftInput extends CallInput<DraftRoutes<"commentDraft">> {}
/** Data that `commentDraft` resolves to. */
export type CommentDraftOutput = ResponseData<DraftRoutes<"commentDraft">>;
/** Own error codes of `commentDraft`. */
export type CommentDraftCode = DraftRoutes<"commentDraft">["codes"];

/** Input of `listComments`: `GET /drafts/:id/comments`. */
export interface ListCommentsInput extends CallInput<DraftRoutes<"listComments">> {}
/** Data that `listComments` resolves to. */
export type ListCommentsOutput = ResponseData<DraftRoutes<"listComments">>;
/** Own error codes of `listComments`. */
export type ListCommentsCode = DraftRoutes<"listComments">["codes"];

/** Input of `draftHistory`: `GET /drafts/:id/history`. */
export interface DraftHistoryInput extends CallInput<DraftRoutes<"draftHistory">> {}
/** Data that `draftHistory` resolves to. */
export type DraftHistoryOutput = ResponseData<DraftRoutes<"draftHistory">>;
/** Own error codes of `draftHistory`. */
export type DraftHistoryCode = DraftRoutes<"draftHistory">["codes"];

/** Input of `draftDiff`: `GET /drafts/:id/diff`. */
export interface DraftDiffInput extends CallInput<DraftRoutes<"draftDiff">> {}
/** Data that `draftDiff` resolves to. */
export type DraftDiffOutput = ResponseData<DraftRoutes<"draftDiff">>;
/** Own error codes of `draftDiff`. */
export type DraftDiffCode = DraftRoutes<"draftDiff">["codes"];

/** Input of `draftActions`: `GET /drafts/:id/actions`. */
export interface DraftActionsInput extends CallInput<DraftRoutes<"draftActions">> {}
/** Data that `draftActions` resolves to. */
export type DraftActionsOutput = ResponseData<DraftRoutes<"draftActions">>;
/** Own error codes of `draftActions`. */
export type DraftActionsCode = DraftRoutes<"draftActions">["codes"];
