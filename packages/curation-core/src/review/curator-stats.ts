/** Statistics of the curators' decisions, computed from the audit trail. */

import type { Page, Store } from "@bourse/kernel";

import { type DraftActionDocument, draftActions } from "../drafts/draft-action.ts";

/** One curator's decisions in a period. */
export interface CuratorStats {
  /** Id of the curator's account. */
  readonly curatorId: string;
  /** Username of the curator at the last decision. */
  readonly curatorName: string;
  /** Number of approvals, rejections and requests for changes. */
  readonly totalReviewed: number;
  /** Number of approvals. */
  readonly totalApproved: number;
  /** Number of rejections. */
  readonly totalRejected: number;
  /** Mean time from submission to decision in milliseconds; null without a decision. */
  readonly meanReviewMilliseconds: number | null;
  /** Approvals divided by approvals and rejections, 0–1; null without either. */
  readonly approvalRate: number | null;
}

interface Tally {
  name: string;
  reviewed: number;
  approved: number;
  rejected: number;
  milliseconds: number;
}

/** The decisions from `from` until before `to`, busiest curator first. Reads each of these decisions once. */
export async function curatorStats(
  store: Store,
  from: number,
  to: number,
): Promise<readonly CuratorStats[]> {
  const tallies = new Map<string, Tally>();
  let cursor: string | null = null;
  do {
    const page: Page<DraftActionDocument> = await store.find(draftActions, {
      index: "by_decision",
      equals: [true],
      range: { gte: from, lt: to },
      limit: 1000,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const { value } of page.items) {
      const none = { name: "", reviewed: 0, approved: 0, rejected: 0, milliseconds: 0 };
      const tally = tallies.get(value.actorId) ?? none;
      tallies.set(value.actorId, tally);
      tally.name = value.actorName;
      tally.reviewed++;
      tally.milliseconds += value.reviewMilliseconds ?? 0;
      if (value.action === "approve") tally.approved++;
      if (value.action === "reject") tally.rejected++;
    }
    cursor = page.next;
  } while (cursor !== null);
  return [...tallies]
    .map(([id, tally]) => statsOf(id, tally))
    .toSorted((one, other) => other.totalReviewed - one.totalReviewed);
}

function statsOf(
  id: string,
  { name, reviewed, approved, rejected, milliseconds }: Tally,
): CuratorStats {
  const final = approved + rejected;
  return {
    curatorId: id,
    curatorName: name,
    totalReviewed: reviewed,
    totalApproved: approved,
    totalRejected: rejected,
    meanReviewMilliseconds: reviewed === 0 ? null : milliseconds / reviewed,
    approvalRate: final === 0 ? null : approved / final,
  };
}
