/** Claims and decisions: who may review which draft, and what each decision writes in one transaction. */

import type { Ids, Versioned } from "@bourse/kernel";

import { type Actor, forbidden, isAdmin } from "../actor.ts";
import { announceDraft } from "../drafts/announce-draft.ts";
import { UNCLAIMED } from "../drafts/draft-claim.ts";
import type { DraftDocument } from "../drafts/draft-document.ts";
import {
  type DraftMoves,
  type FoundDraft,
  type Move,
  requireVersion,
  wrongStatus,
} from "../drafts/draft-moves.ts";
import { CurationError } from "../errors.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { announceMarket } from "../markets/announce-market.ts";
import { type MarketDocument, markets } from "../markets/market-document.ts";
import { recordMarketAction } from "../markets/market-moves.ts";
import { marketSpecification } from "../markets/market-specification.ts";
import type { FourEyes } from "../markets/second-person.ts";
import type { Assessor } from "../rules/assess.ts";
import { users } from "../users/user-document.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { Approval, Seen } from "./review-input.ts";

/** The parts that decisions are built from. */
export interface DecideParts {
  readonly moves: DraftMoves;
  readonly assessor: Pick<Assessor, "requireComplete" | "review">;
  readonly verifier: Pick<WalletVerifier, "parse">;
  readonly fourEyes: FourEyes;
  readonly claimMilliseconds: number;
  readonly ids: Ids;
}

/** Claims and decisions inside a transaction; each returns the draft as stored. */
export interface Decide {
  claim(unit: UnitOfWork, actor: Actor, id: string): Promise<DraftDocument>;
  release(unit: UnitOfWork, actor: Actor, id: string): Promise<DraftDocument>;
  approve(unit: UnitOfWork, actor: Actor, id: string, input: Approval): Promise<DraftDocument>;
  /** Rejects a draft or requests changes. */
  refuse(
    unit: UnitOfWork,
    actor: Actor,
    id: string,
    seen: Seen,
    move: Pick<Move, "action" | "to" | "changes" | "note">,
  ): Promise<DraftDocument>;
}

/** Creates the claims and decisions of a core. */
export function createDecide(parts: DecideParts): Decide {
  const { moves, ids } = parts;

  /** True when an admin reviews a draft of their own. @throws CurationError FORBIDDEN where that is not allowed */
  const checkFourEyes = (draft: DraftDocument, actor: Actor): boolean => {
    if (draft.creatorId !== actor.id) return false;
    if (isAdmin(actor) && parts.fourEyes !== "strict") return true;
    throw forbidden("You cannot review your own draft; ask another curator.");
  };

  const lease = (actor: Actor, now: number): Partial<DraftDocument> => ({
    assignedCuratorId: actor.id,
    assignedCuratorName: actor.username,
    claimExpiresAt: now + parts.claimMilliseconds,
    isClaimOver: false,
  });

  const claimFound = async (
    unit: UnitOfWork,
    actor: Actor,
    found: FoundDraft,
  ): Promise<Versioned<DraftDocument>> => {
    const { value: draft, lastHolderId } = found;
    if (draft.status !== "pending" && draft.status !== "in_review") {
      throw wrongStatus(draft, ["pending", "in_review"]);
    }
    const selfReviewed = checkFourEyes(draft, actor);
    if (draft.status === "in_review") requireHold(draft, actor);
    const action = lastHolderId === null || lastHolderId === actor.id ? "claim" : "takeover";
    const changes = { ...lease(actor, unit.now), ...parts.assessor.review(draft.draftData) };
    const move = { action, to: "in_review", changes, selfReviewed } as const;
    const claimed = await moves.move(unit, actor, found, move);
    await announceDraft(unit, "draft.claimed", actor, claimed.value);
    return claimed;
  };

  /** Claims a pending draft, or checks that the actor may decide about a claimed one. */
  const take = async (
    unit: UnitOfWork,
    actor: Actor,
    id: string,
    { version }: Seen,
  ): Promise<{ readonly found: Versioned<DraftDocument>; readonly selfReviewed: boolean }> => {
    const found = await moves.read(unit, actor, id);
    const draft = found.value;
    if (draft.status !== "pending" && draft.status !== "in_review") {
      throw wrongStatus(draft, ["pending", "in_review"]);
    }
    const selfReviewed = checkFourEyes(draft, actor);
    requireVersion(draft, version);
    if (draft.status === "pending") {
      return { found: await claimFound(unit, actor, found), selfReviewed };
    }
    if (!isAdmin(actor)) requireHold(draft, actor);
    return { found, selfReviewed };
  };

  return Object.freeze({
    claim: async (unit: UnitOfWork, actor: Actor, id: string) =>
      (await claimFound(unit, actor, await moves.read(unit, actor, id))).value,

    release: async (unit: UnitOfWork, actor: Actor, id: string) => {
      const found = await moves.read(unit, actor, id);
      if (found.value.status !== "in_review") throw wrongStatus(found.value, ["in_review"]);
      if (!isAdmin(actor)) requireHold(found.value, actor);
      const move = { action: "release", to: "pending", changes: UNCLAIMED } as const;
      const { value } = await moves.move(unit, actor, found, move);
      await announceDraft(unit, "draft.released", actor, value);
      return value;
    },

    approve: async (unit: UnitOfWork, actor: Actor, id: string, input: Approval) => {
      const { found, selfReviewed } = await take(unit, actor, id, input);
      parts.assessor.requireComplete(found.value.draftData);
      const market = await makeMarket(unit, parts, found.value, input.deployImmediately ?? false);
      const changes = {
        ...decided(actor, unit.now),
        ...parts.assessor.review(found.value.draftData),
        curatorNotes: input.curatorNotes ?? null,
        marketId: market.id,
        approvedAt: unit.now,
      };
      const note = input.curatorNotes ?? null;
      const created = { action: "create", reason: note } as const;
      await recordMarketAction(unit, ids, actor, null, market, created);
      const move = { action: "approve", to: "approved", changes, note, selfReviewed } as const;
      const { value } = await moves.move(unit, actor, found, move);
      await announceDraft(unit, "draft.decided", actor, value);
      await announceMarket(unit, "market.created", actor, market);
      return value;
    },

    refuse: async (
      unit: UnitOfWork,
      actor: Actor,
      id: string,
      seen: Seen,
      given: Pick<Move, "action" | "to" | "changes" | "note">,
    ) => {
      const { found, selfReviewed } = await take(unit, actor, id, seen);
      const changes = { ...decided(actor, unit.now), ...given.changes };
      const { value } = await moves.move(unit, actor, found, { ...given, changes, selfReviewed });
      await announceDraft(unit, "draft.decided", actor, value);
      return value;
    },
  });

  function makeMarket(
    unit: UnitOfWork,
    { verifier }: DecideParts,
    draft: DraftDocument,
    deployImmediately: boolean,
  ): Promise<MarketDocument> {
    return insertMarket(unit, draft, {
      id: ids.uuid(),
      newId: () => ids.uuid(),
      walletKey: draft.creatorWallet && (verifier.parse(draft.creatorWallet)?.key ?? null),
      deployImmediately,
    });
  }
}

async function insertMarket(
  { tx, now, next }: UnitOfWork,
  draft: DraftDocument,
  made: {
    readonly id: string;
    readonly newId: () => string;
    readonly walletKey: string | null;
    readonly deployImmediately: boolean;
  },
): Promise<MarketDocument> {
  const specification = marketSpecification(draft.draftData, made.newId);
  const waits = specification.openAt !== null && specification.openAt > now;
  const { value } = await tx.insert(markets, {
    ...specification,
    id: made.id,
    draftId: draft.id,
    creatorId: draft.creatorId,
    creatorWallet: draft.creatorWallet,
    creatorWalletKey: made.walletKey,
    state: waits && !made.deployImmediately ? "pending_launch" : "active",
    totalVolume: "0",
    version: 1,
    createdAt: now,
    updatedAt: now,
    resolvedAt: null,
    resolution: null,
    resolutionCount: 0,
    invalidReason: null,
    dispute: null,
    change: next(),
  });
  const creator = await tx.get(users, draft.creatorId);
  if (creator !== undefined) {
    const totalMarketsCreated = creator.value.totalMarketsCreated + 1;
    await tx.replace(users, { ...creator.value, totalMarketsCreated }, creator.version);
  }
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

/** Checks that the actor holds the claim of a draft in review. @throws CurationError CLAIM_HELD */
function requireHold(draft: DraftDocument, actor: Actor): void {
  const { assignedCuratorId, assignedCuratorName, claimExpiresAt } = draft;
  if (assignedCuratorId === actor.id) return;
  const until = claimExpiresAt ?? 0; // a draft reads as in review only with a claim that has not ended
  const message = `${assignedCuratorName} is reviewing the draft, and the claim lasts until ${new Date(until).toISOString()}.`;
  throw new CurationError("CLAIM_HELD", message, { details: { claimExpiresAt: until } });
}
