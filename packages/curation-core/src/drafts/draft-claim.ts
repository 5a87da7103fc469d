/**
 * Claims by the clock: a draft in review reads as `pending` once its claim has ended. A claim ends at its time, and at
 * once when its holder is no longer a curator or admin, or is suspended.
 */

import type { StoreReader } from "@bourse/kernel";

import { isCurator, suspensionAt } from "../actor.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { DraftDocument } from "./draft-document.ts";

/** The part of a draft that says who holds its claim. */
export type Claim = Pick<
  DraftDocument,
  "status" | "assignedCuratorId" | "claimExpiresAt" | "isClaimOver"
>;

/** The claim of a draft that nobody holds. */
export const UNCLAIMED = {
  assignedCuratorId: null,
  assignedCuratorName: null,
  claimExpiresAt: null,
} as const;

/**
 * Returns a test that tells whether a claim has ended at `now`. `holders` are the ids of the curators whose claims will
 * be tested. An id without an account is an embedding program's own actor, whose claim ends at its time only.
 */
export async function endedClaims(
  reader: Pick<StoreReader, "get">,
  now: number,
  holders: Iterable<string | null>,
): Promise<(claim: Claim) => boolean> {
  const once = [...new Set(holders)].filter((id) => id !== null);
  const accounts = await Promise.all(once.map((id) => reader.get(users, id)));
  const demoted = new Set<string | null>(
    once.filter((_, at) => accounts[at] !== undefined && !mayReview(accounts[at].value, now)),
  );
  return ({ status, assignedCuratorId, claimExpiresAt, isClaimOver }) =>
    status === "in_review" &&
    (isClaimOver === true ||
      claimExpiresAt === null ||
      claimExpiresAt <= now ||
      demoted.has(assignedCuratorId));
}

function mayReview({ roles, suspension }: UserDocument, now: number): boolean {
  return isCurator({ roles }) && suspensionAt(suspension, now) === undefined;
}

/** Returns drafts as they read at the time that `now` gives, which is asked only when one of them is in review. */
export async function atTheirTime(
  reader: Pick<StoreReader, "get">,
  now: () => Promise<number>,
  stored: readonly DraftDocument[],
): Promise<readonly DraftDocument[]> {
  const claimed = stored.filter(({ status }) => status === "in_review");
  if (claimed.length === 0) return stored;
  const holders = claimed.map(({ assignedCuratorId }) => assignedCuratorId);
  const isEnded = await endedClaims(reader, await now(), holders);
  return stored.map((draft) => (isEnded(draft) ? freed(draft) : draft));
}

/**
 * A draft whose claim has ended, as it reads. Its `change` is the number of the audit entry of the stored change, which
 * no other change has: the entity tag of the draft becomes another one.
 */
function freed(draft: DraftDocument): DraftDocument {
  return { ...draft, ...UNCLAIMED, status: "pending", change: draft.change + 1 };
}
