/**
 * Every change of a draft that stands: compare-and-set, with its row of the audit trail in the same transaction.
 *
 * `draft → pending → in_review → approved | rejected | changes_requested → pending …`;
 * `pending | changes_requested → withdrawn`. The last three are final.
 */

import { type Ids, type Versioned } from "@bourse/kernel";

import { type Actor, isCurator } from "../actor.ts";
import {
  type DraftActionDocument,
  type DraftActionName,
  draftActions,
} from "../audit/draft-action.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { type DraftDocument, drafts } from "./draft-document.ts";
import type { DraftStatus } from "./draft.ts";

export interface Move {
  readonly action: DraftActionName;
  readonly to: DraftStatus;
  readonly changes?: Partial<DraftDocument>;
  readonly note?: string | null;
  readonly selfReviewed?: boolean;
}

export interface DraftMoves {
  /** @throws CurationError NOT_FOUND, also for whoever may not see it */
  read(unit: UnitOfWork, actor: Actor, id: string): Promise<Versioned<DraftDocument>>;
  /** The draft as it stands then. */
  move(
    unit: UnitOfWork,
    actor: Actor,
    found: Versioned<DraftDocument>,
    move: Move,
  ): Promise<Versioned<DraftDocument>>;
  /** A row for a draft that was just made. */
  record(unit: UnitOfWork, actor: Actor, draft: DraftDocument, move: Move): Promise<void>;
}

const DECISIONS: readonly DraftActionName[] = ["approve", "reject", "request_changes"];

export function createDraftMoves(ids: Ids): DraftMoves {
  const insertAction = async (
    { tx, now, next }: UnitOfWork,
    actor: Actor,
    from: DraftStatus | null,
    draft: DraftDocument,
    { action, note = null, selfReviewed = false }: Move,
  ): Promise<void> => {
    const decides = DECISIONS.includes(action);
    const row: DraftActionDocument = {
      id: ids.uuid(),
      draftId: draft.id,
      sequence: next(),
      action,
      actorId: actor.id,
      actorName: actor.username,
      fromStatus: from,
      toStatus: draft.status,
      version: draft.version,
      note,
      selfReviewed,
      decides,
      reviewMilliseconds: decides ? now - (draft.submittedAt ?? draft.createdAt) : null,
      createdAt: now,
    };
    await tx.insert(draftActions, row);
  };

  return Object.freeze({
    read: async ({ tx }: UnitOfWork, actor: Actor, id: string) =>
      visible(await tx.get(drafts, id), actor),

    move: async (unit: UnitOfWork, actor: Actor, found: Versioned<DraftDocument>, move: Move) => {
      const moved: DraftDocument = {
        ...found.value,
        ...move.changes,
        status: move.to,
        updatedAt: unit.now,
        change: unit.next(),
      };
      const stored = await unit.tx.replace(drafts, moved, found.version);
      await insertAction(unit, actor, found.value.status, stored.value, move);
      return stored;
    },

    record: (unit: UnitOfWork, actor: Actor, draft: DraftDocument, move: Move) =>
      insertAction(unit, actor, null, draft, move),
  });
}

/** For its owner and for curators; to everybody else it is not there. @throws CurationError NOT_FOUND */
export function visible(
  found: Versioned<DraftDocument> | undefined,
  actor: Actor,
): Versioned<DraftDocument> {
  if (found !== undefined && (found.value.creatorId === actor.id || isCurator(actor))) {
    return found;
  }
  throw new CurationError("NOT_FOUND", "There is no such draft.");
}

/** @throws CurationError FORBIDDEN */
export function requireOwner(draft: DraftDocument, actor: Actor): void {
  if (draft.creatorId === actor.id) return;
  throw new CurationError("FORBIDDEN", "Only the author of a draft may do this.");
}

/** @throws CurationError STATE_CONFLICT */
export function requireStatus(draft: DraftDocument, allowed: readonly DraftStatus[]): void {
  if (!allowed.includes(draft.status)) throw wrongStatus(draft, allowed);
}

export function wrongStatus(draft: DraftDocument, allowed: readonly DraftStatus[]): CurationError {
  const { status, marketId } = draft;
  const made = marketId === null ? "" : ` and is market ${marketId}`;
  const message = `The draft is ${status}${made}; this needs one that is ${allowed.join(" or ")}.`;
  const details = { status, ...(marketId === null ? {} : { marketId }) };
  return new CurationError("STATE_CONFLICT", message, { details });
}

/** @throws CurationError VERSION_MISMATCH */
export function requireVersion(draft: DraftDocument, seen: number | undefined): void {
  if (seen === undefined || seen === draft.version) return;
  const message = `The draft is at version ${draft.version}, not ${seen}; look at it again.`;
  throw new CurationError("VERSION_MISMATCH", message, { details: { version: draft.version } });
}
