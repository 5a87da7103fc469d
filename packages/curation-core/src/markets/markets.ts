/** Markets: found by everybody, moved by admins. */

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

export interface Markets {
  /** Public states for everybody; the others for curators and, of own markets, their owner. @throws CurationError CURSOR_INVALID, VALIDATION_ERROR */
  list(actor: Actor | null, query?: MarketQuery): Promise<MarketPage>;
  /** All of a wallet's markets that `actor` may see, newest first. @throws CurationError CURSOR_INVALID, VALIDATION_ERROR */
  byWallet(actor: Actor | null, walletAddress: string, query?: PageQuery): Promise<MarketPage>;
  /** @throws CurationError NOT_FOUND, also where it is not public to `actor` */
  get(actor: Actor | null, id: string): Promise<Market>;
  /** From `locked` or `disputed`, by an admin. @throws CurationError FORBIDDEN, STATE_CONFLICT, VALIDATION_ERROR */
  resolve(
    actor: Actor,
    id: string,
    input: { readonly outcomeId: string; readonly evidenceUrl: string },
  ): Promise<Market>;
  /** From `locked` or `disputed`, by an admin. @throws as `resolve` */
  invalidate(actor: Actor, id: string, reason: string): Promise<Market>;
  /** From `pending_launch`, by an admin, whatever `openAt` says. @throws as `resolve` */
  launch(actor: Actor, id: string): Promise<Market>;
  /** From `active`, by an admin, whatever `lockAt` says. @throws as `resolve` */
  lock(actor: Actor, id: string): Promise<Market>;
  /** From `resolved`, inside the dispute window, by anybody who is logged in. @throws CurationError STATE_CONFLICT, VALIDATION_ERROR */
  dispute(actor: Actor, id: string, reason: string): Promise<Market>;
}

export interface MarketsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly index: MarketIndex;
  readonly verifier: Pick<WalletVerifier, "parse">;
  readonly clock: Clock;
}

const HOUR = 3_600_000;

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

  /** One move of one market, from its effective state. */
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
          throw invalid(["body", "outcomeId"], "is no outcome of this market", "outcome");
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
  return new CurationError("NOT_FOUND", "There is no such market.");
}

function wrongState(status: MarketState, from: readonly MarketState[]): CurationError {
  const message = `The market is ${status}; this needs one that is ${from.join(" or ")}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status } });
}

function windowOver(until: number): CurationError {
  const message = `The market is resolved, and its dispute window ended at ${new Date(until).toISOString()}.`;
  return new CurationError("STATE_CONFLICT", message, { details: { status: "resolved" } });
}
