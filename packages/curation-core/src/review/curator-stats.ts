/** What each curator decided, from the audit trail. */

import type { Page, Store } from "@bourse/kernel";

import { type DraftActionDocument, draftActions } from "../audit/draft-action.ts";

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

interface Tally {
  name: string;
  reviewed: number;
  approved: number;
  rejected: number;
  milliseconds: number;
}

const HOUR = 3_600_000;

/** Decisions from `from` to before `to`; the busiest first. Costs one reading of these decisions. */
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
      const tally = tallies.get(value.actor_id) ?? none;
      tallies.set(value.actor_id, tally);
      tally.name = value.actor_name;
      tally.reviewed++;
      tally.milliseconds += value.review_milliseconds ?? 0;
      if (value.action === "approve") tally.approved++;
      if (value.action === "reject") tally.rejected++;
    }
    cursor = page.next;
  } while (cursor !== null);
  return [...tallies]
    .map(([id, tally]) => statsOf(id, tally))
    .toSorted((one, other) => other.total_reviewed - one.total_reviewed);
}

function statsOf(
  id: string,
  { name, reviewed, approved, rejected, milliseconds }: Tally,
): CuratorStats {
  const final = approved + rejected;
  return {
    curator_id: id,
    curator_name: name,
    total_reviewed: reviewed,
    total_approved: approved,
    total_rejected: rejected,
    avg_review_time_hours: reviewed === 0 ? null : milliseconds / reviewed / HOUR,
    approval_rate: final === 0 ? null : approved / final,
  };
}
