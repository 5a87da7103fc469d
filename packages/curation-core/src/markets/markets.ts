/** Markets: listed for everybody, opened, locked and resolved by admins. */

import { type Actor, requireAdmin } from "../actor.ts";
import { MARKET_STATES } from "../lifecycle/market-states.ts";
import type { PageQuery } from "../page.ts";
import { disputeMarket } from "./dispute-market.ts";
import { findMarkets } from "./find-markets.ts";
import { invalidateMarket } from "./invalidate-market.ts";
import type { MarketAction } from "./market-action.ts";
import type { MarketPage, MarketQuery } from "./market-query.ts";
import { marketView } from "./market-view.ts";
import type { Market } from "./market.ts";
import type { MarketsParts } from "./markets-parts.ts";
import { moveMarket } from "./move-market.ts";
import { readMarket, readMarketTrail } from "./read-market.ts";
import { resolveMarket } from "./resolve-market.ts";

/** The markets made of approved drafts. */
export interface Markets {
  /**
   * Lists markets: public states for everybody, the others for curators and for the creator.
   *
   * @throws CurationError CURSOR_INVALID, VALIDATION_ERROR
   */
  list(actor: Actor | null, query?: MarketQuery): Promise<MarketPage>;
  /**
   * Lists the markets of a wallet that `actor` may see, newest first.
   *
   * @throws CurationError CURSOR_INVALID, VALIDATION_ERROR
   */
  byWallet(actor: Actor | null, walletAddress: string, query?: PageQuery): Promise<MarketPage>;
  /** Reads a market. @throws CurationError NOT_FOUND, also for a market that `actor` may not see */
  get(actor: Actor | null, id: string): Promise<Market>;
  /**
   * Lists the trail of a market, oldest first, at most 1000 entries, for its creator and curators.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN
   */
  actions(actor: Actor, id: string): Promise<readonly MarketAction[]>;
  /**
   * Resolves a market in state `locked` or `disputed`, for admins. A dispute is settled by another admin than the one
   * who resolved, and the market of an admin's own draft by another admin as long as there is one. `evidenceUrl`: http
   * or https, at most 2000 characters.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR
   */
  resolve(
    actor: Actor,
    id: string,
    input: { readonly outcomeId: string; readonly evidenceUrl: string },
  ): Promise<Market>;
  /**
   * Invalidates a market in state `locked` or `disputed`, for the admins who may resolve it. `reason`: 1–5000
   * characters.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR
   */
  invalidate(actor: Actor, id: string, reason: string): Promise<Market>;
  /**
   * Opens a market in state `pending_launch`, for admins, even before `openAt`.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT
   */
  launch(actor: Actor, id: string): Promise<Market>;
  /**
   * Locks a market in state `active`, for admins, even before `lockAt`.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT
   */
  lock(actor: Actor, id: string): Promise<Market>;
  /**
   * Disputes a market in state `resolved` within its dispute window, for every account. A market that was resolved as
   * often as the option `resolutionRounds` allows stays resolved. `reason`: 1–5000 characters.
   *
   * @throws CurationError NOT_FOUND, STATE_CONFLICT, VALIDATION_ERROR
   */
  dispute(actor: Actor, id: string, reason: string): Promise<Market>;
}

/** Creates the markets of a core. */
export function createMarkets(parts: MarketsParts): Markets {
  return Object.freeze<Markets>({
    list: (actor, query = {}) =>
      findMarkets(
        parts,
        actor,
        query,
        query.state === undefined ? ["active", "locked"] : [query.state],
      ),
    byWallet: (actor, walletAddress, query = {}) =>
      findMarkets(parts, actor, { ...query, creator: walletAddress }, MARKET_STATES),
    get: async (actor, id) =>
      marketView(await readMarket(parts, actor, id), actor, parts.clock.now()),
    actions: (actor, id) => readMarketTrail(parts, actor, id),
    resolve: (actor, id, input) => resolveMarket(parts, actor, id, input),
    invalidate: (actor, id, reason) => invalidateMarket(parts, actor, id, reason),
    launch: async (actor, id) => {
      requireAdmin(actor);
      const plan = () => ({ action: "launch", to: "active" }) as const;
      return await moveMarket(parts, actor, id, ["pending_launch"], plan);
    },
    lock: async (actor, id) => {
      requireAdmin(actor);
      const plan = () => ({ action: "lock", to: "locked" }) as const;
      return await moveMarket(parts, actor, id, ["active"], plan);
    },
    dispute: (actor, id, reason) => disputeMarket(parts, actor, id, reason),
  });
}
