import { simulate } from "@bourse/backtest-engine/simulation";
import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { mockedNetwork } from "../../exchange-http/test/mocked-network.ts";
import { createBybitPerpetualProvider } from "../src/index.ts";
import { bybitWorld, envelope } from "./bybit-world.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 10, 0, 30);
const clock = createManualClock({ now: NOW });
const later = createManualClock({ now: NOW + 3 * HOUR });
const { candles } = await createSimulatedProvider({ clock: later }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  limit: 2_600,
});
const spot = bybitWorld("BTCUSDT", "60", candles);
/** Payments every eight hours, 1,000 of them up to now. */
const payments = Array.from({ length: 1_000 }, (_, i) => ({
  time: Math.floor(NOW / (8 * HOUR)) * 8 * HOUR - (999 - i) * 8 * HOUR,
  rate: ((i % 11) - 5) / 100_000,
}));

/** Answers as the real one does: newest first, both ends inclusive, at most 200 rows, text for numbers. */
function world(url: URL): Response {
  const query = url.searchParams;
  if (query.get("category") !== "linear") return envelope({}, 10_001, "Illegal category");
  if (url.pathname !== "/v5/market/funding/history") {
    query.set("category", "spot");
    return spot(url);
  }
  if (query.get("symbol") !== "BTCUSDT") return envelope({}, 10_001, "symbol invalid");
  const limit = Number(query.get("limit"));
  if (limit > 200) return envelope({}, 10_001, "params error: limit");
  const list = payments
    .filter(
      ({ time }) => time >= Number(query.get("startTime")) && time <= Number(query.get("endTime")),
    )
    .toReversed()
    .slice(0, limit)
    .map(({ time, rate }) => ({
      symbol: "BTCUSDT",
      fundingRate: String(rate),
      fundingRateTimestamp: String(time),
    }));
  return envelope({ category: "linear", list });
}

const network = mockedNetwork();
const open = () =>
  createBybitPerpetualProvider({ clock, random: () => 0, requestsPerSecond: 1_000, attempts: 1 });

describe("the bybit provider of perpetuals conforms", () => {
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

describe("funding rates of Bybit", () => {
  test("of a long range are read in pages, oldest first, each once", async () => {
    network.answer(world);
    const rates = await open().fundingRates({ symbol: "BTCUSDT", startTime: payments[0]!.time });
    expect(rates).toEqual(payments);
    expect(network.requests.length).toBeLessThanOrEqual(6);
  });

  test("of a range have a start within it and an end beyond it", async () => {
    network.answer(world);
    const [startTime, endTime] = [payments[990]!.time, payments[995]!.time];
    const rates = await open().fundingRates({ symbol: "BTCUSDT", startTime, endTime });
    expect(rates).toEqual(payments.slice(990, 995));
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
    network.answer(() => envelope({ list: [{ fundingRate: 1 }] }));
    const request = { symbol: "BTCUSDT", startTime: NOW - HOUR };
    await expect(open().fundingRates(request)).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
    for (const fundingRate of ["1", "-1", "NaN", "one"]) {
      const list = [{ fundingRate, fundingRateTimestamp: String(NOW - 1) }];
      network.answer(() => envelope({ list }));
      await expect(open().fundingRates(request)).rejects.toMatchObject({
        code: "MARKET_DATA_UNAVAILABLE",
        message: expect.stringContaining("a funding rate of BTCUSDT that is none") as string,
      });
    }
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
