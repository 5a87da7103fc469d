import { simulate } from "@bourse/backtest-engine/simulation";
import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { mockedNetwork } from "../../exchange-http/test/mocked-network.ts";
import { createBinancePerpetualProvider } from "../src/index.ts";
import { binanceWorld, refusal } from "./binance-world.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 10, 0, 30);
const clock = createManualClock({ now: NOW });
const later = createManualClock({ now: NOW + 3 * HOUR });
const { candles } = await createSimulatedProvider({ clock: later }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  limit: 2_600,
});
const spot = binanceWorld("BTCUSDT", "60", candles);
/** Payments every eight hours, 2,500 of them up to now. */
const payments = Array.from({ length: 2_500 }, (_, i) => ({
  time: Math.floor(NOW / (8 * HOUR)) * 8 * HOUR - (2499 - i) * 8 * HOUR,
  rate: ((i % 11) - 5) / 100_000,
  ...(i >= 2_000 && { markPrice: 20_000 + i }),
}));

/** Answers as the real one does: oldest first, both ends inclusive, at most 1,000 rows, text for numbers. */
function world(url: URL): Response {
  const query = url.searchParams;
  if (url.pathname === "/fapi/v1/exchangeInfo") {
    const of = (symbol: string, status: string, contractType: string) => ({
      symbol,
      status,
      contractType,
    });
    return Response.json({
      symbols: [
        of("BTCUSDT", "TRADING", "PERPETUAL"),
        of("BTCUSDT_270326", "TRADING", "CURRENT_QUARTER"),
        of("AAAUSDT", "TRADING", "PERPETUAL"),
        of("OLDUSDT", "SETTLING", "PERPETUAL"),
      ],
    });
  }
  if (url.pathname !== "/fapi/v1/fundingRate") {
    return spot(new URL(`https://x/api/v3/klines?${query.toString()}`));
  }
  if (query.get("symbol") !== "BTCUSDT") return refusal(400, -1121, "Invalid symbol.");
  const limit = Number(query.get("limit"));
  if (limit > 1000) return refusal(400, -1130, "Data sent for parameter 'limit' is not valid.");
  const rows = payments
    .filter(
      ({ time }) => time >= Number(query.get("startTime")) && time <= Number(query.get("endTime")),
    )
    .slice(0, limit)
    .map(({ time, rate, markPrice }) => ({
      symbol: "BTCUSDT",
      fundingTime: time,
      fundingRate: rate.toFixed(8),
      markPrice: markPrice === undefined ? "" : String(markPrice),
    }));
  return Response.json(rows);
}

const network = mockedNetwork();
const open = () =>
  createBinancePerpetualProvider({ clock, random: () => 0, requestsPerSecond: 1_000, attempts: 1 });

describe("the binance provider of perpetuals conforms", () => {
  providerConformance({
    test,
    open: async () => {
      network.answer(world);
      const provider = open();
      return {
        provider,
        symbol: "BTCUSDT",
        interval: "60",
        unknownSymbol: "NOPEUSDT",
        now: NOW,
        close: () => provider.close(),
      };
    },
  });
});

describe("funding rates of Binance", () => {
  test("of a long range are read in pages, oldest first, each once", async () => {
    network.answer(world);
    const rates = await open().fundingRates({ symbol: "BTCUSDT", startTime: payments[0]!.time });
    expect(rates).toEqual(payments);
    expect(network.requests.length).toBeLessThanOrEqual(6);
  });

  test("of a range have a start within it and an end beyond it", async () => {
    network.answer(world);
    const [startTime, endTime] = [payments[2490]!.time, payments[2495]!.time];
    const rates = await open().fundingRates({ symbol: "BTCUSDT", startTime, endTime });
    expect(rates).toEqual(payments.slice(2490, 2495));
  });

  test("go into a simulation as they are", async () => {
    network.answer(world);
    const funding = await open().fundingRates({ symbol: "BTCUSDT", startTime: candles.time[0]! });
    const signals = new Uint8Array(candles.length);
    signals[0] = 1;
    const { fundingPaid } = simulate(candles, { signals, warmUp: 0 }, { fee: 0, funding });
    expect(fundingPaid).not.toBe(0);
  });

  test("in another shape, of an unknown symbol or an empty range are refused in words", async () => {
    network.answer(() => Response.json([{ fundingRate: 1 }]));
    const request = { symbol: "BTCUSDT", startTime: NOW - HOUR };
    await expect(open().fundingRates(request)).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
    network.answer(world);
    await expect(open().fundingRates({ ...request, symbol: "NOPEUSDT" })).rejects.toMatchObject({
      code: expect.stringMatching(/SYMBOL_UNKNOWN|MARKET_DATA_REFUSED/u) as string,
    });
    await expect(open().fundingRates({ ...request, endTime: request.startTime })).rejects.toThrow(
      /must lie before the end/u,
    );
  });
});

test("a contract is found under the name that ccxt and freqtrade give it", async () => {
  network.answer(world);
  const request = { interval: "60", limit: 3 } as const;
  const [own, usual] = await Promise.all(
    ["BTCUSDT", "BTC/USDT:USDT"].map((symbol) => open().candles({ symbol, ...request })),
  );
  expect(usual!.candles).toEqual(own!.candles);
  const rates = await open().fundingRates({ symbol: "BTC/USDT:USDT", startTime: NOW - 24 * HOUR });
  expect(rates).toHaveLength(3);
});
