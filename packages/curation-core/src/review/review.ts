/** The review of drafts by curators: queue, claims and decisions. */

import { type Store, isBourseError, isFreeText } from "@bourse/kernel";

import { type Actor, requireCurator } from "../actor.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import { draftView } from "../drafts/draft-view.ts";
import type { Draft } from "../drafts/draft.ts";
import { invalid } from "../invalid.ts";
import type { Ledger, UnitOfWork } from "../ledger/ledger.ts";
import type { PageOf } from "../page.ts";
import type { Assessor } from "../rules/assess.ts";
import type { Finding } from "../rules/finding.ts";
import { type CuratorStats, curatorStats } from "./curator-stats.ts";
import type { Decide } from "./decide.ts";
import type { QueueItem, QueueQuery } from "./queue-query.ts";
import type { Approval, ChangeRequest, Rejection } from "./review-input.ts";
import type { ReviewQueue } from "./review-queue.ts";

/** Outcome of a bulk call, which handles each draft in its own transaction. */
export interface BulkOutcome {
  /** Warnings of the drafts that were changed, such as a market that asks almost the same. */
  readonly warnings: readonly (Finding & {
    /** Id of the draft. */
    readonly id: string;
  })[];
  /** Ids of the drafts that were changed. */
  readonly success: readonly string[];
  /** Drafts that were refused. */
  readonly failed: readonly {
    /** Id of the draft. */
    readonly id: string;
    /** Explanation for people. */
    readonly reason: string;
  }[];
}

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
   * same.
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

/** The parts that the review is built from. */
export interface ReviewParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly queue: ReviewQueue;
  readonly decide: Decide;
  readonly assessor: Pick<Assessor, "catchUp">;
}

const MIN_REASON = 10;

/** Creates the review of a core. */
export function createReview({ store, ledger, queue, decide, assessor }: ReviewParts): Review {
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
    return await act(actor, (unit) => decide.refuse(unit, actor, id, input, move));
  };

  const approve = async (actor: Actor, id: string, input: Approval = {}): Promise<Draft> => {
    requireCurator(actor);
    checkNotes(input.curatorNotes ?? "");
    await assessor.catchUp();
    return await act(actor, (unit) => decide.approve(unit, actor, id, input));
  };

  const claim = async (actor: Actor, id: string): Promise<Draft> => {
    requireCurator(actor);
    await assessor.catchUp();
    return await act(actor, (unit) => decide.claim(unit, actor, id));
  };

  return Object.freeze({
    queue: async (actor: Actor, query: QueueQuery = {}) => {
      requireCurator(actor);
      return await queue.page(actor, query);
    },
    claim,
    release: (actor: Actor, id: string) => act(actor, (unit) => decide.release(unit, actor, id)),
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
      return await act(actor, (unit) => decide.refuse(unit, actor, id, input, move));
    },
    bulkClaim: (actor: Actor, ids: readonly string[]) => each(actor, ids, (id) => claim(actor, id)),
    bulkApprove: (actor: Actor, ids: readonly string[], input: Approval = {}) => {
      // One after another, so that each is compared with the markets of those before.
      let before: Promise<unknown> = Promise.resolve();
      return each(actor, ids, (id) => {
        const approving = before.then(() => approve(actor, id, input));
        before = approving.catch(() => undefined);
        return approving;
      });
    },
    bulkReject: async (actor: Actor, ids: readonly string[], input: Rejection) => {
      checkReason("reason", input.reason);
      return await each(actor, ids, (id) => reject(actor, id, input));
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

/** Runs `act` for each id concurrently, so that they share a commit. Refusals are outcomes; other errors are thrown. */
async function each(
  actor: Actor,
  ids: readonly string[],
  act: (id: string) => Promise<Draft>,
): Promise<BulkOutcome> {
  requireCurator(actor);
  if (ids.length < 1 || ids.length > 100) {
    throw invalid(["body", "draftIds"], "must contain 1 to 100 ids", "list");
  }
  const once = [...new Set(ids)];
  const outcomes = await Promise.all(
    once.map((id) =>
      act(id).then(
        ({ validationWarnings }) => ({ id, reason: null, warnings: validationWarnings }),
        (error: unknown) => {
          if (!isBourseError(error) || error.code.startsWith("STORE_")) throw error;
          return { id, reason: error.message, warnings: [] };
        },
      ),
    ),
  );
  return {
    warnings: outcomes.flatMap(({ id, warnings }) =>
      warnings.map((warning) => ({ id, ...warning })),
    ),
    success: outcomes.filter(({ reason }) => reason === null).map(({ id }) => id),
    failed: outcomes.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}

function checkReason(name: string, reason: string): void {
  if (isFreeText(reason, MIN_REASON, 5000)) return;
  throw invalid(
    ["body", name],
    `must be legible text of ${MIN_REASON} to 5000 characters`,
    "string",
  );
}

function checkNotes(notes: string): void {
  if (!isFreeText(notes, 0, 5000)) {
    throw invalid(
      ["body", "curatorNotes"],
      "must be legible text of at most 5000 characters",
      "string",
    );
  }
}

function checkChanges(changes: Readonly<Record<string, string>>): void {
  const fields = Object.entries(changes);
  const fits = fields.every(
    ([field, text]) => Array.from(field).length <= 100 && isFreeText(text, 1, 5000),
  );
  if (fields.length >= 1 && fields.length <= 100 && fits) return;
  const message = "must contain 1 to 100 fields, each with what to change";
  throw invalid(["body", "requestedChanges"], message, "object_type");
}
