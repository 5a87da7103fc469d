/** Events about markets. */

import type { Actor } from "../actor.ts";
import type { CurationEventType } from "../ledger/curation-event.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { MarketCause } from "./market-action.ts";
import type { MarketDocument } from "./market-document.ts";

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
