/** The review of drafts by curators: claims with leases, decisions, the queue. */

import type { Actor } from "../actor.ts";
import type { DraftStatus } from "../drafts/draft-document.ts";
import type { Draft } from "../drafts/draft-view.ts";
import type { PageOf, PageQuery } from "../page.ts";

export interface QueueQuery extends PageQuery {
  /** Default `pending` and `in_review`. */
  readonly status?: DraftStatus;
  readonly assigned_to_me?: boolean;
  readonly tag?: string;
  /** 0–1. */
  readonly min_quality?: number;
  /** `oldest` (default) and `newest` by submission, `quality` best first. */
  readonly sort?: QueueSort;
}

export const QUEUE_SORTS = ["oldest", "newest", "quality"] as const;

export type QueueSort = (typeof QUEUE_SORTS)[number];

export interface QueueItem {
  readonly id: string;
  readonly creator_wallet: string | null;
  readonly question_text: string | null;
  readonly status: DraftStatus;
  readonly assigned_curator_name: string | null;
  readonly quality_score: number;
  readonly version: number;
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly claim_expires_at: string | null;
}

export interface Seen {
  /** The version that was seen; a newer one is VERSION_MISMATCH. */
  readonly version?: number | undefined;
}

export interface Approval extends Seen {
  readonly curator_notes?: string | null;
  /** Makes the market active at once, whatever `open_at` says. Default false. */
  readonly deploy_immediately?: boolean;
}

export interface Rejection extends Seen {
  /** At least 10 characters. */
  readonly reason: string;
}

export interface ChangeRequest extends Seen {
  /** What is asked for, by field. */
  readonly requested_changes: Readonly<Record<string, string>>;
  /** At least 10 characters. */
  readonly curator_notes: string;
}

/** Each draft in its own transaction. */
export interface BulkOutcome {
  readonly success: readonly string[];
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

export interface CuratorStats {
  readonly curator_id: string;
  readonly curator_name: string;
  /** Approvals, rejections and requests for changes. */
  readonly total_reviewed: number;
  readonly total_approved: number;
  readonly total_rejected: number;
  /** From submission to decision; null without a decision. */
  readonly avg_review_time_hours: number | null;
  /** Approvals among approvals and rejections, 0–1; null without either. */
  readonly approval_rate: number | null;
}

/** Every call: FORBIDDEN without the role curator or admin. */
export interface Review {
  /** @throws CurationError CURSOR_INVALID */
  queue(actor: Actor, query?: QueueQuery): Promise<PageOf<QueueItem>>;
  /** A lease of 30 minutes (option); one's own is renewed, an expired one taken over. @throws CurationError CLAIM_HELD, STATE_CONFLICT, FORBIDDEN (an own draft) */
  claim(actor: Actor, id: string): Promise<Draft>;
  /** Back to `pending`, by the holder or an admin. @throws CurationError CLAIM_HELD, STATE_CONFLICT */
  release(actor: Actor, id: string): Promise<Draft>;
  /**
   * The draft approved, its market made and the trail written, all or nothing. From `in_review` by the holder or an
   * admin, or straight from `pending`.
   *
   * @throws CurationError STATE_CONFLICT (details.market_id when it is approved already), CLAIM_HELD, DRAFT_INCOMPLETE,
   * VERSION_MISMATCH, FORBIDDEN (an own draft)
   */
  approve(actor: Actor, id: string, input?: Approval): Promise<Draft>;
  /** From where `approve` goes too. @throws as `approve`, VALIDATION_ERROR */
  reject(actor: Actor, id: string, input: Rejection): Promise<Draft>;
  /** From where `approve` goes too. @throws as `approve`, VALIDATION_ERROR */
  requestChanges(actor: Actor, id: string, input: ChangeRequest): Promise<Draft>;
  /** 1–100 ids each. @throws CurationError VALIDATION_ERROR */
  bulkClaim(actor: Actor, ids: readonly string[]): Promise<BulkOutcome>;
  bulkApprove(actor: Actor, ids: readonly string[], input?: Approval): Promise<BulkOutcome>;
  bulkReject(actor: Actor, ids: readonly string[], input: Rejection): Promise<BulkOutcome>;
  /** Decisions from `from` to before `to` (milliseconds UTC); the busiest curator first. */
  stats(
    actor: Actor,
    range?: { readonly from?: number | undefined; readonly to?: number | undefined },
  ): Promise<readonly CuratorStats[]>;
}
