/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { curatorRoutes } from "@bourse/contract/curation";

type CuratorRoutes<Key extends keyof typeof curatorRoutes> = TypesOf<(typeof curatorRoutes)[Key]>;

/** Input of `curatorQueue`: `GET /curator/queue`. */
export interface CuratorQueueInput extends CallInput<CuratorRoutes<"curatorQueue">> {}
/** Data that `curatorQueue` resolves to. */
export type CuratorQueueOutput = ResponseData<CuratorRoutes<"curatorQueue">>;
/** Own error codes of `curatorQueue`. */
export type CuratorQueueCode = CuratorRoutes<"curatorQueue">["codes"];

/** Input of `curatorStats`: `GET /curator/stats`. */
export interface CuratorStatsInput extends CallInput<CuratorRoutes<"curatorStats">> {}
/** Data that `curatorStats` resolves to. */
export type CuratorStatsOutput = ResponseData<CuratorRoutes<"curatorStats">>;
/** Own error codes of `curatorStats`. */
export type CuratorStatsCode = CuratorRoutes<"curatorStats">["codes"];

/** Input of `bulkClaim`: `POST /curator/bulk/claim`. */
export interface BulkClaimInput extends CallInput<CuratorRoutes<"bulkClaim">> {}
/** Data that `bulkClaim` resolves to. */
export type BulkClaimOutput = ResponseData<CuratorRoutes<"bulkClaim">>;
/** Own error codes of `bulkClaim`. */
export type BulkClaimCode = CuratorRoutes<"bulkClaim">["codes"];

/** Input of `bulkApprove`: `POST /curator/bulk/approve`. */
export interface BulkApproveInput extends CallInput<CuratorRoutes<"bulkApprove">> {}
/** Data that `bulkApprove` resolves to. */
export type BulkApproveOutput = ResponseData<CuratorRoutes<"bulkApprove">>;
/** Own error codes of `bulkApprove`. */
export type BulkApproveCode = CuratorRoutes<"bulkApprove">["codes"];

/** Input of `bulkReject`: `POST /curator/bulk/reject`. */
export interface BulkRejectInput extends CallInput<CuratorRoutes<"bulkReject">> {}
/** Data that `bulkReject` resolves to. */
export type BulkRejectOutput = ResponseData<CuratorRoutes<"bulkReject">>;
/** Own error codes of `bulkReject`. */
export type BulkRejectCode = CuratorRoutes<"bulkReject">["codes"];

/** Input of `claimDraft`: `POST /curator/:id/claim`. */
export interface ClaimDraftInput extends CallInput<CuratorRoutes<"claimDraft">> {}
/** Data that `claimDraft` resolves to. */
export type ClaimDraftOutput = ResponseData<CuratorRoutes<"claimDraft">>;
/** Own error codes of `claimDraft`. */
export type ClaimDraftCode = CuratorRoutes<"claimDraft">["codes"];

/** Input of `releaseDraft`: `POST /curator/:id/release`. */
export interface ReleaseDraftInput extends CallInput<CuratorRoutes<"releaseDraft">> {}
/** Data that `releaseDraft` resolves to. */
export type ReleaseDraftOutput = ResponseData<CuratorRoutes<"releaseDraft">>;
/** Own error codes of `releaseDraft`. */
export type ReleaseDraftCode = CuratorRoutes<"releaseDraft">["codes"];

/** Input of `approveDraft`: `POST /curator/:id/approve`. */
export interface ApproveDraftInput extends CallInput<CuratorRoutes<"approveDraft">> {}
/** Data that `approveDraft` resolves to. */
export type ApproveDraftOutput = ResponseData<CuratorRoutes<"approveDraft">>;
/** Own error codes of `approveDraft`. */
export type ApproveDraftCode = CuratorRoutes<"approveDraft">["codes"];

/** Input of `rejectDraft`: `POST /curator/:id/reject`. */
export interface RejectDraftInput extends CallInput<CuratorRoutes<"rejectDraft">> {}
/** Data that `rejectDraft` resolves to. */
export type RejectDraftOutput = ResponseData<CuratorRoutes<"rejectDraft">>;
/** Own error codes of `rejectDraft`. */
export type RejectDraftCode = CuratorRoutes<"rejectDraft">["codes"];

/** Input of `requestChanges`: `POST /curator/:id/request-changes`. */
export interface RequestChangesInput extends CallInput<CuratorRoutes<"requestChanges">> {}
/** Data that `requestChanges` resolves to. */
export type RequestChangesOutput = ResponseData<CuratorRoutes<"requestChanges">>;
/** Own error codes of `requestChanges`. */
export type RequestChangesCode = CuratorRoutes<"requestChanges">["codes"];

/** Input of `reviewActions`: `GET /curator/:id/actions`. */
export interface ReviewActionsInput extends CallInput<CuratorRoutes<"reviewActions">> {}
/** Data that `reviewActions` resolves to. */
export type ReviewActionsOutput = ResponseData<CuratorRoutes<"reviewActions">>;
/** Own error codes of `reviewActions`. */
export type ReviewActionsCode = CuratorRoutes<"reviewActions">["codes"];

/** Input of `reviewHistory`: `GET /curator/:id/history`. */
export interface ReviewHistoryInput extends CallInput<CuratorRoutes<"reviewHistory">> {}
/** Data that `reviewHistory` resolves to. */
export type ReviewHistoryOutput = ResponseData<CuratorRoutes<"reviewHistory">>;
/** Own error codes of `reviewHistory`. */
export type ReviewHistoryCode = CuratorRoutes<"reviewHistory">["codes"];

/** Input of `reviewDiff`: `GET /curator/:id/diff`. */
export interface ReviewDiffInput extends CallInput<CuratorRoutes<"reviewDiff">> {}
/** Data that `reviewDiff` resolves to. */
export type ReviewDiffOutput = ResponseData<CuratorRoutes<"reviewDiff">>;
/** Own error codes of `reviewDiff`. */
export type ReviewDiffCode = CuratorRoutes<"reviewDiff">["codes"];
