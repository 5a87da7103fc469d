/** The review of drafts: the wire's spelling and the core's. */

import type {
  Approval as ApprovalSchema,
  BulkOutcome as WireBulkOutcome,
  ChangeRequest as ChangeRequestSchema,
  CuratorStats as CuratorStatsSchema,
  QueueItem as WireQueueItem,
  QueueQuery as QueueQuerySchema,
} from "@bourse/contract/curation";
import type {
  Approval,
  BulkOutcome,
  ChangeRequest,
  CuratorStats,
  QueueItem,
  QueueQuery,
} from "@bourse/curation-core";

import { isoTime } from "../../time/iso-time.ts";
import { convertOnce } from "./convert-once.ts";
import { given } from "./given.ts";
import { wireName } from "./names.ts";

const HOUR_MILLISECONDS = 3_600_000;

/** The query of GET /curator/queue in the core's spelling. */
export function queueQueryOf(query: ReturnType<typeof QueueQuerySchema.parse>): QueueQuery {
  const { assigned_to_me, min_quality, ...rest } = query;
  return given({ ...rest, assignedToMe: assigned_to_me, minQuality: min_quality });
}

/** An item of the queue in the wire's spelling. The core's object stays the same until the draft changes. */
export const wireQueueItem: (item: QueueItem) => WireQueueItem = convertOnce(queueItemOf);

function queueItemOf(item: QueueItem): WireQueueItem {
  return {
    id: item.id,
    creator_wallet: item.creatorWallet,
    question_text: item.questionText,
    status: item.status,
    assigned_curator_name: item.assignedCuratorName,
    quality_score: item.qualityScore,
    version: item.version,
    created_at: isoTime(item.createdAt),
    submitted_at: isoTime(item.submittedAt),
    claim_expires_at: isoTime(item.claimExpiresAt),
  };
}

/** The body of an approval in the core's spelling; bulk approvals have no `version` and no `deploy_immediately`. */
export function approvalOf(
  body: Partial<ReturnType<typeof ApprovalSchema.parse>>,
  version?: number,
): Approval {
  return given({
    curatorNotes: body.curator_notes,
    deployImmediately: body.deploy_immediately,
    acknowledgeWarnings: body.acknowledge_warnings,
    version,
  });
}

/** The body of a request for changes in the core's spelling. */
export function changeRequestOf(
  body: ReturnType<typeof ChangeRequestSchema.parse>,
  version: number | undefined,
): ChangeRequest {
  return {
    requestedChanges: body.requested_changes,
    curatorNotes: body.curator_notes,
    version,
  };
}

/** The outcome of a bulk request, in arrays that JSON takes. */
export function wireBulkOutcome({ success, failed, warnings }: BulkOutcome): WireBulkOutcome {
  return {
    success: [...success],
    failed: [...failed],
    warnings: warnings.map((warning) => ({ ...warning, field: wireName(warning.field) })),
  };
}

/** A curator's statistics in the wire's spelling; times in hours. */
export function wireCuratorStats(stats: CuratorStats): ReturnType<typeof CuratorStatsSchema.parse> {
  const mean = stats.meanReviewMilliseconds;
  return {
    curator_id: stats.curatorId,
    curator_name: stats.curatorName,
    total_reviewed: stats.totalReviewed,
    total_approved: stats.totalApproved,
    total_rejected: stats.totalRejected,
    avg_review_time_hours: mean === null ? null : mean / HOUR_MILLISECONDS,
    approval_rate: stats.approvalRate,
  };
}
