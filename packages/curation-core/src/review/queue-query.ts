/** Queries of the review queue and its items. */

import type { Draft } from "../drafts/draft.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { PageQuery } from "../page.ts";

/** Filters, order and page of the review queue. */
export interface QueueQuery extends PageQuery {
  /** State of the drafts. Default `pending` and `in_review`. */
  readonly status?: DraftStatus;
  /** True for drafts that the caller holds only. Default false. */
  readonly assignedToMe?: boolean;
  /** Tag that the drafts have, compared without case. */
  readonly tag?: string;
  /** Minimum quality score, 0–1. Default 0. */
  readonly minQuality?: number;
  /** Order: `oldest` or `newest` submission first, or best `quality` first. Default `oldest`. */
  readonly sort?: QueueSort;
}

/** The orders of the review queue. */
export const QUEUE_SORTS = ["oldest", "newest", "quality"] as const;

/** An order of the review queue: one of {@link QUEUE_SORTS}. */
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** The part of a draft that the queue shows. */
export type QueueItem = Pick<
  Draft,
  | "id"
  | "creatorWallet"
  | "status"
  | "assignedCuratorName"
  | "qualityScore"
  | "version"
  | "createdAt"
  | "submittedAt"
  | "claimExpiresAt"
> & {
  /** The draft's question; null while it has none. */
  readonly questionText: string | null;
};
