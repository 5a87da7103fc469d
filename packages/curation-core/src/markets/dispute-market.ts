/** The dispute of a resolution, by any account. */

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { checkReason } from "./check-reason.ts";
import type { MarketDocument } from "./market-document.ts";
import type { Market } from "./market.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { moveMarket } from "./move-market.ts";

const HOUR = 3_600_000;

/**
 * Disputes a resolved market within its dispute window.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, VALIDATION_ERROR
 */
export async function disputeMarket(
  parts: Pick<MarketsParts, "ledger" | "ids" | "clock" | "resolutionRounds">,
  actor: Actor,
  id: string,
  reason: string,
): Promise<Market> {
  checkReason(reason);
  return await moveMarket(parts, actor, id, ["resolved"], (market, { now }) => {
    if (market.resolutionCount >= parts.resolutionRounds) throw isFinal(market);
    const until = (market.resolvedAt ?? 0) + market.disputeWindowHours * HOUR;
    if (now >= until) throw windowOver(until);
    const dispute = { disputedBy: actor.id, reason, disputedAt: now };
    return { action: "dispute", to: "disputed", changes: { dispute }, reason };
  });
}

function isFinal({ resolutionCount }: MarketDocument): CurationError {
  const message = `The market was resolved ${resolutionCount} times; its last resolution is final.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}

function windowOver(until: number): CurationError {
  const message = `The dispute window of the market ended at ${new Date(until).toISOString()}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}
