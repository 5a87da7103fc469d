import type { Ids } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { MarketState } from "../lifecycle/market-states.ts";
import { type MarketActionName, type MarketCause, marketActions } from "./market-action.ts";
import type { MarketDocument } from "./market-document.ts";

/** Writes an entry of a market's trail, in the transaction of the change that it reports. */
export async function recordMarketAction(
  { tx, now, next }: UnitOfWork,
  ids: Ids,
  actor: Pick<Actor, "id" | "username">,
  fromState: MarketState | null,
  market: MarketDocument,
  { action, reason = null, resolution }: MarketCause & { readonly action: MarketActionName },
): Promise<void> {
  await tx.insert(marketActions, {
    id: ids.uuid(),
    marketId: market.id,
    sequence: next(),
    action,
    actorId: actor.id,
    actorName: actor.username,
    fromState,
    toState: market.state,
    version: market.version,
    reason,
    outcomeId: resolution?.outcomeId ?? null,
    evidenceUrl: resolution?.evidenceUrl ?? null,
    createdAt: now,
  });
}
