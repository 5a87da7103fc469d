/** Changes of stored markets: compare-and-set, with an entry of the trail and an event in the same transaction. */

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import type { CurationEventType } from "../ledger/curation-event.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import type { MarketState } from "../lifecycle/market-states.ts";
import { announceMarket } from "./announce-market.ts";
import { maySeeMarket } from "./market-access.ts";
import type { MarketActionName, MarketCause } from "./market-action.ts";
import { type MarketDocument, markets } from "./market-document.ts";
import { effectiveState } from "./market-state.ts";
import { marketView } from "./market-view.ts";
import type { Market } from "./market.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { recordMarketAction } from "./record-market-action.ts";

/** A change of one market. */
interface MarketMove extends MarketCause {
  readonly action: MarketActionName;
  readonly to: MarketState;
  readonly changes?: Partial<MarketDocument>;
}

/** Returns the change that a market in an allowed state makes; throws when the actor may not make it. */
export type PlanMove = (
  market: MarketDocument,
  unit: UnitOfWork,
) => MarketMove | Promise<MarketMove>;

const EVENTS: Readonly<Partial<Record<MarketActionName, CurationEventType>>> = {
  resolve: "market.resolved",
  dispute: "market.disputed",
  amend: "market.amended",
  invalidate: "market.cancelled",
};

/**
 * Changes a market whose effective state is one of `from`, in a transaction of its own.
 *
 * @throws CurationError NOT_FOUND, STATE_CONFLICT, and whatever `plan` throws
 */
export async function moveMarket(
  { ledger, ids, clock }: Pick<MarketsParts, "ledger" | "ids" | "clock">,
  actor: Actor,
  id: string,
  from: readonly MarketState[],
  plan: PlanMove,
): Promise<Market> {
  const changed = await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const found = await tx.get(markets, id);
    if (found === undefined || !maySeeMarket(actor, found.value, now)) throw noMarket();
    const state = effectiveState(found.value, now);
    if (!from.includes(state)) throw wrongState(state, from);
    const move = await plan(found.value, unit);
    const moved: MarketDocument = {
      ...found.value,
      ...move.changes,
      state: move.to,
      version: found.value.version + 1,
      updatedAt: now,
      change: unit.next(),
    };
    const { value } = await tx.replace(markets, moved, found.version);
    await recordMarketAction(unit, ids, actor, state, value, move);
    const type = EVENTS[move.action];
    if (type !== undefined) await announceMarket(unit, type, actor, value, move);
    return value;
  });
  return marketView(changed, actor, clock.now());
}

/** The error of a market that does not exist, or not for this caller. */
export function noMarket(): CurationError {
  return new CurationError("NOT_FOUND", "There is no market with this id, or you may not see it.");
}

function wrongState(status: MarketState, from: readonly MarketState[]): CurationError {
  const message = `The market is ${status}; this requires a market that is ${from.join(" or ")}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status } });
}
