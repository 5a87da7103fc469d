/** Lists of markets from the index, as it stands when they are asked for. */

import type { Actor } from "../actor.ts";
import { invalid } from "../invalid.ts";
import type { MarketState } from "../lifecycle/market-states.ts";
import { listMarkets } from "./list-markets.ts";
import type { MarketPage, MarketQuery } from "./market-query.ts";
import type { MarketsParts } from "./markets-parts.ts";

/**
 * A page of the markets in these states that the actor may see; `creator` is a wallet address in any spelling.
 *
 * @throws CurationError CURSOR_INVALID, VALIDATION_ERROR
 */
export async function findMarkets(
  { index, clock, verifier }: Pick<MarketsParts, "index" | "clock" | "verifier">,
  actor: Actor | null,
  { creator, ...query }: MarketQuery,
  states: readonly MarketState[],
): Promise<MarketPage> {
  await index.at(clock.now());
  if (creator === undefined) return listMarkets(index, actor, null, { ...query, states });
  const keyOf = (wallet: unknown): string | null =>
    typeof wallet === "string" ? (verifier.parse(wallet)?.key ?? null) : null;
  const key = keyOf(creator);
  if (key === null) throw invalid(["query", "creator"], "must be a wallet address", "wallet");
  const own = keyOf(actor?.walletAddress);
  return listMarkets(index, actor, own, { ...query, creator: key, states });
}
