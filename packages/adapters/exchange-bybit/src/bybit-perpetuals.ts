/** Candles and funding rates of Bybit's linear perpetual contracts from its v5 public REST interface. */

import { candlesFromKlines, INTERVALS } from "@bourse/backtest-engine/data";
import {
  contractName,
  createExchangeProvider,
  createJsonClient,
  mapAttempt,
  pageFunding,
  resolveExchangeOptions,
  type PerpetualProvider,
} from "@bourse/exchange-http";
import * as z from "zod";

import { fetchBybitSymbols, type BybitOptions } from "./bybit-provider.ts";
import { readBybitReply } from "./bybit-reply.ts";

const Klines = z.object({ list: z.array(z.array(z.string()).min(7)) });
/** Newest first, numbers as decimal text. */
const Funding = z.object({
  list: z.array(z.object({ fundingRate: z.string(), fundingRateTimestamp: z.string() })),
});

const PAGE_SIZE = 1_000;
const FUNDING_PAGE_SIZE = 200;

/**
 * A provider of `GET /v5/market/kline`, `instruments-info` and `funding/history` with `category=linear`, under the name
 * `bybitperpetual`, so that no cache takes its candles for those of the spot market.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createBybitPerpetualProvider(options: BybitOptions = {}): PerpetualProvider {
  const resolved = resolveExchangeOptions("createBybitPerpetualProvider", options, {
    origin: "https://api.bybit.com",
    requestsPerSecond: 50,
  });
  const { clock } = resolved;
  const client = createJsonClient("bybit", resolved);
  const candles = createExchangeProvider(
    {
      exchange: "bybitperpetual",
      intervals: INTERVALS,
      pageSize: PAGE_SIZE,
      fetchPage: ({ symbol, interval, ...caller }, { end, limit }) =>
        client.get(
          "/v5/market/kline",
          { category: "linear", symbol: contractName(symbol), interval, end: end - 1, limit },
          (reply) =>
            mapAttempt(readBybitReply(Klines, reply, clock.now()), ({ list }) => ({
              candles: candlesFromKlines(list, { interval, turnoverColumn: 6 }).candles,
              time: reply.time,
            })),
          caller,
        ),
      fetchSymbols: (caller) => fetchBybitSymbols(client, clock, "linear", caller),
      close: () => client.close(),
    },
    clock,
  );
  return {
    ...candles,
    fundingRates: (request) =>
      pageFunding(
        request,
        clock.now(),
        { size: FUNDING_PAGE_SIZE, first: "newest" },
        ({ symbol, ...caller }, start, end) =>
          client.get(
            "/v5/market/funding/history",
            {
              category: "linear",
              symbol: contractName(symbol),
              startTime: start,
              endTime: end - 1,
              limit: FUNDING_PAGE_SIZE,
            },
            (reply) =>
              mapAttempt(readBybitReply(Funding, reply, clock.now()), ({ list }) =>
                list.map((row) => ({
                  time: Number(row.fundingRateTimestamp),
                  rate: Number(row.fundingRate),
                })),
              ),
            caller,
          ),
      ),
  };
}
