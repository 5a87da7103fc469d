/** Markets: listed for everybody, opened, locked and resolved by admins. */

import { type Clock, type Ids, type Store, isFreeText } from "@bourse/kernel";

import { type Actor, forbidden, requireAdmin } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { MARKET_STATES, type MarketState } from "../lifecycle/market-states.ts";
import type { PageQuery } from "../page.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import { listMarkets } from "./list-markets.ts";
import { isInsider, maySeeMarket } from "./market-access.ts";
import { type MarketAction, marketActionView, marketActions } from "./market-action.ts";
import { type MarketDocument, markets } from "./market-document.ts";
import type { MarketIndex } from "./market-index.ts";
import { type MarketMove, type PlanMove, createMarketMoves, noMarket } from "./market-moves.ts";
import type { MarketPage, MarketQuery } from "./market-query.ts";
import { marketView } from "./market-view.ts";
import { type Market } from "./market.ts";
import { type FourEyes, requireSecondPerson } from "./second-person.ts";

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

/** The parts that markets are built from. */
export interface MarketsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly index: MarketIndex;
  readonly verifier: Pick<WalletVerifier, "parse">;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of resolutions of one market. */
  readonly resolutionRounds: number;
  /** Resolution of the markets of own drafts. */
  readonly fourEyes: FourEyes;
}

const HOUR = 3_600_000;

/** Creates the markets of a core. */
export function createMarkets(parts: MarketsParts): Markets {
  const { store, index, verifier, clock } = parts;
  const moves = createMarketMoves(parts.ledger, parts.ids);
  const keyOf = (wallet: string | null | undefined): string | null =>
    typeof wallet === "string" ? (verifier.parse(wallet)?.key ?? null) : null;

  const list = async (
    actor: Actor | null,
    query: MarketQuery,
    states: readonly MarketState[],
  ): Promise<MarketPage> => {
    await index.at(clock.now());
    const { creator, ...rest } = query;
    if (creator === undefined) return listMarkets(index, actor, null, { ...rest, states });
    const key = keyOf(creator);
    if (key === null) throw invalid(["query", "creator"], "must be a wallet address", "wallet");
    const own = keyOf(actor?.walletAddress);
    return listMarkets(index, actor, own, { ...rest, creator: key, states });
  };

  const move = async (
    actor: Actor,
    id: string,
    from: readonly MarketState[],
    plan: PlanMove,
  ): Promise<Market> => marketView(await moves.move(actor, id, from, plan), actor, clock.now());

  const readVisible = async (actor: Actor | null, id: string): Promise<MarketDocument> => {
    const market = (await store.get(markets, id))?.value;
    if (market !== undefined && maySeeMarket(actor, market, clock.now())) return market;
    throw noMarket();
  };

  return Object.freeze({
    list: (actor: Actor | null, query: MarketQuery = {}) =>
      list(actor, query, query.state === undefined ? ["active", "locked"] : [query.state]),

    byWallet: (actor: Actor | null, walletAddress: string, query: PageQuery = {}) =>
      list(actor, { ...query, creator: walletAddress }, MARKET_STATES),

    get: async (actor: Actor | null, id: string) =>
      marketView(await readVisible(actor, id), actor, clock.now()),

    actions: async (actor: Actor, id: string) => {
      const market = await readVisible(actor, id);
      if (!isInsider(actor, market)) {
        throw forbidden("The trail of a market is for its creator and curators.");
      }
      const all = { index: "by_market", equals: [id], limit: 1000 } as const;
      const { items } = await store.find(marketActions, all);
      return items.map(({ value }) => marketActionView(value));
    },

    resolve: async (
      actor: Actor,
      id: string,
      { outcomeId, evidenceUrl }: { readonly outcomeId: string; readonly evidenceUrl: string },
    ) => {
      requireAdmin(actor);
      checkUrl("evidenceUrl", evidenceUrl);
      return await move(actor, id, ["locked", "disputed"], async (market, unit) => {
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
    },

    invalidate: async (actor: Actor, id: string, reason: string) => {
      requireAdmin(actor);
      checkReason(reason);
      return await move(actor, id, ["locked", "disputed"], async (market, unit) => {
        await requireSecondPerson(unit, actor, market, parts.fourEyes);
        const changes = { invalidReason: reason, resolution: null, resolvedAt: unit.now };
        return { action: "invalidate", to: "invalid", changes, reason };
      });
    },

    launch: async (actor: Actor, id: string) => {
      requireAdmin(actor);
      const plan = (): MarketMove => ({ action: "launch", to: "active" });
      return await move(actor, id, ["pending_launch"], plan);
    },

    lock: async (actor: Actor, id: string) => {
      requireAdmin(actor);
      return await move(actor, id, ["active"], () => ({ action: "lock", to: "locked" }));
    },

    dispute: async (actor: Actor, id: string, reason: string) => {
      checkReason(reason);
      return await move(actor, id, ["resolved"], (market, { now }) => {
        if (market.resolutionCount >= parts.resolutionRounds) throw isFinal(market);
        const until = (market.resolvedAt ?? 0) + market.disputeWindowHours * HOUR;
        if (now >= until) throw windowOver(until);
        const dispute = { disputedBy: actor.id, reason, disputedAt: now };
        return { action: "dispute", to: "disputed", changes: { dispute }, reason };
      });
    },
  });
}

function checkReason(reason: string): void {
  if (isFreeText(reason, 1, 5000)) return;
  throw invalid(["body", "reason"], "must be legible text of 1 to 5000 characters", "string");
}

function checkUrl(name: string, value: string): void {
  const isUrl = value.length <= 2000 && URL.canParse(value);
  if (isUrl && /^https?:$/.test(new URL(value).protocol)) return;
  throw invalid(["body", name], "must be an http or https URL", "url");
}

function isFinal({ resolutionCount }: MarketDocument): CurationError {
  const message = `The market was resolved ${resolutionCount} times; its last resolution is final.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}

function windowOver(until: number): CurationError {
  const message = `The dispute window of the market ended at ${new Date(until).toISOString()}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}
