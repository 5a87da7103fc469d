/** What the queue is asked for, and what it shows. */

import type { DraftStatus } from "../drafts/draft-document.ts";
import type { PageQuery } from "../page.ts";

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
