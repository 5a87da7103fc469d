/**
 * Changes of stored drafts: compare-and-set, with an entry of the audit trail in the same transaction.
 *
 * `draft → pending → in_review → approved | rejected | changes_requested → pending …`;
 * `draft | pending | changes_requested → withdrawn`. Approved, rejected and withdrawn are final. A draft whose claim
 * has ended is read as pending; the next change is stored as one of a pending draft.
 */

import { type Ids, type Versioned } from "@bourse/kernel";

import { type Actor, isCurator } from "../actor.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import { type DraftActionDocument, type DraftActionName, draftActions } from "./draft-action.ts";
import { atTheirTime } from "./draft-claim.ts";
import { type DraftDocument, drafts } from "./draft-document.ts";

/** A change of a draft's state and fields. */
export interface Move {
  readonly action: DraftActionName;
  readonly to: DraftStatus;
  readonly changes?: Partial<DraftDocument>;
  readonly note?: string | null;
  readonly selfReviewed?: boolean;
  readonly acknowledgedWarnings?: readonly string[];
}

/** A draft as it reads at the time of the transaction. */
export interface FoundDraft extends Versioned<DraftDocument> {
  /** Id of the curator whose claim has ended and whom nobody has followed yet; null in all other cases. */
  readonly lastHolderId: string | null;
}

/** Reads and changes drafts inside a transaction. */
export interface DraftMoves {
  /** Reads a draft that the actor may see. @throws CurationError NOT_FOUND */
  read(unit: UnitOfWork, actor: Actor, id: string): Promise<FoundDraft>;
  /** Changes a draft and returns it as stored. */
  move(
    unit: UnitOfWork,
    actor: Actor,
    found: Versioned<DraftDocument>,
    move: Move,
  ): Promise<Versioned<DraftDocument>>;
  /** Writes the first audit entry of a new draft. */
  record(unit: UnitOfWork, actor: Actor, draft: DraftDocument, move: Move): Promise<void>;
}

const DECISIONS: readonly DraftActionName[] = ["approve", "reject", "request_changes"];

/** Creates the changes of drafts; `ids` names the audit entries. */
export function createDraftMoves(ids: Ids): DraftMoves {
  const insertAction = async (
    { tx, now, next }: UnitOfWork,
    actor: Actor,
    from: DraftStatus | null,
    draft: DraftDocument,
    { action, note = null, selfReviewed = false, acknowledgedWarnings = [] }: Move,
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
      ...(acknowledgedWarnings.length > 0 && { acknowledgedWarnings }),
      decides,
      reviewMilliseconds: decides ? now - (draft.submittedAt ?? draft.createdAt) : null,
      createdAt: now,
    };
    await tx.insert(draftActions, row);
  };

  return Object.freeze({
    read: async ({ tx, now }: UnitOfWork, actor: Actor, id: string) => {
      const { value: stored, version } = visible(await tx.get(drafts, id), actor);
      const [value = stored] = await atTheirTime(tx, () => Promise.resolve(now), [stored]);
      const lastHolderId = value === stored ? null : stored.assignedCuratorId;
      return { value, version, lastHolderId };
    },

    move: async (unit: UnitOfWork, actor: Actor, found: Versioned<DraftDocument>, move: Move) => {
      const change = unit.next();
      const isEdited = (move.changes?.version ?? found.value.version) !== found.value.version;
      const moved: DraftDocument = {
        ...found.value,
        ...move.changes,
        status: move.to,
        updatedAt: unit.now,
        change,
        versionChange: isEdited ? change : found.value.versionChange,
      };
      const stored = await unit.tx.replace(drafts, moved, found.version);
      await insertAction(unit, actor, found.value.status, stored.value, move);
      return stored;
    },

    record: (unit: UnitOfWork, actor: Actor, draft: DraftDocument, move: Move) =>
      insertAction(unit, actor, null, draft, move),
  });
}

/** The draft when the actor is its owner or a curator. @throws CurationError NOT_FOUND for everybody else */
export function visible(
  found: Versioned<DraftDocument> | undefined,
  actor: Actor,
): Versioned<DraftDocument> {
  const isOthers = found?.value.creatorId !== actor.id && !isCurator(actor);
  if (found !== undefined && found.value.isErased !== true && !isOthers) return found;
  throw new CurationError("NOT_FOUND", "There is no draft with this id, or you may not see it.");
}

/** Checks that the actor created the draft. @throws CurationError FORBIDDEN */
export function requireOwner(draft: DraftDocument, actor: Actor): void {
  if (draft.creatorId === actor.id) return;
  throw new CurationError("FORBIDDEN", "Only the author of the draft may do this.");
}

/** Checks the state of a draft. @throws CurationError STATE_CONFLICT */
export function requireStatus(draft: DraftDocument, allowed: readonly DraftStatus[]): void {
  if (!allowed.includes(draft.status)) throw wrongStatus(draft, allowed);
}

/** The error of a draft in another state than the allowed ones. */
function wrongStatus(draft: DraftDocument, allowed: readonly DraftStatus[]): CurationError {
  const { status, marketId } = draft;
  const made = marketId === null ? "" : ` and became market ${marketId}`;
  const message = `The draft is ${status}${made}; this requires a draft that is ${allowed.join(" or ")}.`;
  const details = { status, ...(marketId === null ? {} : { marketId }) };
  return new CurationError("STATE_CONFLICT", message, { details });
}

/** Checks the version that the caller has read. @throws CurationError VERSION_MISMATCH */
export function requireVersion(draft: DraftDocument, seen: number | undefined): void {
  if (seen === undefined || seen === draft.version) return;
  const message = `Version ${seen} was expected, but the draft is at version ${draft.version}; read it again.`;
  throw new CurationError("VERSION_MISMATCH", message, { details: { version: draft.version } });
}
