/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { curatorRoutes } from "@bourse/contract/curation";

import type { SafeResult } from "../client.ts";

type CuratorRoutes<Key extends keyof typeof curatorRoutes> = TypesOf<(typeof curatorRoutes)[Key]>;

/** Types of `curatorQueue`. */
export interface CuratorQueueTypes extends CuratorRoutes<"curatorQueue"> {}
/** Input of `curatorQueue`. */
export interface CuratorQueueInput extends CallInput<CuratorQueueTypes> {}
/** Output of `curatorQueue`. */
export type CuratorQueueOutput = ResponseData<CuratorQueueTypes>;
/** Result of `curatorQueue.safe`. */
export type CuratorQueueSafeResult = SafeResult<CuratorQueueTypes>;
/** Own error codes of `curatorQueue`. */
export type CuratorQueueCode = CuratorQueueTypes["codes"];

/** Types of `curatorStats`. */
export interface CuratorStatsTypes extends CuratorRoutes<"curatorStats"> {}
/** Input of `curatorStats`. */
export interface CuratorStatsInput extends CallInput<CuratorStatsTypes> {}
/** Output of `curatorStats`. */
export type CuratorStatsOutput = ResponseData<CuratorStatsTypes>;
/** Result of `curatorStats.safe`. */
export type CuratorStatsSafeResult = SafeResult<CuratorStatsTypes>;
/** Own error codes of `curatorStats`. */
export type CuratorStatsCode = CuratorStatsTypes["codes"];

/** Types of `bulkClaim`. */
export interface BulkClaimTypes extends CuratorRoutes<"bulkClaim"> {}
/** Input of `bulkClaim`. */
export interface BulkClaimInput extends CallInput<BulkClaimTypes> {}
/** Output of `bulkClaim`. */
export type BulkClaimOutput = ResponseData<BulkClaimTypes>;
/** Result of `bulkClaim.safe`. */
export type BulkClaimSafeResult = SafeResult<BulkClaimTypes>;
/** Own error codes of `bulkClaim`. */
export type BulkClaimCode = BulkClaimTypes["codes"];

/** Types of `bulkApprove`. */
export interface BulkApproveTypes extends CuratorRoutes<"bulkApprove"> {}
/** Input of `bulkApprove`. */
export interface BulkApproveInput extends CallInput<BulkApproveTypes> {}
/** Output of `bulkApprove`. */
export type BulkApproveOutput = ResponseData<BulkApproveTypes>;
/** Result of `bulkApprove.safe`. */
export type BulkApproveSafeResult = SafeResult<BulkApproveTypes>;
/** Own error codes of `bulkApprove`. */
export type BulkApproveCode = BulkApproveTypes["codes"];

/** Types of `bulkReject`. */
export interface BulkRejectTypes extends CuratorRoutes<"bulkReject"> {}
/** Input of `bulkReject`. */
export interface BulkRejectInput extends CallInput<BulkRejectTypes> {}
/** Output of `bulkReject`. */
export type BulkRejectOutput = ResponseData<BulkRejectTypes>;
/** Result of `bulkReject.safe`. */
export type BulkRejectSafeResult = SafeResult<BulkRejectTypes>;
/** Own error codes of `bulkReject`. */
export type BulkRejectCode = BulkRejectTypes["codes"];

/** Types of `claimDraft`. */
export interface ClaimDraftTypes extends CuratorRoutes<"claimDraft"> {}
/** Input of `claimDraft`. */
export interface ClaimDraftInput extends CallInput<ClaimDraftTypes> {}
/** Output of `claimDraft`. */
export type ClaimDraftOutput = ResponseData<ClaimDraftTypes>;
/** Result of `claimDraft.safe`. */
export type ClaimDraftSafeResult = SafeResult<ClaimDraftTypes>;
/** Own error codes of `claimDraft`. */
export type ClaimDraftCode = ClaimDraftTypes["codes"];

/** Types of `releaseDraft`. */
export interface ReleaseDraftTypes extends CuratorRoutes<"releaseDraft"> {}
/** Input of `releaseDraft`. */
export interface ReleaseDraftInput extends CallInput<ReleaseDraftTypes> {}
/** Output of `releaseDraft`. */
export type ReleaseDraftOutput = ResponseData<ReleaseDraftTypes>;
/** Result of `releaseDraft.safe`. */
export type ReleaseDraftSafeResult = SafeResult<ReleaseDraftTypes>;
/** Own error codes of `releaseDraft`. */
export type ReleaseDraftCode = ReleaseDraftTypes["codes"];

/** Types of `approveDraft`. */
export interface ApproveDraftTypes extends CuratorRoutes<"approveDraft"> {}
/** Input of `approveDraft`. */
export interface ApproveDraftInput extends CallInput<ApproveDraftTypes> {}
/** Output of `approveDraft`. */
export type ApproveDraftOutput = ResponseData<ApproveDraftTypes>;
/** Result of `approveDraft.safe`. */
export type ApproveDraftSafeResult = SafeResult<ApproveDraftTypes>;
/** Own error codes of `approveDraft`. */
export type ApproveDraftCode = ApproveDraftTypes["codes"];

/** Types of `rejectDraft`. */
export interface RejectDraftTypes extends CuratorRoutes<"rejectDraft"> {}
/** Input of `rejectDraft`. */
export interface RejectDraftInput extends CallInput<RejectDraftTypes> {}
/** Output of `rejectDraft`. */
export type RejectDraftOutput = ResponseData<RejectDraftTypes>;
/** Result of `rejectDraft.safe`. */
export type RejectDraftSafeResult = SafeResult<RejectDraftTypes>;
/** Own error codes of `rejectDraft`. */
export type RejectDraftCode = RejectDraftTypes["codes"];

/** Types of `requestChanges`. */
export interface RequestChangesTypes extends CuratorRoutes<"requestChanges"> {}
/** Input of `requestChanges`. */
export interface RequestChangesInput extends CallInput<RequestChangesTypes> {}
/** Output of `requestChanges`. */
export type RequestChangesOutput = ResponseData<RequestChangesTypes>;
/** Result of `requestChanges.safe`. */
export type RequestChangesSafeResult = SafeResult<RequestChangesTypes>;
/** Own error codes of `requestChanges`. */
export type RequestChangesCode = RequestChangesTypes["codes"];

/** Types of `reviewActions`. */
export interface ReviewActionsTypes extends CuratorRoutes<"reviewActions"> {}
/** Input of `reviewActions`. */
export interface ReviewActionsInput extends CallInput<ReviewActionsTypes> {}
/** Output of `reviewActions`. */
export type ReviewActionsOutput = ResponseData<ReviewActionsTypes>;
/** Result of `reviewActions.safe`. */
export type ReviewActionsSafeResult = SafeResult<ReviewActionsTypes>;
/** Own error codes of `reviewActions`. */
export type ReviewActionsCode = ReviewActionsTypes["codes"];

/** Types of `reviewHistory`. */
export interface ReviewHistoryTypes extends CuratorRoutes<"reviewHistory"> {}
/** Input of `reviewHistory`. */
export interface ReviewHistoryInput extends CallInput<ReviewHistoryTypes> {}
/** Output of `reviewHistory`. */
export type ReviewHistoryOutput = ResponseData<ReviewHistoryTypes>;
/** Result of `reviewHistory.safe`. */
export type ReviewHistorySafeResult = SafeResult<ReviewHistoryTypes>;
/** Own error codes of `reviewHistory`. */
export type ReviewHistoryCode = ReviewHistoryTypes["codes"];

/** Types of `reviewDiff`. */
export interface ReviewDiffTypes extends CuratorRoutes<"reviewDiff"> {}
/** Input of `reviewDiff`. */
export interface ReviewDiffInput extends CallInput<ReviewDiffTypes> {}
/** Output of `reviewDiff`. */
export type ReviewDiffOutput = ResponseData<ReviewDiffTypes>;
/** Result of `reviewDiff.safe`. */
export type ReviewDiffSafeResult = SafeResult<ReviewDiffTypes>;
/** Own error codes of `reviewDiff`. */
export type ReviewDiffCode = ReviewDiffTypes["codes"];

/** Types of `suspendAccount`. */
export interface SuspendAccountTypes extends CuratorRoutes<"suspendAccount"> {}
/** Input of `suspendAccount`. */
export interface SuspendAccountInput extends CallInput<SuspendAccountTypes> {}
/** Output of `suspendAccount`. */
export type SuspendAccountOutput = ResponseData<SuspendAccountTypes>;
/** Result of `suspendAccount.safe`. */
export type SuspendAccountSafeResult = SafeResult<SuspendAccountTypes>;
/** Own error codes of `suspendAccount`. */
export type SuspendAccountCode = SuspendAccountTypes["codes"];

/** Types of `reinstateAccount`. */
export interface ReinstateAccountTypes extends CuratorRoutes<"reinstateAccount"> {}
/** Input of `reinstateAccount`. */
export interface ReinstateAccountInput extends CallInput<ReinstateAccountTypes> {}
/** Output of `reinstateAccount`. */
export type ReinstateAccountOutput = ResponseData<ReinstateAccountTypes>;
/** Result of `reinstateAccount.safe`. */
export type ReinstateAccountSafeResult = SafeResult<ReinstateAccountTypes>;
/** Own error codes of `reinstateAccount`. */
export type ReinstateAccountCode = ReinstateAccountTypes["codes"];

/** Types of `hideComment`. */
export interface HideCommentTypes extends CuratorRoutes<"hideComment"> {}
/** Input of `hideComment`. */
export interface HideCommentInput extends CallInput<HideCommentTypes> {}
/** Output of `hideComment`. */
export type HideCommentOutput = ResponseData<HideCommentTypes>;
/** Result of `hideComment.safe`. */
export type HideCommentSafeResult = SafeResult<HideCommentTypes>;
/** Own error codes of `hideComment`. */
export type HideCommentCode = HideCommentTypes["codes"];

/** Types of `showComment`. */
export interface ShowCommentTypes extends CuratorRoutes<"showComment"> {}
/** Input of `showComment`. */
export interface ShowCommentInput extends CallInput<ShowCommentTypes> {}
/** Output of `showComment`. */
export type ShowCommentOutput = ResponseData<ShowCommentTypes>;
/** Result of `showComment.safe`. */
export type ShowCommentSafeResult = SafeResult<ShowCommentTypes>;
/** Own error codes of `showComment`. */
export type ShowCommentCode = ShowCommentTypes["codes"];

/** Types of the calls of `curatorRoutes`, by operation id. */
export interface CuratorRouteTypes {
  /** `GET /curator/queue`. */
  curatorQueue: CuratorQueueTypes;
  /** `GET /curator/stats`. */
  curatorStats: CuratorStatsTypes;
  /** `POST /curator/bulk/claim`. */
  bulkClaim: BulkClaimTypes;
  /** `POST /curator/bulk/approve`. */
  bulkApprove: BulkApproveTypes;
  /** `POST /curator/bulk/reject`. */
  bulkReject: BulkRejectTypes;
  /** `POST /curator/:id/claim`. */
  claimDraft: ClaimDraftTypes;
  /** `POST /curator/:id/release`. */
  releaseDraft: ReleaseDraftTypes;
  /** `POST /curator/:id/approve`. */
  approveDraft: ApproveDraftTypes;
  /** `POST /curator/:id/reject`. */
  rejectDraft: RejectDraftTypes;
  /** `POST /curator/:id/request-changes`. */
  requestChanges: RequestChangesTypes;
  /** `GET /curator/:id/actions`. */
  reviewActions: ReviewActionsTypes;
  /** `GET /curator/:id/history`. */
  reviewHistory: ReviewHistoryTypes;
  /** `GET /curator/:id/diff`. */
  reviewDiff: ReviewDiffTypes;
  /** `POST /curator/accounts/:id/suspend`. */
  suspendAccount: SuspendAccountTypes;
  /** `POST /curator/accounts/:id/reinstate`. */
  reinstateAccount: ReinstateAccountTypes;
  /** `POST /curator/:id/comments/:comment_id/hide`. */
  hideComment: HideCommentTypes;
  /** `POST /curator/:id/comments/:comment_id/show`. */
  showComment: ShowCommentTypes;
}
