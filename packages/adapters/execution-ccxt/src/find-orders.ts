/** Looking orders up: by their id, by the client's, and in lists. */

import type { Order, OrderQuery } from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import type { CcxtOrder, CcxtTrade } from "./ccxt-shapes.ts";
import type { Market } from "./markets.ts";
import { isFinal, isWhole, lacksFee, orderOf } from "./order-rows.ts";

/** Errors with which an exchange answers an id that it does not know or that cannot be one of its own. */
const UNKNOWN = ["OrderNotFound", "OrderNotCached", "BadRequest", "ArgumentsRequired"];

/** The order under the exchange's id; undefined when there is none. */
export async function findOrder(
  context: BrokerContext,
  market: Market,
  id: string,
): Promise<Order | undefined> {
  const row = await askFor(context, market, id);
  return row === undefined ? undefined : (await withFees(context, market, [row]))[0];
}

/** The order under a client order id; undefined when the exchange shows none. */
export async function findByLink(
  context: BrokerContext,
  market: Market,
  link: string,
): Promise<Order | undefined> {
  const matches = (row: CcxtOrder | undefined): boolean =>
    row?.clientOrderId === link && isWhole(row);
  const direct = await askByLink(context, market, link);
  const rows = matches(direct) ? [direct!] : await listRows(context, market, "any"); // it matched
  const found = rows.find(matches);
  return found === undefined ? undefined : (await withFees(context, market, [found]))[0];
}

/** Reads what one answer of the exchange holds, for each of the markets; of one time, the later ones come first. */
export async function listOrders(
  context: BrokerContext,
  markets: readonly Market[],
  { status }: Pick<OrderQuery, "status">,
): Promise<readonly Order[]> {
  const scope = status === undefined ? "any" : isFinal(status) ? "ended" : "resting";
  const found: Order[] = [];
  for (const market of markets) {
    const rows = await listRows(context, market, scope);
    found.push(...(await withFees(context, market, rows.filter(isWhole))));
  }
  return found.filter((order) => status === undefined || order.status === status).reverse();
}

async function askFor(
  { exchange, send }: BrokerContext,
  market: Market,
  id: string,
): Promise<CcxtOrder | undefined> {
  const hasStopsApart = exchange.features?.spot?.["fetchOrder"]?.trigger === true;
  for (const extra of hasStopsApart ? [{}, { trigger: true }] : [{}]) {
    const outcome = await send(() => exchange.fetchOrder(id, market.unified, extra), {
      isRead: true,
    });
    if ("value" in outcome) {
      if (isWhole(outcome.value)) return outcome.value;
      continue;
    }
    const { error, classes } = outcome.fault;
    if (!classes.some((name) => UNKNOWN.includes(name))) throw error;
  }
  return undefined;
}

/**
 * A trial: many exchanges can be asked for a client order id. One that does not know how fails in its own way or
 * answers with another order, and its lists then say more.
 */
async function askByLink(
  { exchange, send }: BrokerContext,
  market: Market,
  link: string,
): Promise<CcxtOrder | undefined> {
  const outcome = await send(() =>
    exchange.fetchOrder("", market.unified, { clientOrderId: link }),
  );
  return "value" in outcome ? outcome.value : undefined;
}

/** Oldest first, each order once. */
async function listRows(
  { exchange, read }: BrokerContext,
  { unified }: Market,
  scope: "any" | "resting" | "ended",
): Promise<readonly CcxtOrder[]> {
  const methods =
    scope === "resting"
      ? (["fetchOpenOrders"] as const)
      : exchange.has["fetchOrders"] === true
        ? (["fetchOrders"] as const)
        : [...(scope === "any" ? (["fetchOpenOrders"] as const) : []), ...endedMethods(exchange)];
  const rows = new Map<string, CcxtOrder>();
  for (const method of methods) {
    const feature = exchange.features?.spot?.[method];
    const limit = Math.min(feature?.limit ?? 100, 500);
    for (const params of feature?.trigger === true ? [{}, { trigger: true }] : [{}]) {
      const page = await read(() => exchange[method](unified, undefined, limit, params));
      for (const row of page) {
        // What rests is told first and is the truth about itself.
        if (row.id !== undefined && !rows.has(row.id)) rows.set(row.id, row);
      }
    }
  }
  return [...rows.values()].toSorted((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
}

function endedMethods({ has }: BrokerContext["exchange"]) {
  if (has["fetchCanceledAndClosedOrders"] === true) {
    return ["fetchCanceledAndClosedOrders"] as const;
  }
  return has["fetchCanceledOrders"] === true
    ? (["fetchClosedOrders", "fetchCanceledOrders"] as const)
    : (["fetchClosedOrders"] as const);
}

/** The orders, with the fees that only their trades tell: one request more for a market, if any. */
async function withFees(
  { exchange, read }: BrokerContext,
  market: Market,
  rows: readonly CcxtOrder[],
): Promise<readonly Order[]> {
  const without = rows.filter(lacksFee);
  let trades: readonly CcxtTrade[] = [];
  if (without.length > 0 && exchange.has["fetchMyTrades"] === true) {
    const since = Math.min(...without.map(({ timestamp }) => timestamp ?? 0));
    trades = await read(() =>
      exchange.fetchMyTrades(market.unified, since > 0 ? since : undefined, 500),
    );
  }
  return rows.map((row) => orderOf(row, market, trades));
}
