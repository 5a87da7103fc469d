/** Candles and funding rates of Binance's USDⓈ-margined perpetual contracts from its public REST interface. */

import { candlesFromKlines, intervalLabel } from "@bourse/backtest-engine/data";
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

import { BINANCE_INTERVALS, type BinanceOptions } from "./binance-provider.ts";
import { readBinanceReply } from "./binance-reply.ts";

const Klines = z.array(z.array(z.union([z.string(), z.number()])).min(8));
const Symbols = z.object({
  symbols: z.array(
    z.object({ symbol: z.string(), status: z.string(), contractType: z.string().optional() }),
  ),
});
/** Oldest first; the mark price is empty in old rows. */
const Funding = z.array(
  z.object({ fundingTime: z.number(), fundingRate: z.string(), markPrice: z.string().optional() }),
);

/** A request for more weighs twice as much. */
const PAGE_SIZE = 1_000;
const FUNDING_PAGE_SIZE = 1_000;
const QUOTE_VOLUME = 7;

/**
 * A provider of `GET /fapi/v1/klines`, `exchangeInfo` and `fundingRate`, under the name `binanceperpetual`, so that no
 * cache takes its candles for those of the spot market. Defaults: `origin` `https://fapi.binance.com`,
 * `requestsPerSecond` 1.5, because 500 requests for funding rates are allowed in five minutes.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createBinancePerpetualProvider(options: BinanceOptions = {}): PerpetualProvider {
  const resolved = resolveExchangeOptions("createBinancePerpetualProvider", options, {
    origin: "https://fapi.binance.com",
    requestsPerSecond: 1.5,
  });
  const { clock } = resolved;
  const client = createJsonClient("binance", resolved);
  const candles = createExchangeProvider(
    {
      exchange: "binanceperpetual",
      intervals: BINANCE_INTERVALS,
      pageSize: PAGE_SIZE,
      fetchPage: ({ symbol, interval, ...caller }, { end, limit }) =>
        client.get(
          "/fapi/v1/klines",
          {
            symbol: contractName(symbol),
            interval: intervalLabel(interval),
            endTime: end - 1,
            limit,
          },
          (reply) =>
            mapAttempt(readBinanceReply(Klines, reply), (rows) => ({
              candles: candlesFromKlines(rows, { interval, turnoverColumn: QUOTE_VOLUME }).candles,
              time: reply.time,
            })),
          caller,
        ),
      fetchSymbols: async (caller) => {
        const { symbols } = await client.get(
          "/fapi/v1/exchangeInfo",
          {},
          (reply) => readBinanceReply(Symbols, reply),
          caller,
        );
        return symbols
          .filter((each) => each.status === "TRADING" && each.contractType === "PERPETUAL")
          .map(({ symbol }) => symbol);
      },
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
        { size: FUNDING_PAGE_SIZE, first: "oldest" },
        ({ symbol, ...caller }, start, end) =>
          client.get(
            "/fapi/v1/fundingRate",
            {
              symbol: contractName(symbol),
              startTime: start,
              endTime: end - 1,
              limit: FUNDING_PAGE_SIZE,
            },
            (reply) =>
              mapAttempt(readBinanceReply(Funding, reply), (rows) =>
                rows.map(({ fundingTime, fundingRate, markPrice }) => ({
                  time: fundingTime,
                  rate: Number(fundingRate),
                  ...(Number(markPrice ?? 0) > 0 && { markPrice: Number(markPrice) }),
                })),
              ),
            caller,
          ),
      ),
  };
}
