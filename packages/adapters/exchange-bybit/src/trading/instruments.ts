/** Instruments as Bybit states them, asked for once each, and its clock. */

import { ExecutionError, type Instrument } from "@bourse/backtest-engine/execution";
import * as z from "zod";

import type { TradingClient } from "./trading-client.ts";
import type { TradingTerms } from "./trading-options.ts";
import { CandlePage, InstrumentPage } from "./trading-rows.ts";

export interface Instruments {
  /** @throws ExecutionError ORDER_INVALID (field `symbol`) */
  find(symbol: string): Promise<Instrument>;
  /** The close of the candle that is open now. */
  lastPrice(symbol: string): Promise<string | null>;
  time(): Promise<void>;
}

export function createInstruments(client: TradingClient, { category }: TradingTerms): Instruments {
  const known = new Map<string, Promise<Instrument>>();
  return {
    find(symbol) {
      const before = known.get(symbol);
      if (before !== undefined) return before;
      const asked = ask(client, category, symbol);
      known.set(symbol, asked);
      // A fault is not remembered.
      asked.catch(() => known.delete(symbol));
      return asked;
    },
    async lastPrice(symbol) {
      const { list } = await client.get({
        method: "GET",
        path: "/v5/market/kline",
        values: { category, symbol, interval: "1", limit: 1 },
        schema: CandlePage,
        isPrivate: false,
      });
      return list[0]?.[4] ?? null;
    },
    async time() {
      await client.get({
        method: "GET",
        path: "/v5/market/time",
        values: {},
        schema: z.object({ timeSecond: z.string() }),
        isPrivate: false,
      });
    },
  };
}

async function ask(
  client: TradingClient,
  category: "spot" | "linear",
  symbol: string,
): Promise<Instrument> {
  const outcome = /^[A-Z0-9.-]{2,32}$/u.test(symbol)
    ? await client.get({
        method: "GET",
        path: "/v5/market/instruments-info",
        values: { category, symbol },
        schema: InstrumentPage,
        isPrivate: false,
      })
    : { list: [] };
  const found = outcome.list.find((row) => row.symbol === symbol);
  const lots = found?.lotSizeFilter;
  const lot = lots?.basePrecision ?? lots?.qtyStep;
  if (found === undefined || lot === undefined) {
    throw new ExecutionError(
      "ORDER_INVALID",
      `The symbol must be one that bybit lists as ${category}; found ${JSON.stringify(symbol.slice(0, 40))}.`,
      { details: { field: "symbol" } },
    );
  }
  return {
    symbol,
    base: found.baseCoin,
    quote: found.quoteCoin,
    lot,
    tick: found.priceFilter.tickSize,
    minNotional: lots?.minOrderAmt ?? lots?.minNotionalValue ?? "0",
  };
}
