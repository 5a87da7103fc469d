/** The account's holdings: assets, and positions made of them. */

import { Decimal } from "@bourse/kernel";
import type { CheckedOrder, CloseRequest, Order, Position } from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import type { CcxtTicker } from "./ccxt-shapes.ts";
import { amountOf, textOf } from "./exact-text.ts";
import type { Market } from "./markets.ts";

interface Asset {
  readonly asset: string;
  readonly total: Decimal;
  readonly free: Decimal;
}

export async function readBalance(
  context: BrokerContext,
): Promise<Readonly<Record<string, string>>> {
  const assets = await readAssets(context);
  return Object.fromEntries(assets.map(({ asset, total }) => [asset, total.toString()]));
}

/** Every asset but the quote, by the symbol that it trades under. */
export async function readPositions(
  context: BrokerContext,
  symbol?: string,
): Promise<readonly Position[]> {
  const { quote } = context.terms;
  const wanted = symbol === undefined ? undefined : await context.markets.known(symbol);
  if (symbol !== undefined && wanted === undefined) return [];
  const held: {
    readonly name: string;
    readonly market: Market | undefined;
    readonly total: Decimal;
  }[] = [];
  for (const { asset, total } of await readAssets(context)) {
    if (asset === (wanted?.quote ?? quote)) continue;
    if (wanted !== undefined && wanted.base !== asset) continue;
    const market = wanted ?? (await context.markets.pair(asset, quote));
    held.push({ name: market?.symbol ?? `${asset}${quote}`, market, total });
  }
  const prices = await lastPrices(
    context,
    held.flatMap(({ market }) => (market === undefined ? [] : [market.unified])),
  );
  return held
    .map(({ name, market, total }): Position => ({
      symbol: name,
      side: "long",
      quantity: total.toString(),
      entryPrice: null,
      markPrice: textOf(prices.get(market?.unified ?? "")?.last),
      unrealizedPnl: null,
      realizedPnl: null,
      leverage: "1",
      source: context.exchange.id,
      priceTime: null,
    }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

/** Sells what is free of the symbol's asset, in whole lots and if that is enough for an order. */
export async function closeHoldings(
  context: BrokerContext,
  { symbol, side = "both" }: CloseRequest,
  send: (order: CheckedOrder, market: Market) => Promise<Order>,
): Promise<readonly Order[]> {
  const market = await context.markets.find(symbol);
  if (side === "short") return [];
  const held = (await readAssets(context)).find(({ asset }) => asset === market.base);
  const quantity = (held?.free ?? Decimal.zero).roundedToStep(Decimal.parse(market.lot), "floor");
  if (quantity.sign !== 1 || quantity.compare(Decimal.parse(market.minQuantity)) < 0) return [];
  const order: CheckedOrder = {
    symbol: market.symbol,
    side: "sell",
    orderType: "market",
    quantity,
    price: null,
    stopPrice: null,
    clientOrderId: null,
  };
  return [await send(order, market)];
}

/** The markets of what is held, counted in the quote asset. */
export async function heldMarkets(context: BrokerContext): Promise<readonly Market[]> {
  const assets = await readAssets(context);
  const markets = await Promise.all(
    assets.map(({ asset }) => context.markets.pair(asset, context.terms.quote)),
  );
  return markets.filter((market) => market !== undefined);
}

async function readAssets({ exchange, read }: BrokerContext): Promise<readonly Asset[]> {
  const { total = {}, free = {} } = await read(() => exchange.fetchBalance());
  return Object.entries(total)
    .map(([asset, told]) => {
      const all = amountOf(told) ?? Decimal.zero;
      return { asset, total: all, free: amountOf(free[asset]) ?? all };
    })
    .filter((each) => each.total.sign === 1)
    .toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
}

/** Last prices by ccxt's symbols; a price that is not available now is left out. */
async function lastPrices(
  { exchange, send }: BrokerContext,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, CcxtTicker>> {
  const found = new Map<string, CcxtTicker>();
  if (symbols.length > 1 && exchange.has["fetchTickers"] === true) {
    const all = await send(() => exchange.fetchTickers(symbols), { isRead: true });
    if ("value" in all) return new Map(Object.entries(all.value));
  }
  for (const symbol of symbols) {
    const one = await send(() => exchange.fetchTicker(symbol), { isRead: true });
    if ("value" in one) found.set(symbol, one.value);
  }
  return found;
}
