/** The resolution of a market by an admin. */

import { type Actor, requireAdmin } from "../actor.ts";
import { invalid } from "../invalid.ts";
import type { Market } from "./market.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { moveMarket } from "./move-market.ts";
import { requireSecondPerson } from "./second-person.ts";

/** Declares the outcome of a market. @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR */
export async function resolveMarket(
  parts: Pick<MarketsParts, "ledger" | "ids" | "clock" | "fourEyes">,
  actor: Actor,
  id: string,
  { outcomeId, evidenceUrl }: { readonly outcomeId: string; readonly evidenceUrl: string },
): Promise<Market> {
  requireAdmin(actor);
  checkUrl("evidenceUrl", evidenceUrl);
  return await moveMarket(parts, actor, id, ["locked", "disputed"], async (market, unit) => {
    await requireSecondPerson(unit, actor, market, parts.fourEyes);
    if (!market.outcomes.some((outcome) => outcome.id === outcomeId)) {
      throw invalid(["body", "outcomeId"], "is not an outcome of this market", "outcome");
    }
    const before = market.resolution;
    const resolution = { outcomeId, evidenceUrl, resolvedBy: actor.id };
    const resolutionCount = market.resolutionCount + 1;
    return {
      action: before === null || before.outcomeId === outcomeId ? "resolve" : "amend",
      to: "resolved",
      changes: { resolution, resolutionCount, resolvedAt: unit.now },
      resolution,
    };
  });
}

function checkUrl(name: string, value: string): void {
  const isUrl = value.length <= 2000 && URL.canParse(value);
  if (isUrl && /^https?:$/.test(new URL(value).protocol)) return;
  throw invalid(["body", name], "must be an http or https URL", "url");
}
