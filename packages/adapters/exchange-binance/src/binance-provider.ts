/** Spot candles and symbols from the Binance public REST interface; no key is needed. */

import {
  candlesFromKlines,
  type Interval,
  intervalLabel,
  INTERVALS,
} from "@bourse/backtest-engine/data";
import {
  createExchangeProvider,
  createJsonClient,
  mapAttempt,
  resolveExchangeOptions,
  type ExchangeOptions,
  type ExchangeProvider,
} from "@bourse/exchange-http";
import * as z from "zod";

import { readBinanceReply } from "./binance-reply.ts";

/**
 * Defaults: `origin` `https://api.binance.com` (`https://data-api.binance.vision` serves market data alone),
 * `requestsPerSecond` 20: a page of candles weighs 2 of the 6000 that Binance allows an address in a minute.
 */
export type BinanceOptions = ExchangeOptions;

/**
 * Rows are `[openTime, open, high, low, close, volume, closeTime, quoteVolume, …]`, oldest first,
 * times as numbers and amounts as decimal text.
 */
const Klines = z.array(z.array(z.union([z.string(), z.number()])).min(8));

const Symbols = z.object({
  symbols: z.array(z.object({ symbol: z.string(), status: z.string() })),
});

/** Intervals of all markets of Binance; of the spot market also a second. Its three days do not begin where ours do. */
export const BINANCE_INTERVALS: readonly Interval[] = [
  ...INTERVALS.slice(0, -4),
  "480",
  ...INTERVALS.slice(-4),
];

const PAGE_SIZE = 1_000;
const QUOTE_VOLUME = 7;

/**
 * A provider of `GET /api/v3/klines` and `GET /api/v3/exchangeInfo`.
 *
 * Pages past 1000 candles are walked back in time one by one. Replies are checked; one that is not in the documented
 * shape is MARKET_DATA_UNAVAILABLE, as are bans (418), time-outs and faults of the server after the last try.
 */
export function createBinanceProvider(options: BinanceOptions = {}): ExchangeProvider {
  const resolved = resolveExchangeOptions("createBinanceProvider", options, {
    origin: "https://api.binance.com",
    requestsPerSecond: 20,
  });
  const client = createJsonClient("binance", resolved);
  return createExchangeProvider(
    {
      exchange: "binance",
      intervals: ["1s", ...BINANCE_INTERVALS],
      pageSize: PAGE_SIZE,
      // A startTime would turn the page round: Binance then counts the limit from there. `endTime` is inclusive.
      fetchPage: ({ symbol, interval, ...caller }, { end, limit }) =>
        client.get(
          "/api/v3/klines",
          { symbol, interval: intervalLabel(interval), endTime: end - 1, limit },
          (reply) =>
            mapAttempt(readBinanceReply(Klines, reply), (rows) => ({
              candles: candlesFromKlines(rows, { interval, turnoverColumn: QUOTE_VOLUME }).candles,
              time: reply.time,
            })),
          caller,
        ),
      fetchSymbols: async (caller) => {
        const { symbols } = await client.get(
          "/api/v3/exchangeInfo",
          { symbolStatus: "TRADING", showPermissionSets: "false" },
          (reply) => readBinanceReply(Symbols, reply),
          caller,
        );
        return symbols.filter(({ status }) => status === "TRADING").map(({ symbol }) => symbol);
      },
      close: () => client.close(),
    },
    resolved.clock,
  );
}
