/** Events about claims that ended by the clock or with their holder's role. */

import { draftEventData } from "../drafts/announce-draft.ts";
import { atTheirTime } from "../drafts/draft-claim.ts";
import { drafts } from "../drafts/draft-document.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { ReviewQueue } from "./review-queue.ts";

/** Maximum number of claims that one run announces; the next run goes on. */
const MAXIMUM_IN_RUN = 100;

/** The parts that the events are made from. */
export interface EndedClaimsParts {
  readonly ledger: Ledger;
  readonly queue: Pick<ReviewQueue, "untoldEnds">;
}

/**
 * Stores an event `draft.released` for each claim that has ended since the last run, once whichever process does it.
 * The draft keeps its last holder, so that the trail names a takeover.
 */
export async function announceEndedClaims({ ledger, queue }: EndedClaimsParts): Promise<void> {
  for (const id of (await queue.untoldEnds()).slice(0, MAXIMUM_IN_RUN)) {
    await ledger.run(async ({ tx, now, next, announce }) => {
      const found = await tx.get(drafts, id);
      if (found === undefined || found.value.isClaimOver === true) return;
      const { value: stored, version } = found;
      const [current = stored] = await atTheirTime(tx, () => Promise.resolve(now), [stored]);
      if (current === stored) return;
      const change = next();
      await tx.replace(drafts, { ...stored, isClaimOver: true, change }, version);
      await announce("draft.released", draftEventData(stored.assignedCuratorName ?? "", current));
    });
  }
}
