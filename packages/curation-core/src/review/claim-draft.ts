/** Claims of drafts: who may review which draft, and until when nobody else may. */

import type { Versioned } from "@bourse/kernel";

import { type Actor, forbidden, isAdmin } from "../actor.ts";
import { announceDraft } from "../drafts/announce-draft.ts";
import { UNCLAIMED } from "../drafts/draft-claim.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import { type FoundDraft, requireStatus, requireVersion } from "../drafts/draft-moves.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { DraftStatus } from "../lifecycle/draft-statuses.ts";
import type { Seen } from "./review-input.ts";
import type { DecisionParts } from "./review-parts.ts";

const REVIEWABLE: readonly DraftStatus[] = ["pending", "in_review"];

/**
 * Claims a draft: renews an own claim, takes over an ended one.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, FORBIDDEN
 */
export async function claimDraft(
  parts: DecisionParts,
  unit: UnitOfWork,
  actor: Actor,
  id: string,
): Promise<DraftDocument> {
  return (await claimFound(parts, unit, actor, await parts.moves.read(unit, actor, id))).value;
}

/**
 * Returns a claimed draft to `pending`, for the holder of the claim or an admin.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD
 */
export async function releaseDraft(
  { moves }: Pick<DecisionParts, "moves">,
  unit: UnitOfWork,
  actor: Actor,
  id: string,
): Promise<DraftDocument> {
  const found = await moves.read(unit, actor, id);
  requireStatus(found.value, ["in_review"]);
  if (!isAdmin(actor)) requireHold(found.value, actor);
  const move = { action: "release", to: "pending", changes: UNCLAIMED } as const;
  const { value } = await moves.move(unit, actor, found, move);
  await announceDraft(unit, "draft.released", actor, value);
  return value;
}

/**
 * Claims a pending draft, or checks that the actor may decide about a claimed one.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, FORBIDDEN, VERSION_MISMATCH
 */
export async function takeDraft(
  parts: DecisionParts,
  unit: UnitOfWork,
  actor: Actor,
  id: string,
  { version }: Seen,
): Promise<{ readonly found: Versioned<DraftDocument>; readonly selfReviewed: boolean }> {
  const found = await parts.moves.read(unit, actor, id);
  const draft = found.value;
  requireStatus(draft, REVIEWABLE);
  const selfReviewed = checkFourEyes(parts, draft, actor);
  requireVersion(draft, version);
  if (draft.status === "pending") {
    return { found: await claimFound(parts, unit, actor, found), selfReviewed };
  }
  if (!isAdmin(actor)) requireHold(draft, actor);
  return { found, selfReviewed };
}

async function claimFound(
  parts: DecisionParts,
  unit: UnitOfWork,
  actor: Actor,
  found: FoundDraft,
): Promise<Versioned<DraftDocument>> {
  const { value: draft, lastHolderId } = found;
  requireStatus(draft, REVIEWABLE);
  const selfReviewed = checkFourEyes(parts, draft, actor);
  if (draft.status === "in_review") requireHold(draft, actor);
  const action = lastHolderId === null || lastHolderId === actor.id ? "claim" : "takeover";
  const lease: Partial<DraftDocument> = {
    assignedCuratorId: actor.id,
    assignedCuratorName: actor.username,
    claimExpiresAt: unit.now + parts.claimMilliseconds,
    isClaimOver: false,
  };
  const changes = { ...lease, ...parts.assessor.review(draft.draftData) };
  const move = { action, to: "in_review", changes, selfReviewed } as const;
  const claimed = await parts.moves.move(unit, actor, found, move);
  await announceDraft(unit, "draft.claimed", actor, claimed.value);
  return claimed;
}

/** True when an admin reviews a draft of their own. @throws CurationError FORBIDDEN where that is not allowed */
function checkFourEyes(
  { fourEyes }: Pick<DecisionParts, "fourEyes">,
  draft: DraftDocument,
  actor: Actor,
): boolean {
  if (draft.creatorId !== actor.id) return false;
  if (isAdmin(actor) && fourEyes !== "strict") return true;
  throw forbidden("You cannot review your own draft; ask another curator.");
}

/** Checks that the actor holds the claim of a draft in review. @throws CurationError CLAIM_HELD */
function requireHold(draft: DraftDocument, actor: Actor): void {
  const { assignedCuratorId, assignedCuratorName, claimExpiresAt } = draft;
  if (assignedCuratorId === actor.id) return;
  const until = claimExpiresAt ?? 0; // a draft reads as in review only with a claim that has not ended
  const message = `${assignedCuratorName} is reviewing the draft, and the claim lasts until ${new Date(until).toISOString()}.`;
  throw new CurationError("CLAIM_HELD", message, { details: { claimExpiresAt: until } });
}
