/** The account's holdings: coins, and positions made of them or of contracts. */

import { Decimal } from "@bourse/kernel";
import type { CheckedOrder, CloseRequest, Order, Position } from "@bourse/trading-core/execution";

import type { BrokerContext } from "./broker-context.ts";
import { hedgeMode } from "./trading-faults.ts";
import { amount, PositionPage, Wallet, type PositionRow } from "./trading-rows.ts";

interface Coin {
  readonly coin: string;
  readonly total: Decimal;
  readonly free: Decimal;
}

export async function readBalance(
  context: BrokerContext,
): Promise<Readonly<Record<string, string>>> {
  const coins = await readCoins(context);
  return Object.fromEntries(coins.map(({ coin, total }) => [coin, total.toString()]));
}

/** Linear: as Bybit keeps them. Spot: every coin but the quote, by the symbol that it trades under. */
export async function readPositions(
  context: BrokerContext,
  symbol?: string,
): Promise<readonly Position[]> {
  const positions =
    context.terms.category === "linear"
      ? await readLinear(context, symbol)
      : await readSpot(context);
  return positions
    .filter((position) => symbol === undefined || position.symbol === symbol)
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

/** Sends one order at the market for each position of the symbol on that side. */
export async function closeHoldings(
  context: BrokerContext,
  { symbol, side = "both" }: CloseRequest,
  send: (order: CheckedOrder & { readonly reduceOnly?: boolean }) => Promise<Order>,
): Promise<readonly Order[]> {
  const instrument = await context.instruments.find(symbol);
  const isLinear = context.terms.category === "linear";
  const held = isLinear ? await readLinear(context, symbol) : await freeSpot(context, symbol);
  const orders: Order[] = [];
  for (const position of held) {
    if (side !== "both" && side !== position.side) continue;
    const lot = Decimal.parse(instrument.lot);
    const quantity = Decimal.parse(position.quantity).roundedToStep(lot, "floor");
    if (quantity.sign === 0) continue;
    const order = await send({
      symbol,
      side: position.side === "long" ? "sell" : "buy",
      orderType: "market",
      quantity,
      price: null,
      stopPrice: null,
      clientOrderId: null,
      ...(isLinear && { reduceOnly: true }),
    });
    orders.push(order);
  }
  return orders;
}

async function readCoins({ client }: BrokerContext): Promise<readonly Coin[]> {
  const { list } = await client.get({
    method: "GET",
    path: "/v5/account/wallet-balance",
    values: { accountType: "UNIFIED" },
    schema: Wallet,
  });
  const rows = list[0]?.coin ?? [];
  return rows
    .map(({ coin, walletBalance, locked }) => {
      const total = amount(walletBalance) ?? Decimal.zero;
      return { coin, total, free: total.minus(amount(locked) ?? Decimal.zero) };
    })
    .filter(({ total }) => total.sign === 1)
    .toSorted((a, b) => (a.coin < b.coin ? -1 : 1));
}

async function readSpot(context: BrokerContext): Promise<readonly Position[]> {
  const { quote } = context.terms;
  const coins = (await readCoins(context)).filter(({ coin }) => coin !== quote);
  return Promise.all(
    coins.map(async ({ coin, total }) => {
      const symbol = `${coin}${quote}`;
      // A coin that no symbol of the quote trades is held all the same.
      const mark = await context.instruments.lastPrice(symbol).catch(() => null);
      return spotPosition(symbol, total, mark);
    }),
  );
}

async function freeSpot(context: BrokerContext, symbol: string): Promise<readonly Position[]> {
  const { base } = await context.instruments.find(symbol);
  const coins = await readCoins(context);
  return coins
    .filter(({ coin, free }) => coin === base && free.sign === 1)
    .map(({ free }) => spotPosition(symbol, free, null));
}

function spotPosition(symbol: string, quantity: Decimal, mark: string | null): Position {
  return {
    symbol,
    side: "long",
    quantity: quantity.toString(),
    entryPrice: null,
    markPrice: amount(mark ?? undefined)?.toString() ?? null,
    unrealizedPnl: null,
    realizedPnl: null,
    leverage: "1",
    source: "bybit",
    priceTime: null,
  };
}

async function readLinear(
  context: BrokerContext,
  symbol: string | undefined,
): Promise<readonly Position[]> {
  const rows = await readPositionRows(context, symbol);
  return rows.flatMap((row): Position[] => {
    const quantity = amount(row.size);
    if (quantity === null) return [];
    return [
      {
        symbol: row.symbol,
        side: row.side === "Sell" ? "short" : "long",
        quantity: quantity.toString(),
        entryPrice: amount(row.avgPrice)?.toString() ?? null,
        markPrice: amount(row.markPrice)?.toString() ?? null,
        unrealizedPnl: (amount(row.unrealisedPnl) ?? Decimal.zero).toString(),
        realizedPnl: (amount(row.cumRealisedPnl) ?? Decimal.zero).toString(),
        leverage: amount(row.leverage)?.toString() ?? "1",
        source: "bybit",
        priceTime: null,
      },
    ];
  });
}

/** @throws ExecutionError ORDER_INVALID for a symbol that settles in another coin, EXECUTION_REFUSED for hedge mode */
async function readPositionRows(
  { client, terms, instruments }: BrokerContext,
  symbol: string | undefined,
): Promise<readonly PositionRow[]> {
  if (symbol !== undefined) await instruments.find(symbol);
  const settleCoin = symbol === undefined ? terms.quote : undefined;
  const rows: PositionRow[] = [];
  let cursor: string | undefined;
  do {
    const page: PositionPage = await client.get({
      method: "GET",
      path: "/v5/position/list",
      values: { category: "linear", symbol, settleCoin, limit: 200, cursor },
      schema: PositionPage,
    });
    const hedged = page.list.find(({ positionIdx }) => positionIdx !== 0);
    if (hedged !== undefined) throw hedgeMode(hedged.symbol);
    rows.push(...page.list);
    cursor = page.list.length === 0 || page.nextPageCursor === "" ? undefined : page.nextPageCursor;
  } while (cursor !== undefined);
  return rows;
}
