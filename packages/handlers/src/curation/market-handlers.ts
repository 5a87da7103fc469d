/** Markets: listed for everybody, opened, locked and resolved by admins. */

import { reply, type Handlers, type Reply } from "@bourse/contract";
import type { CurationApi, Market as WireMarket } from "@bourse/contract/curation";
import type { CurationCore, Market, MarketPage } from "@bourse/curation-core";

import { known, type Caller } from "./authenticate.ts";
import { marketQueryOf, wireMarket, wireMarketItem } from "./wire/market.ts";
import { given, pageReply } from "./wire/page.ts";

type Routes = Pick<
  CurationApi["routes"],
  | "listMarkets"
  | "getMarket"
  | "listMarketsOfWallet"
  | "resolveMarket"
  | "invalidateMarket"
  | "launchMarket"
  | "lockMarket"
  | "disputeMarket"
>;

export function marketHandlers({ markets }: CurationCore): Handlers<Routes, Caller> {
  return {
    async listMarkets({ query }, { identity }) {
      // The next page is found by its cursor: the offset was the first page's.
      const { offset: _, ...linked } = query;
      const page = await markets.list(identity, marketQueryOf(query));
      return pageReply(page, wireMarketItem, linked, totalOf(page));
    },

    getMarket: async ({ params }, { identity }) =>
      marketReply(await markets.get(identity, params.id)),

    async listMarketsOfWallet({ params, query }, { identity }) {
      const page = await markets.byWallet(identity, params.wallet_address, given(query));
      return pageReply(page, wireMarketItem, query, totalOf(page));
    },

    async resolveMarket({ params, body }, { identity }) {
      const resolution = { outcomeId: body.outcome_id, evidenceUrl: body.evidence_url };
      return marketReply(await markets.resolve(known(identity), params.id, resolution));
    },

    invalidateMarket: async ({ params, body }, { identity }) =>
      marketReply(await markets.invalidate(known(identity), params.id, body.reason)),

    launchMarket: async ({ params }, { identity }) =>
      marketReply(await markets.launch(known(identity), params.id)),

    lockMarket: async ({ params }, { identity }) =>
      marketReply(await markets.lock(known(identity), params.id)),

    disputeMarket: async ({ params, body }, { identity }) =>
      marketReply(await markets.dispute(known(identity), params.id, body.reason)),
  };
}

function totalOf({ total }: MarketPage): Readonly<Record<string, string>> {
  return { "x-total-count": String(total) };
}

/** The tag has version and state, because time changes the state without a new version. */
function marketReply(market: Market): Reply<200, WireMarket> {
  return reply(200, wireMarket(market), { etag: `"${market.version}.${market.state}"` });
}
