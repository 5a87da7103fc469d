/** Looking orders up: those that rest, those that ended lately, and the history before them. */

import type { OrderQuery } from "@bourse/trading-core/execution";

import type { TradingClient } from "./trading-client.ts";
import type { TradingTerms } from "./trading-options.ts";
import { isFinal, OrderPage, statusOf, type OrderRow } from "./trading-rows.ts";

/** Rows on a page, at most. */
const PAGE = 50;

const REALTIME = "/v5/order/realtime";
const HISTORY = "/v5/order/history";

/** The one order under an id or a link id; a linear one is looked for among those that settle in the quote. */
export async function findOrder(
  client: TradingClient,
  { category, quote }: TradingTerms,
  by: { readonly orderId: string } | { readonly orderLinkId: string },
): Promise<OrderRow | undefined> {
  const places = [
    { path: REALTIME, openOnly: 0 },
    { path: REALTIME, openOnly: 1 },
    { path: HISTORY, openOnly: undefined },
  ];
  const settleCoin = category === "linear" ? quote : undefined;
  for (const { path, openOnly } of places) {
    const { list } = await client.get({
      method: "GET",
      path,
      values: { category, settleCoin, openOnly, ...by },
      schema: OrderPage,
    });
    if (list[0] !== undefined) return list[0];
  }
  return undefined;
}

/**
 * Reads enough orders for the page of a query, in no order. Without a status that says where to look, both what rests
 * and what has ended in the last seven days.
 */
export async function listOrders(
  client: TradingClient,
  { category, quote }: TradingTerms,
  { symbol, status, limit = 500, after }: OrderQuery,
): Promise<readonly OrderRow[]> {
  const paths = [
    ...(status === undefined || !isFinal(status) ? [REALTIME] : []),
    ...(status === undefined || isFinal(status) ? [HISTORY] : []),
  ];
  const found = new Map<string, OrderRow>();
  for (const path of paths) {
    // A linear list wants a symbol or the coin that contracts settle in.
    const settleCoin = category === "linear" && symbol === undefined ? quote : undefined;
    let cursor: string | undefined;
    let count = 0;
    do {
      const page: OrderPage = await client.get({
        method: "GET",
        path,
        values: { category, symbol, settleCoin, limit: PAGE, cursor },
        schema: OrderPage,
      });
      for (const row of page.list) {
        if (status !== undefined && statusOf(row.orderStatus) !== status) continue;
        // What rests is told first and is the truth about itself.
        if (!found.has(row.orderId)) found.set(row.orderId, row);
        // Of the orders of one time, some may be on the pages before: older ones alone fill this one.
        if (after === undefined || Number(row.createdTime) < after.createdAt) count += 1;
      }
      cursor =
        page.list.length === 0 || page.nextPageCursor === "" ? undefined : page.nextPageCursor;
    } while (cursor !== undefined && count < limit);
  }
  return [...found.values()];
}
