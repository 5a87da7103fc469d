/** Decisions about drafts: what each of them writes in one transaction. */

import type { Actor } from "../actor.ts";
import { announceDraft } from "../drafts/announce-draft.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import type { Move } from "../drafts/draft-moves.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { announceMarket } from "../markets/announce-market.ts";
import { recordMarketAction } from "../markets/record-market-action.ts";
import { takeDraft } from "./claim-draft.ts";
import { makeMarket } from "./make-market.ts";
import type { Approval, Seen } from "./review-input.ts";
import type { DecisionParts } from "./review-parts.ts";

/**
 * Approves a draft and creates its market; returns the draft as stored.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, FORBIDDEN, VERSION_MISMATCH, DRAFT_INCOMPLETE
 */
export async function approveDraft(
  parts: DecisionParts,
  unit: UnitOfWork,
  actor: Actor,
  id: string,
  input: Approval,
): Promise<DraftDocument> {
  const { moves, assessor, ids } = parts;
  const { found, selfReviewed } = await takeDraft(parts, unit, actor, id, input);
  const draft = found.value;
  const acknowledgedWarnings = assessor.requireComplete(draft.draftData, input);
  const market = await makeMarket(parts, unit, draft, input.deployImmediately ?? false);
  const note = input.curatorNotes ?? null;
  const changes = {
    ...decided(actor, unit.now),
    ...assessor.review(draft.draftData),
    curatorNotes: note,
    marketId: market.id,
    approvedAt: unit.now,
  };
  const created = { action: "create", reason: note } as const;
  await recordMarketAction(unit, ids, actor, null, market, created);
  const move = {
    action: "approve",
    to: "approved",
    changes,
    note,
    selfReviewed,
    acknowledgedWarnings,
  } as const;
  const { value } = await moves.move(unit, actor, found, move);
  await announceDraft(unit, "draft.decided", actor, value);
  await announceMarket(unit, "market.created", actor, market);
  return value;
}

/**
 * Rejects a draft or requests changes; returns the draft as stored.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, CLAIM_HELD, FORBIDDEN, VERSION_MISMATCH
 */
export async function refuseDraft(
  parts: DecisionParts,
  unit: UnitOfWork,
  actor: Actor,
  id: string,
  seen: Seen,
  given: Pick<Move, "action" | "to" | "changes" | "note">,
): Promise<DraftDocument> {
  const { found, selfReviewed } = await takeDraft(parts, unit, actor, id, seen);
  const changes = { ...decided(actor, unit.now), ...given.changes };
  const move = { ...given, changes, selfReviewed };
  const { value } = await parts.moves.move(unit, actor, found, move);
  await announceDraft(unit, "draft.decided", actor, value);
  return value;
}

function decided(actor: Actor, now: number): Partial<DraftDocument> {
  return {
    assignedCuratorId: actor.id,
    assignedCuratorName: actor.username,
    claimExpiresAt: null,
    reviewedAt: now,
  };
}
