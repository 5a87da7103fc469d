/** Markets: found by everybody, disputed by whoever has a login. */

import * as z from "zod";

import { route } from "../route/route.ts";
import { BODY, INVALID, TOKEN, WRITING } from "./errors.ts";
import { Id, Text } from "./fields.ts";
import { Market, MarketItem, MarketQuery, ReasonRequest, WalletMarketQuery } from "./markets.ts";

const security = "bearer";
/** No token is needed; one shows its owner more, and a bad one is refused all the same. */
const open = "maybeBearer";
const LIST = { ...INVALID, ...TOKEN, CURSOR_INVALID: 422 } as const;

export const marketRoutes = {
  listMarkets: route("GET", "/markets", {
    security: open,
    query: MarketQuery,
    responses: { 200: z.array(MarketItem) },
    errors: LIST,
  }),
  getMarket: route("GET", "/markets/:id", {
    security: open,
    params: Id,
    responses: { 200: Market },
    errors: { ...TOKEN, NOT_FOUND: 404 },
  }),
  listMarketsOfWallet: route("GET", "/markets/user/:wallet_address", {
    security: open,
    params: z.object({ wallet_address: Text }),
    query: WalletMarketQuery,
    responses: { 200: z.array(MarketItem) },
    errors: LIST,
  }),
  disputeMarket: route("POST", "/markets/:id/dispute", {
    security,
    params: Id,
    body: ReasonRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...TOKEN, ...WRITING, NOT_FOUND: 404, STATE_CONFLICT: 409 },
  }),
};
