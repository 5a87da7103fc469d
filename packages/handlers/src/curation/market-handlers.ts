/** Markets: found by everybody, moved by admins. */

import { reply, type Handlers, type Reply } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore, Market, MarketPage } from "@bourse/curation-core";

import { known, type Caller } from "./authenticate.ts";
import { given, pageReply, wire, type Wire } from "./wire.ts";

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
      // A cursor says where to go on; the offset was the first page's.
      const { offset: _, ...rest } = query;
      const asked = query.cursor === undefined ? query : rest;
      const page = await markets.list(identity, given(asked));
      return pageReply(page, rest, totalOf(page));
    },

    getMarket: async ({ params }, { identity }) =>
      marketReply(await markets.get(identity, params.id)),

    async listMarketsOfWallet({ params, query }, { identity }) {
      const page = await markets.byWallet(identity, params.wallet_address, given(query));
      return pageReply(page, query, totalOf(page));
    },

    resolveMarket: async ({ params, body }, { identity }) =>
      marketReply(await markets.resolve(known(identity), params.id, body)),

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

/** The clock moves the state without a new version: both make the tag. */
function marketReply(market: Market): Reply<200, Wire<Market>> {
  return reply(200, wire(market), { etag: `"${market.version}.${market.state}"` });
}
