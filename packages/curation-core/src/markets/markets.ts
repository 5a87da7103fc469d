/** Markets: listed for everybody, opened, locked and resolved by admins. */

import type { Clock, Store } from "@bourse/kernel";

import { type Actor, isCurator, requireAdmin } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { PageQuery } from "../page.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import { listMarkets } from "./list-markets.ts";
import { type MarketDocument, markets } from "./market-document.ts";
import type { MarketIndex } from "./market-index.ts";
import type { MarketPage, MarketQuery } from "./market-query.ts";
import { effectiveState } from "./market-state.ts";
import { marketView } from "./market-view.ts";
import { MARKET_STATES, type Market, type MarketState, PUBLIC_STATES } from "./market.ts";

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
   * Resolves a market in state `locked` or `disputed`, for admins. `evidenceUrl`: http or https, at most 2000 characters.
   *
   * @throws CurationError NOT_FOUND, FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR
   */
  resolve(
    actor: Actor,
    id: string,
    input: { readonly outcomeId: string; readonly evidenceUrl: string },
  ): Promise<Market>;
  /**
   * Invalidates a market in state `locked` or `disputed`, for admins. `reason`: 1–5000 characters.
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
   * Disputes a market in state `resolved` within its dispute window, for every account. `reason`: 1–5000 characters.
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
}

const HOUR = 3_600_000;

/** Creates the markets of a core. */
export function createMarkets({ store, ledger, index, verifier, clock }: MarketsParts): Markets {
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

  /** Changes one market in one transaction, when its effective state is one of `from`. */
  const move = (
    id: string,
    from: readonly MarketState[],
    to: MarketState,
    change: (market: MarketDocument, now: number) => Partial<MarketDocument>,
    mayMove: (market: MarketDocument) => boolean = () => true,
  ): Promise<Market> =>
    ledger.run(async ({ tx, now, next }) => {
      const found = await tx.get(markets, id);
      if (found === undefined || !mayMove(found.value)) throw noMarket();
      const state = effectiveState(found.value, now);
      if (!from.includes(state)) throw wrongState(state, from);
      const moved: MarketDocument = {
        ...found.value,
        ...change(found.value, now),
        state: to,
        version: found.value.version + 1,
        updatedAt: now,
        change: next(),
      };
      const { value } = await tx.replace(markets, moved, found.version);
      return marketView(value, now);
    });

  return Object.freeze({
    list: (actor: Actor | null, query: MarketQuery = {}) =>
      list(actor, query, query.state === undefined ? ["active", "locked"] : [query.state]),

    byWallet: (actor: Actor | null, walletAddress: string, query: PageQuery = {}) =>
      list(actor, { ...query, creator: walletAddress }, MARKET_STATES),

    get: async (actor: Actor | null, id: string) => {
      const market = (await store.get(markets, id))?.value;
      if (market === undefined) throw noMarket();
      const view = marketView(market, clock.now());
      const isOpen = PUBLIC_STATES.includes(view.state);
      if (isOpen || isCurator(actor) || actor?.id === market.creatorId) return view;
      throw noMarket();
    },

    resolve: async (
      actor: Actor,
      id: string,
      { outcomeId, evidenceUrl }: { readonly outcomeId: string; readonly evidenceUrl: string },
    ) => {
      requireAdmin(actor);
      checkUrl("evidenceUrl", evidenceUrl);
      return await move(id, ["locked", "disputed"], "resolved", ({ outcomes }, now) => {
        if (!outcomes.some((outcome) => outcome.id === outcomeId)) {
          throw invalid(["body", "outcomeId"], "is not an outcome of this market", "outcome");
        }
        const resolution = { outcomeId, evidenceUrl, resolvedBy: actor.id };
        return { resolution, resolvedAt: now };
      });
    },

    invalidate: async (actor: Actor, id: string, reason: string) => {
      requireAdmin(actor);
      checkReason(reason);
      return await move(id, ["locked", "disputed"], "invalid", (_, now) => ({
        invalidReason: reason,
        resolution: null,
        resolvedAt: now,
      }));
    },

    launch: async (actor: Actor, id: string) => {
      requireAdmin(actor);
      return await move(id, ["pending_launch"], "active", () => ({}));
    },

    lock: async (actor: Actor, id: string) => {
      requireAdmin(actor);
      return await move(id, ["active"], "locked", () => ({}));
    },

    dispute: async (actor: Actor, id: string, reason: string) => {
      checkReason(reason);
      const change = (market: MarketDocument, now: number): Partial<MarketDocument> => {
        const until = (market.resolvedAt ?? 0) + market.disputeWindowHours * HOUR;
        if (now >= until) throw windowOver(until);
        return { dispute: { disputedBy: actor.id, reason, disputedAt: now } };
      };
      return await move(id, ["resolved"], "disputed", change, (market) => {
        const state = effectiveState(market, clock.now());
        const isOpen = PUBLIC_STATES.includes(state);
        return isOpen || isCurator(actor) || actor.id === market.creatorId;
      });
    },
  });
}

function checkReason(reason: string): void {
  const { length } = reason.trim();
  if (length >= 1 && reason.length <= 5000) return;
  throw invalid(["body", "reason"], "must be text of 1 to 5000 characters", "string");
}

function checkUrl(name: string, value: string): void {
  const isUrl = value.length <= 2000 && URL.canParse(value);
  if (isUrl && /^https?:$/.test(new URL(value).protocol)) return;
  throw invalid(["body", name], "must be an http or https URL", "url");
}

function noMarket(): CurationError {
  return new CurationError("NOT_FOUND", "There is no market with this id, or you may not see it.");
}

function wrongState(status: MarketState, from: readonly MarketState[]): CurationError {
  const message = `The market is ${status}; this requires a market that is ${from.join(" or ")}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status } });
}

function windowOver(until: number): CurationError {
  const message = `The dispute window of the market ended at ${new Date(until).toISOString()}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}
