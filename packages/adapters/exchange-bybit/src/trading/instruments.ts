/** Instruments as Bybit states them, asked for once each, and its clock. */

import { ExecutionError, type Instrument } from "@bourse/trading-core/execution";
import * as z from "zod";

import type { TradingClient } from "./trading-client.ts";
import type { TradingTerms } from "./trading-options.ts";
import { CandlePage, InstrumentPage } from "./trading-rows.ts";

export interface Instruments {
  /**
   * @throws ExecutionError ORDER_INVALID (field `symbol`), also for a contract that settles in another coin than the
   * quote
   */
  find(symbol: string): Promise<Instrument>;
  /** The close of the candle that is open now. */
  lastPrice(symbol: string): Promise<string | null>;
  time(): Promise<void>;
}

export function createInstruments(
  client: TradingClient,
  { category, quote }: TradingTerms,
): Instruments {
  const known = new Map<string, Promise<Instrument>>();
  return {
    find(symbol) {
      const before = known.get(symbol);
      if (before !== undefined) return before;
      const asked = ask(client, category, quote, symbol);
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
  quote: string,
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
    throw invalidSymbol(
      `The symbol must be one that bybit lists as ${category}; found ${JSON.stringify(symbol.slice(0, 40))}.`,
    );
  }
  const coin = found.settleCoin;
  if (category === "linear" && coin !== undefined && coin !== quote) {
    // Its orders and positions would not be found among those that settle in the quote.
    throw invalidSymbol(
      `The symbol must settle in ${quote}; ${symbol} settles in ${coin}. Choose another, or open a broker whose quote is ${coin}.`,
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

function invalidSymbol(message: string): ExecutionError {
  return new ExecutionError("ORDER_INVALID", message, { details: { field: "symbol" } });
}
