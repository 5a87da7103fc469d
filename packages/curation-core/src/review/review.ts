/** The review of drafts by curators: queue, claims and decisions. */

import { type Actor, requireCurator } from "../actor.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import { draftView } from "../drafts/draft-view.ts";
import type { Draft } from "../drafts/draft.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { PageOf } from "../page.ts";
import { checkChanges, checkNotes, checkReason } from "./check-review-input.ts";
import { claimDraft, releaseDraft } from "./claim-draft.ts";
import { type CuratorStats, curatorStats } from "./curator-stats.ts";
import { approveDraft, refuseDraft } from "./decide.ts";
import { type BulkOutcome, eachDraft } from "./each-draft.ts";
import type { QueueItem, QueueQuery } from "./queue-query.ts";
import type { Approval, ChangeRequest, Rejection } from "./review-input.ts";
import type { ReviewParts } from "./review-parts.ts";

/** The review of drafts; every call requires the role curator or admin, else it is FORBIDDEN. */
export interface Review {
  /** Lists the drafts to review. @throws CurationError FORBIDDEN, VALIDATION_ERROR, CURSOR_INVALID */
  queue(actor: Actor, query?: QueueQuery): Promise<PageOf<QueueItem>>;
  /**
   * Claims a draft for 30 minutes (option `claimMinutes`): renews an own claim, takes over an expired one. The draft is
   * compared with the open markets again; its warnings name one that asks almost the same.
   *
   * @throws CurationError NOT_FOUND, CLAIM_HELD, STATE_CONFLICT, FORBIDDEN (also for an own draft)
   */
  claim(actor: Actor, id: string): Promise<Draft>;
  /**
   * Returns a draft to `pending`, for the holder of the claim or an admin.
   *
   * @throws CurationError NOT_FOUND, CLAIM_HELD, STATE_CONFLICT, FORBIDDEN
   */
  release(actor: Actor, id: string): Promise<Draft>;
  /**
   * Approves a draft and creates its market in one transaction: in state `in_review` for the holder of the claim or an
   * admin, in state `pending` for any curator. The warnings of the answer name an open market that asks almost the
   * same. A draft without a deadline or a source is DRAFT_INCOMPLETE until the input acknowledges that.
   *
   * @throws CurationError NOT_FOUND, STATE_CONFLICT (with details.marketId when it is already approved), CLAIM_HELD,
   * DRAFT_INCOMPLETE, VERSION_MISMATCH, VALIDATION_ERROR, FORBIDDEN (also for an own draft)
   */
  approve(actor: Actor, id: string, input?: Approval): Promise<Draft>;
  /**
   * Rejects a draft in the states in which it can be approved; final.
   *
   * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, VERSION_MISMATCH, VALIDATION_ERROR, FORBIDDEN
   */
  reject(actor: Actor, id: string, input: Rejection): Promise<Draft>;
  /**
   * Returns a draft to its author for changes, in the states in which it can be approved.
   *
   * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, VERSION_MISMATCH, VALIDATION_ERROR, FORBIDDEN
   */
  requestChanges(actor: Actor, id: string, input: ChangeRequest): Promise<Draft>;
  /** Claims 1–100 drafts. @throws CurationError FORBIDDEN, VALIDATION_ERROR */
  bulkClaim(actor: Actor, ids: readonly string[]): Promise<BulkOutcome>;
  /** Approves 1–100 drafts. @throws CurationError FORBIDDEN, VALIDATION_ERROR */
  bulkApprove(actor: Actor, ids: readonly string[], input?: Approval): Promise<BulkOutcome>;
  /** Rejects 1–100 drafts. @throws CurationError FORBIDDEN, VALIDATION_ERROR */
  bulkReject(actor: Actor, ids: readonly string[], input: Rejection): Promise<BulkOutcome>;
  /**
   * Counts decisions by curator, busiest first, from `from` until before `to` (milliseconds since the epoch). Default:
   * all.
   *
   * @throws CurationError FORBIDDEN
   */
  stats(
    actor: Actor,
    range?: { readonly from?: number | undefined; readonly to?: number | undefined },
  ): Promise<readonly CuratorStats[]>;
}

/** Creates the review of a core. */
export function createReview(parts: ReviewParts): Review {
  const { store, ledger, queue, assessor } = parts;
  const act = async (
    actor: Actor,
    work: (unit: UnitOfWork) => Promise<DraftDocument>,
  ): Promise<Draft> => {
    requireCurator(actor);
    return draftView(await ledger.run(work));
  };

  const reject = async (actor: Actor, id: string, input: Rejection): Promise<Draft> => {
    requireCurator(actor);
    checkReason("reason", input.reason);
    const changes = { curatorNotes: input.reason };
    const move = { action: "reject", to: "rejected", changes, note: input.reason } as const;
    return await act(actor, (unit) => refuseDraft(parts, unit, actor, id, input, move));
  };

  const approve = async (actor: Actor, id: string, input: Approval = {}): Promise<Draft> => {
    requireCurator(actor);
    checkNotes(input.curatorNotes ?? "");
    await assessor.catchUp();
    return await act(actor, (unit) => approveDraft(parts, unit, actor, id, input));
  };

  const claim = async (actor: Actor, id: string): Promise<Draft> => {
    requireCurator(actor);
    await assessor.catchUp();
    return await act(actor, (unit) => claimDraft(parts, unit, actor, id));
  };

  return Object.freeze({
    queue: async (actor: Actor, query: QueueQuery = {}) => {
      requireCurator(actor);
      return await queue.page(actor, query);
    },
    claim,
    release: (actor: Actor, id: string) =>
      act(actor, (unit) => releaseDraft(parts, unit, actor, id)),
    approve,
    reject,
    requestChanges: async (actor: Actor, id: string, input: ChangeRequest) => {
      requireCurator(actor);
      checkReason("curatorNotes", input.curatorNotes);
      checkChanges(input.requestedChanges);
      const { requestedChanges, curatorNotes } = input;
      const move = {
        action: "request_changes",
        to: "changes_requested",
        changes: { requestedChanges, curatorNotes },
        note: curatorNotes,
      } as const;
      return await act(actor, (unit) => refuseDraft(parts, unit, actor, id, input, move));
    },
    bulkClaim: (actor: Actor, ids: readonly string[]) =>
      eachDraft(actor, ids, (id) => claim(actor, id)),
    bulkApprove: (actor: Actor, ids: readonly string[], input: Approval = {}) => {
      // One after another, so that each is compared with the markets of those before.
      let before: Promise<unknown> = Promise.resolve();
      return eachDraft(actor, ids, (id) => {
        const approving = before.then(() => approve(actor, id, input));
        before = approving.catch(() => undefined);
        return approving;
      });
    },
    bulkReject: async (actor: Actor, ids: readonly string[], input: Rejection) => {
      checkReason("reason", input.reason);
      return await eachDraft(actor, ids, (id) => reject(actor, id, input));
    },
    stats: async (
      actor: Actor,
      range: { readonly from?: number | undefined; readonly to?: number | undefined } = {},
    ) => {
      requireCurator(actor);
      return await curatorStats(store, range.from ?? 0, range.to ?? Number.MAX_SAFE_INTEGER);
    },
  });
}
