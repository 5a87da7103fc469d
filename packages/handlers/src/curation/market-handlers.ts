/** Markets: listed for everybody, opened, locked and resolved by admins. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore, MarketPage } from "@bourse/curation-core";

import { listReply } from "../paging/list-reply.ts";
import { known, type Caller } from "./authenticate.ts";
import { marketReply } from "./etag.ts";
import { given } from "./wire/given.ts";
import { marketQueryOf, wireMarketAction, wireMarketItem } from "./wire/market.ts";

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
  | "marketActions"
>;

export function marketHandlers({ markets }: CurationCore): Handlers<Routes, Caller> {
  return {
    async listMarkets({ query }, { identity }) {
      const page = await markets.list(identity, marketQueryOf(query));
      return listReply(page, wireMarketItem, totalOf(page));
    },

    getMarket: async ({ params }, { identity }) =>
      marketReply(await markets.get(identity, params.id)),

    async listMarketsOfWallet({ params, query }, { identity }) {
      const page = await markets.byWallet(identity, params.wallet_address, given(query));
      return listReply(page, wireMarketItem, totalOf(page));
    },

    marketActions: async ({ params }, { identity }) =>
      (await markets.actions(known(identity), params.id)).map(wireMarketAction),

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
