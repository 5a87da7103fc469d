/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { curatorRoutes } from "@bourse/contract/curation";

/** Input of `curatorQueue` (`GET /curator/queue`): List the drafts that wait for review. */
export interface CuratorQueueInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["curatorQueue"]>
> {}
/** Data that `curatorQueue` resolves to. */
export type CuratorQueueOutput = ResponseData<TypesOf<(typeof curatorRoutes)["curatorQueue"]>>;
/** Error codes that `curatorQueue` has of its own. */
export type CuratorQueueCode = TypesOf<(typeof curatorRoutes)["curatorQueue"]>["codes"];

/** Input of `curatorStats` (`GET /curator/stats`): Count the decisions of each curator and the time they took. */
export interface CuratorStatsInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["curatorStats"]>
> {}
/** Data that `curatorStats` resolves to. */
export type CuratorStatsOutput = ResponseData<TypesOf<(typeof curatorRoutes)["curatorStats"]>>;
/** Error codes that `curatorStats` has of its own. */
export type CuratorStatsCode = TypesOf<(typeof curatorRoutes)["curatorStats"]>["codes"];

/** Input of `bulkClaim` (`POST /curator/bulk/claim`): Claim up to 100 drafts, each in its own transaction. */
export interface BulkClaimInput extends CallInput<TypesOf<(typeof curatorRoutes)["bulkClaim"]>> {}
/** Data that `bulkClaim` resolves to. */
export type BulkClaimOutput = ResponseData<TypesOf<(typeof curatorRoutes)["bulkClaim"]>>;
/** Error codes that `bulkClaim` has of its own. */
export type BulkClaimCode = TypesOf<(typeof curatorRoutes)["bulkClaim"]>["codes"];

/** Input of `bulkApprove` (`POST /curator/bulk/approve`): Approve up to 100 drafts, each in its own transaction. */
export interface BulkApproveInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["bulkApprove"]>
> {}
/** Data that `bulkApprove` resolves to. */
export type BulkApproveOutput = ResponseData<TypesOf<(typeof curatorRoutes)["bulkApprove"]>>;
/** Error codes that `bulkApprove` has of its own. */
export type BulkApproveCode = TypesOf<(typeof curatorRoutes)["bulkApprove"]>["codes"];

/** Input of `bulkReject` (`POST /curator/bulk/reject`): Reject up to 100 drafts, each in its own transaction. */
export interface BulkRejectInput extends CallInput<TypesOf<(typeof curatorRoutes)["bulkReject"]>> {}
/** Data that `bulkReject` resolves to. */
export type BulkRejectOutput = ResponseData<TypesOf<(typeof curatorRoutes)["bulkReject"]>>;
/** Error codes that `bulkReject` has of its own. */
export type BulkRejectCode = TypesOf<(typeof curatorRoutes)["bulkReject"]>["codes"];

/** Input of `claimDraft` (`POST /curator/:id/claim`): Claim a draft for 30 minutes, which every action renews. */
export interface ClaimDraftInput extends CallInput<TypesOf<(typeof curatorRoutes)["claimDraft"]>> {}
/** Data that `claimDraft` resolves to. */
export type ClaimDraftOutput = ResponseData<TypesOf<(typeof curatorRoutes)["claimDraft"]>>;
/** Error codes that `claimDraft` has of its own. */
export type ClaimDraftCode = TypesOf<(typeof curatorRoutes)["claimDraft"]>["codes"];

/** Input of `releaseDraft` (`POST /curator/:id/release`): Release the claim on a draft. */
export interface ReleaseDraftInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["releaseDraft"]>
> {}
/** Data that `releaseDraft` resolves to. */
export type ReleaseDraftOutput = ResponseData<TypesOf<(typeof curatorRoutes)["releaseDraft"]>>;
/** Error codes that `releaseDraft` has of its own. */
export type ReleaseDraftCode = TypesOf<(typeof curatorRoutes)["releaseDraft"]>["codes"];

/** Input of `approveDraft` (`POST /curator/:id/approve`): Approve a draft and create its market, both or neither. */
export interface ApproveDraftInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["approveDraft"]>
> {}
/** Data that `approveDraft` resolves to. */
export type ApproveDraftOutput = ResponseData<TypesOf<(typeof curatorRoutes)["approveDraft"]>>;
/** Error codes that `approveDraft` has of its own. */
export type ApproveDraftCode = TypesOf<(typeof curatorRoutes)["approveDraft"]>["codes"];

/**
 * Input of `rejectDraft` (`POST /curator/:id/reject`): Reject a draft; a `version` or If-Match other than the
 * current version is 412.
 */
export interface RejectDraftInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["rejectDraft"]>
> {}
/** Data that `rejectDraft` resolves to. */
export type RejectDraftOutput = ResponseData<TypesOf<(typeof curatorRoutes)["rejectDraft"]>>;
/** Error codes that `rejectDraft` has of its own. */
export type RejectDraftCode = TypesOf<(typeof curatorRoutes)["rejectDraft"]>["codes"];

/**
 * Input of `requestChanges` (`POST /curator/:id/request-changes`): Ask the author for changes; a `version` or
 * If-Match other than the current version is 412.
 */
export interface RequestChangesInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["requestChanges"]>
> {}
/** Data that `requestChanges` resolves to. */
export type RequestChangesOutput = ResponseData<TypesOf<(typeof curatorRoutes)["requestChanges"]>>;
/** Error codes that `requestChanges` has of its own. */
export type RequestChangesCode = TypesOf<(typeof curatorRoutes)["requestChanges"]>["codes"];

/**
 * Input of `reviewActions` (`GET /curator/:id/actions`): List the audit trail of a draft, oldest first; for
 * curators.
 */
export interface ReviewActionsInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["reviewActions"]>
> {}
/** Data that `reviewActions` resolves to. */
export type ReviewActionsOutput = ResponseData<TypesOf<(typeof curatorRoutes)["reviewActions"]>>;
/** Error codes that `reviewActions` has of its own. */
export type ReviewActionsCode = TypesOf<(typeof curatorRoutes)["reviewActions"]>["codes"];

/**
 * Input of `reviewHistory` (`GET /curator/:id/history`): List the versions of a draft, oldest first; for
 * curators.
 */
export interface ReviewHistoryInput extends CallInput<
  TypesOf<(typeof curatorRoutes)["reviewHistory"]>
> {}
/** Data that `reviewHistory` resolves to. */
export type ReviewHistoryOutput = ResponseData<TypesOf<(typeof curatorRoutes)["reviewHistory"]>>;
/** Error codes that `reviewHistory` has of its own. */
export type ReviewHistoryCode = TypesOf<(typeof curatorRoutes)["reviewHistory"]>["codes"];

/**
 * Input of `reviewDiff` (`GET /curator/:id/diff`): Compare two versions of a draft field by field, by default
 * the last two; for curators.
 */
export interface ReviewDiffInput extends CallInput<TypesOf<(typeof curatorRoutes)["reviewDiff"]>> {}
/** Data that `reviewDiff` resolves to. */
export type ReviewDiffOutput = ResponseData<TypesOf<(typeof curatorRoutes)["reviewDiff"]>>;
/** Error codes that `reviewDiff` has of its own. */
export type ReviewDiffCode = TypesOf<(typeof curatorRoutes)["reviewDiff"]>["codes"];
