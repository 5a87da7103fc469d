import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock, hasCode } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { mockedNetwork } from "../../exchange-http/test/mocked-network.ts";
import { createBinanceProvider, type BinanceOptions } from "../src/index.ts";
import { binanceWorld, refusal } from "./binance-world.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 0, 30);
const clock = createManualClock({ now: NOW });
const REQUEST = { symbol: "BTCUSDT", interval: "60", limit: 5 } as const;

const later = createManualClock({ now: NOW + 3 * 3_600_000 });
const simulated = createSimulatedProvider({ clock: later });
/** 2600 candles; the last three are still open, or ahead, by `clock`. */
const { candles } = await simulated.candles({ symbol: "BTCUSDT", interval: "60", limit: 2_600 });
const world = binanceWorld("BTCUSDT", "60", candles);

const network = mockedNetwork();
const open = (options: BinanceOptions = {}) =>
  createBinanceProvider({ clock, random: () => 0, requestsPerSecond: 1_000, ...options });
const unavailable = (error: unknown): boolean => hasCode(error, "MARKET_DATA_UNAVAILABLE");

describe("the binance provider conforms", () => {
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

describe("candles", () => {
  test("more than a page is walked back in time, each candle asked for once", async () => {
    network.answer(world);
    const reply = await open().candles({ ...REQUEST, limit: 2_500 });
    expect(reply.candles.time).toEqual(candles.time.slice(97, 2_597));
    expect(reply.candles.turnover).toEqual(candles.turnover!.slice(97, 2_597));
    expect(network.requests).toHaveLength(3);
  });

  test("the interval is spelled Binance's way and no startTime is sent", async () => {
    network.answer(world);
    const [startTime, endTime] = [candles.time[50]!, candles.time[60]!];
    await open().candles({ ...REQUEST, limit: 1_000, startTime, endTime });
    expect(network.requests.map((url) => url.search)).toEqual([
      `?symbol=BTCUSDT&interval=1h&endTime=${endTime - 1}&limit=10`,
    ]);
  });

  test("what is open by the answer's Date is left out, though our clock is a day ahead", async () => {
    network.answer((url) => {
      const reply = world(url);
      reply.headers.set("date", new Date(NOW).toUTCString());
      return reply;
    });
    const ahead = createManualClock({ now: NOW + 86_400_000 });
    const reply = await open({ clock: ahead }).candles({ ...REQUEST, limit: 5 });
    expect(reply.candles.time).toEqual(candles.time.slice(2_592, 2_597));
    expect(reply.sourceTime).toBe(Math.floor(NOW / 1000) * 1000);
  });

  test.each([
    ["10", "5m"],
    ["480", "8h"],
    ["30s", "1s"],
    ["3D", "1d"],
  ] as const)("candles of %s are read as %s", async (interval, label) => {
    network.answer(() => Response.json([]));
    const reply = await open().candles({ symbol: "BTCUSDT", interval, limit: 2 });
    expect(reply.candles.length).toBe(0);
    expect(network.requests.map((url) => url.searchParams.get("interval"))).toEqual([label]);
  });

  test("the documented example is read", async () => {
    const row = `[1499040000000,"0.01634790","0.80000000","0.01575800","0.01577100","148976.11427815",1499644799999,"2434.19055334",308,"1756.87402397","28.46694368","0"]`;
    network.answer((_, index) => new Response(index === 0 ? `[${row}]` : "[]"));
    const reply = await open().candles({ symbol: "LTCBTC", interval: "W", limit: 2 });
    expect([...reply.candles.close]).toEqual([0.015771]);
    expect([...reply.candles.turnover!]).toEqual([2434.19055334]);
  });
});

test("symbols are those that trade", async () => {
  network.answer(world);
  expect((await open().symbols()).symbols).toEqual(["AAAUSDT", "BTCUSDT"]);
});

describe("refusals and faults", () => {
  test.each([
    [400, -1121, "Invalid symbol.", "SYMBOL_UNKNOWN"],
    [400, -1120, "Invalid interval.", "MARKET_DATA_REFUSED"],
    [400, -1100, "Illegal characters found in a parameter.", "MARKET_DATA_REFUSED"],
  ] as const)("HTTP %i with %i (%s) is %s, asked once", async (status, code, text, expected) => {
    network.answer(() => refusal(status, code, text));
    const isExpected = (error: unknown): boolean =>
      hasCode(error, expected) && error.message.includes(text);
    await expect(open().candles(REQUEST)).rejects.toSatisfy(isExpected);
    expect(network.requests).toHaveLength(1);
  });

  test.each([
    ["HTTP 503", () => new Response("", { status: 503 })],
    ["code -1003", () => refusal(400, -1003, "Too many requests queued.")],
    ["a broken connection", () => "error" as const],
  ])("%s is asked again and may pass", async (_, fault) => {
    network.answer((url, index) => (index === 0 ? fault() : world(url)));
    expect((await open().candles(REQUEST)).candles.length).toBe(5);
    expect(network.requests).toHaveLength(2);
  });

  test("Retry-After is waited for when it is short", async () => {
    const waiting = createManualClock({ now: NOW });
    const busy = refusal(429, -1003, "Too many requests.", { "Retry-After": "2" });
    network.answer((url, index) => (index === 0 ? busy : world(url)));
    const reply = open({ clock: waiting }).candles(REQUEST);
    await expect.poll(() => waiting.sleeping()).toBe(1);
    await waiting.advance(1_999);
    expect(network.requests).toHaveLength(1);
    await waiting.advance(1);
    expect((await reply).candles.length).toBe(5);
  });

  test.each([
    ["a long ban", () => refusal(418, -1003, "Banned.", { "Retry-After": "3600" })],
    ["a country that is not served", () => refusal(451, 0, "Restricted location.")],
    ["a fire wall", () => new Response("<html>", { status: 403 })],
    ["another shape", () => Response.json({ rows: [] })],
    ["no JSON", () => new Response("<html>a hotel's login</html>")],
  ])("%s is told at once", async (_, reply) => {
    network.answer(reply);
    await expect(open().candles(REQUEST)).rejects.toSatisfy(unavailable);
    expect(network.requests).toHaveLength(1);
  });
});
