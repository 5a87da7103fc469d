/** The market that an approval makes of a draft. */

import type { DraftDocument } from "../drafts/draft-document.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { type MarketDocument, markets } from "../markets/market-document.ts";
import { marketSpecification } from "../markets/market-specification.ts";
import { users } from "../users/user-document.ts";
import type { DecisionParts } from "./review-parts.ts";

/** Stores the market of a draft and counts it for the draft's creator. */
export async function makeMarket(
  { ids, verifier }: Pick<DecisionParts, "ids" | "verifier">,
  { tx, now, next }: UnitOfWork,
  { id: draftId, creatorId, creatorWallet, draftData }: DraftDocument,
  deployImmediately: boolean,
): Promise<MarketDocument> {
  const id = ids.uuid();
  const specification = marketSpecification(draftData, () => ids.uuid());
  const waits = specification.openAt !== null && specification.openAt > now;
  const { value } = await tx.insert(markets, {
    ...specification,
    id,
    draftId,
    creatorId,
    creatorWallet,
    creatorWalletKey: creatorWallet && (verifier.parse(creatorWallet)?.key ?? null),
    state: waits && !deployImmediately ? "pending_launch" : "active",
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
  const creator = await tx.get(users, creatorId);
  if (creator !== undefined) {
    const totalMarketsCreated = creator.value.totalMarketsCreated + 1;
    await tx.replace(users, { ...creator.value, totalMarketsCreated }, creator.version);
  }
  return value;
}
