/** A market and its trail for those who may see them. */

import { type Actor, forbidden } from "../actor.ts";
import { isInsider, maySeeMarket } from "./market-access.ts";
import { type MarketAction, marketActionView, marketActions } from "./market-action.ts";
import { type MarketDocument, markets } from "./market-document.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { noMarket } from "./move-market.ts";

type Parts = Pick<MarketsParts, "store" | "clock">;

/** A market that the actor may see. @throws CurationError NOT_FOUND */
export async function readMarket(
  { store, clock }: Parts,
  actor: Actor | null,
  id: string,
): Promise<MarketDocument> {
  const market = (await store.get(markets, id))?.value;
  if (market !== undefined && maySeeMarket(actor, market, clock.now())) return market;
  throw noMarket();
}

/** The trail of a market for its creator and curators, oldest first. @throws CurationError NOT_FOUND, FORBIDDEN */
export async function readMarketTrail(
  parts: Parts,
  actor: Actor,
  id: string,
): Promise<readonly MarketAction[]> {
  const market = await readMarket(parts, actor, id);
  if (!isInsider(actor, market)) {
    throw forbidden("The trail of a market is for its creator and curators.");
  }
  const all = { index: "by_market", equals: [id], limit: 1000 } as const;
  const { items } = await parts.store.find(marketActions, all);
  return items.map(({ value }) => marketActionView(value));
}
