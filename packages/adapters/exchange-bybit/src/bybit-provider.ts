/** Spot candles and symbols from the Bybit v5 public REST interface; no key is needed. */

import { candlesFromKlines, INTERVALS } from "@bourse/backtest-engine/data";
import {
  createExchangeProvider,
  createJsonClient,
  mapAttempt,
  resolveExchangeOptions,
  type ExchangeOptions,
  type ExchangeProvider,
  type JsonClient,
  type RequestCaller,
} from "@bourse/exchange-http";
import type { Clock } from "@bourse/kernel";
import * as z from "zod";

import { readBybitReply } from "./bybit-reply.ts";

/**
 * Defaults: `origin` `https://api.bybit.com` (regions and the testnet have their own), `requestsPerSecond` 50, half
 * of what Bybit allows an address.
 */
export type BybitOptions = ExchangeOptions;

/** Rows are `[startTime, open, high, low, close, volume, turnover]`, decimal text, newest first. */
const Klines = z.object({ list: z.array(z.array(z.string()).min(7)) });

const Instruments = z.object({
  list: z.array(z.object({ symbol: z.string(), status: z.string() })),
  nextPageCursor: z.string().optional(),
});

const PAGE_SIZE = 1_000;
/** Rounds of a cursor that never ends: more than Bybit has instruments. */
const MAX_SYMBOL_PAGES = 50;

/**
 * A provider of `GET /v5/market/kline` and `GET /v5/market/instruments-info`, always with `category=spot`.
 *
 * Pages past 1000 candles are walked back in time one by one. Replies are checked; one that is not in the documented
 * shape is MARKET_DATA_UNAVAILABLE, as are bans, time-outs and faults of the server after the last try.
 */
export function createBybitProvider(options: BybitOptions = {}): ExchangeProvider {
  const resolved = resolveExchangeOptions("createBybitProvider", options, {
    origin: "https://api.bybit.com",
    requestsPerSecond: 50,
  });
  const { clock } = resolved;
  const client = createJsonClient("bybit", resolved);
  return createExchangeProvider(
    {
      exchange: "bybit",
      intervals: INTERVALS,
      pageSize: PAGE_SIZE,
      // Bybit's `end` is inclusive, and its own spelling of intervals is ours.
      fetchPage: ({ symbol, interval, ...caller }, { end, limit }) =>
        client.get(
          "/v5/market/kline",
          { category: "spot", symbol, interval, end: end - 1, limit },
          (reply) =>
            mapAttempt(readBybitReply(Klines, reply, clock.now()), ({ list }) => ({
              candles: candlesFromKlines(list, { interval, turnoverColumn: 6 }).candles,
              time: reply.time,
            })),
          caller,
        ),
      fetchSymbols: (caller) => fetchBybitSymbols(client, clock, "spot", caller),
      close: () => client.close(),
    },
    clock,
  );
}

/** Names of the tradable symbols of a category. */
export async function fetchBybitSymbols(
  client: JsonClient,
  clock: Clock,
  category: "spot" | "linear",
  caller: RequestCaller,
): Promise<string[]> {
  const symbols: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_SYMBOL_PAGES; page += 1) {
    const { list, nextPageCursor } = await client.get(
      "/v5/market/instruments-info",
      { category, limit: 1_000, cursor },
      (reply) => readBybitReply(Instruments, reply, clock.now()),
      caller,
    );
    for (const { symbol, status } of list) if (status === "Trading") symbols.push(symbol);
    cursor = nextPageCursor;
    if (cursor === undefined || cursor === "") break;
  }
  return symbols;
}
