/** Events about markets. */

import type { Actor } from "../actor.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { MarketCause } from "../markets/market-action.ts";
import type { MarketDocument } from "../markets/market-document.ts";
import type { CurationEventType } from "./curation-event.ts";

/** Stores an event about a market, in the transaction of the change that it reports. */
export function announceMarket(
  unit: UnitOfWork,
  type: CurationEventType,
  actor: Pick<Actor, "username">,
  market: MarketDocument,
  { reason = null, resolution }: MarketCause = {},
): Promise<void> {
  return unit.announce(type, {
    draftId: market.draftId,
    status: "approved",
    questionText: market.questionText,
    actorName: actor.username,
    marketId: market.id,
    marketState: market.state,
    reason,
    outcomeId: resolution?.outcomeId ?? null,
    evidenceUrl: resolution?.evidenceUrl ?? null,
  });
}
