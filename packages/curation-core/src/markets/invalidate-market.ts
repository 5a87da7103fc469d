/** The invalidation of a market by an admin. */

import { type Actor, requireAdmin } from "../actor.ts";
import { checkReason } from "./check-reason.ts";
import type { Market } from "./market.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { moveMarket } from "./move-market.ts";
import { requireSecondPerson } from "./second-person.ts";

/** Invalidates a market. @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR */
export async function invalidateMarket(
  parts: Pick<MarketsParts, "ledger" | "ids" | "clock" | "fourEyes">,
  actor: Actor,
  id: string,
  reason: string,
): Promise<Market> {
  requireAdmin(actor);
  checkReason(reason);
  return await moveMarket(parts, actor, id, ["locked", "disputed"], async (market, unit) => {
    await requireSecondPerson(unit, actor, market, parts.fourEyes);
    const changes = { invalidReason: reason, resolution: null, resolvedAt: unit.now };
    return { action: "invalidate", to: "invalid", changes, reason };
  });
}
