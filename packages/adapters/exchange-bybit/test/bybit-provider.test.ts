import { addIntervals, intervalOpen } from "@bourse/backtest-engine/data";
import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock, hasCode } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { mockedNetwork } from "../../exchange-http/test/mocked-network.ts";
import { createBybitProvider, type BybitOptions } from "../src/index.ts";
import { bybitWorld, envelope } from "./bybit-world.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 0, 30);
const clock = createManualClock({ now: NOW });
const REQUEST = { symbol: "BTCUSDT", interval: "1", limit: 5 } as const;

const later = createManualClock({ now: NOW + 3 * 60_000 });
const simulated = createSimulatedProvider({ clock: later });
/** 2600 candles; the last three are still open, or ahead, by `clock`. */
const { candles } = await simulated.candles({ symbol: "BTCUSDT", interval: "1", limit: 2_600 });
const world = bybitWorld("BTCUSDT", "1", candles);

const network = mockedNetwork();
const open = (options: BybitOptions = {}) =>
  createBybitProvider({ clock, random: () => 0, requestsPerSecond: 1_000, ...options });

describe.each(["1", "7"] as const)("the bybit provider conforms at %s minutes", (interval) => {
  providerConformance({
    test,
    open: async () => {
      network.answer(world);
      const provider = open();
      return {
        provider,
        symbol: "BTCUSDT",
        interval,
        unknownSymbol: "NOPEUSDT",
        now: NOW,
        close: () => provider.close(),
      };
    },
  });
});

describe("candles", () => {
  test.each([
    ["10", "5"],
    ["480", "240"],
    ["2W", "W"],
  ] as const)("of %s, which Bybit lacks, are made of those of %s", async (interval, part) => {
    const request = { symbol: "BTCUSDT", limit: 1_200, endTime: NOW } as const;
    const parts = await simulated.candles({ ...request, interval: part, limit: 2_500 });
    network.answer(bybitWorld("BTCUSDT", part, parts.candles));
    const { candles: found, source } = await open().candles({ ...request, interval });
    expect(source).toBe("live");
    const opens = parts.candles.time.filter((time) => intervalOpen(interval, time) === time);
    expect(found.time).toEqual(
      opens.filter((time) => addIntervals(interval, time, 1) <= NOW).slice(-1_200),
    );
    for (const [i, time] of found.time.entries()) {
      const at = parts.candles.time.indexOf(time);
      expect(found.open[i]).toBe(parts.candles.open[at]);
      expect(found.close[i]).toBe(parts.candles.close[at + 1]);
      expect(found.high[i]).toBe(Math.max(...parts.candles.high.slice(at, at + 2)));
      expect(found.turnover![i]).toBeCloseTo(
        parts.candles.turnover![at]! + parts.candles.turnover![at + 1]!,
        0,
      );
    }
    expect(new Set(network.requests.map((url) => url.searchParams.get("interval")))).toEqual(
      new Set([part]),
    );
  });

  test("of 45 seconds there are none, and the refusal tells what Bybit has", async () => {
    network.answer(world);
    const refused = open().candles({ ...REQUEST, interval: "45s" });
    await expect(refused).rejects.toThrow(
      "bybit has no candles of 45s, nor shorter ones that make them up: it has 1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1M.",
    );
    expect(network.requests).toHaveLength(0);
  });

  test("more than a page is walked back in time, each candle asked for once", async () => {
    network.answer(world);
    const progress: number[] = [];
    const reply = await open().candles({
      ...REQUEST,
      limit: 2_500,
      onProgress: (received) => progress.push(received),
    });
    expect(reply.source).toBe("live");
    expect(reply.candles.time).toEqual(candles.time.slice(97, 2_597));
    expect(reply.candles.turnover).toEqual(candles.turnover!.slice(97, 2_597));
    expect(progress).toEqual([1_000, 2_000, 2_500]);
    expect(network.requests.map((url) => url.searchParams.get("limit"))).toEqual([
      "1000",
      "1000",
      "500",
    ]);
  });

  test("history that ends before the limit ends the walk", async () => {
    network.answer(world);
    const reply = await open().candles({ ...REQUEST, limit: 9_000 });
    expect(reply.candles.length).toBe(2_597);
    expect(network.requests).toHaveLength(4);
  });

  test("a given range asks for no more than it holds", async () => {
    network.answer(world);
    const [startTime, endTime] = [candles.time[50]!, candles.time[60]!];
    const reply = await open().candles({ ...REQUEST, limit: 1_000, startTime, endTime });
    expect(reply.candles.time).toEqual(candles.time.slice(50, 60));
    expect(network.requests.map((url) => url.search)).toEqual([
      `?category=spot&symbol=BTCUSDT&interval=1&end=${endTime - 1}&limit=10`,
    ]);
  });

  test("the documented example is read, newest first and its open candle left out", async () => {
    const list = [
      ["1670608800000", "17071", "17073", "17027", "17055.5", "268611", "15.74462667"],
      ["1670605200000", "17071.5", "17071.5", "17061", "17071", "4177", "0.24469757"],
      ["1670601600000", "17086.5", "17088", "16978", "17071.5", "6356", "0.37288112"],
    ];
    network.answer((url) => {
      const end = Number(url.searchParams.get("end"));
      const inside = list.filter(([time]) => Number(time) <= end);
      return envelope({ symbol: "BTCUSD", category: "inverse", list: inside });
    });
    const then = createManualClock({ now: 1_670_611_000_000 });
    const request = { symbol: "BTCUSD", interval: "60", limit: 10 } as const;
    const reply = await open({ clock: then }).candles(request);
    expect([...reply.candles.time]).toEqual([1_670_601_600_000, 1_670_605_200_000]);
    expect([...reply.candles.close]).toEqual([17_071.5, 17_071]);
  });

  test("what is open by the answer's Date is left out, though our clock is an hour ahead", async () => {
    network.answer((url) => {
      const reply = world(url);
      reply.headers.set("date", new Date(NOW).toUTCString());
      return reply;
    });
    const ahead = createManualClock({ now: NOW + 3_600_000 });
    const reply = await open({ clock: ahead }).candles(REQUEST);
    expect(reply.candles.time).toEqual(candles.time.slice(2_592, 2_597));
    expect(reply.sourceTime).toBe(NOW);
  });

  test("rows that break the rules of candles are refused", async () => {
    network.answer(() => envelope({ list: [["1", "1", "0.5", "1", "1", "1", "1"]] }));
    const refusal = (error: unknown): boolean => hasCode(error, "CANDLES_INVALID");
    await expect(open().candles(REQUEST)).rejects.toSatisfy(refusal);
  });
});

describe("symbols", () => {
  test("are those that trade, gathered over the cursor's pages", async () => {
    network.answer((url) =>
      url.searchParams.has("cursor")
        ? envelope({ list: [{ symbol: "BBB", status: "Trading" }], nextPageCursor: "" })
        : envelope({
            list: [
              { symbol: "CCC", status: "Trading" },
              { symbol: "AAA", status: "PreLaunch" },
            ],
            nextPageCursor: "page two",
          }),
    );
    const reply = await open().symbols();
    expect(reply).toEqual({
      symbols: ["BBB", "CCC"],
      exchange: "bybit",
      source: "live",
      warnings: [],
    });
    expect(network.requests[1]?.searchParams.get("cursor")).toBe("page two");
  });
});

describe("refusals and faults", () => {
  test.each([
    [10_001, "Not supported symbols", "SYMBOL_UNKNOWN"],
    [10_029, "The requested symbol is invalid.", "SYMBOL_UNKNOWN"],
    [10_001, "Invalid period!", "MARKET_DATA_REFUSED"],
    [10_010, "Unmatched IP", "MARKET_DATA_REFUSED"],
    [10_017, "Route not found.", "MARKET_DATA_REFUSED"],
  ] as const)("code %i (%s) is %s, asked once", async (code, text, expected) => {
    network.answer(() => envelope({}, code, text));
    const refusal = (error: unknown): boolean =>
      hasCode(error, expected) && error.message.includes(text);
    await expect(open().candles(REQUEST)).rejects.toSatisfy(refusal);
    expect(network.requests).toHaveLength(1);
  });

  test.each([
    ["10006", () => envelope({}, 10_006, "Too many visits!")],
    ["10016", () => envelope({}, 10_016, "Server error.")],
    ["HTTP 429", () => new Response("slow down", { status: 429 })],
    ["HTTP 502", () => new Response("<html>", { status: 502 })],
    ["a broken connection", () => "error" as const],
  ])("%s is asked again and may pass", async (_, fault) => {
    network.answer((url, index) => (index < 2 ? fault() : world(url)));
    const reply = await open().candles(REQUEST);
    expect(reply.candles.length).toBe(5);
    expect(network.requests).toHaveLength(3);
  });

  test("four tries are the limit", async () => {
    network.answer(() => new Response("", { status: 503 }));
    await expect(open().candles(REQUEST)).rejects.toSatisfy((error) =>
      hasCode(error, "MARKET_DATA_UNAVAILABLE"),
    );
    expect(network.requests).toHaveLength(4);
  });

  test("the reset time that Bybit gives is waited for, to the millisecond", async () => {
    const waiting = createManualClock({ now: NOW });
    network.answer((url, index) =>
      index === 0
        ? Response.json(
            { retCode: 10_006, retMsg: "Too many visits!", result: {} },
            { headers: { "X-Bapi-Limit-Reset-Timestamp": String(NOW + 1_234) } },
          )
        : world(url),
    );
    const reply = open({ clock: waiting }).candles(REQUEST);
    await expect.poll(() => waiting.sleeping()).toBe(1);
    await waiting.advance(1_233);
    expect(network.requests).toHaveLength(1);
    await waiting.advance(1);
    expect((await reply).candles.length).toBe(5);
  });

  test("a ban and a country that is not served are told at once", async () => {
    const body = { retCode: 10_006, retMsg: "access too frequent", result: {} };
    for (const reply of [
      () => Response.json(body, { status: 403 }),
      () => new Response("<html>blocked</html>", { status: 403 }),
    ]) {
      network.answer(reply);
      await expect(open().candles(REQUEST)).rejects.toSatisfy((error) =>
        hasCode(error, "MARKET_DATA_UNAVAILABLE"),
      );
    }
    expect(network.requests).toHaveLength(2);
  });

  test.each([
    ["no JSON", () => new Response("<html>a hotel's login</html>")],
    ["no envelope", () => Response.json([])],
    ["another result", () => envelope({ list: { a: 1 } })],
    ["short rows", () => envelope({ list: [["1670608800000", "1"]] })],
  ])("%s is no answer, and says what was wrong", async (_, reply) => {
    network.answer(reply);
    await expect(open().candles(REQUEST)).rejects.toThrow("documented shape");
    expect(network.requests).toHaveLength(1);
  });

  test("a request that is aborted on the way ends with the caller's reason", async () => {
    const controller = new AbortController();
    network.answer(async () => {
      controller.abort(new Error("gone"));
      return await new Promise<never>(() => undefined);
    });
    const request = open().candles({ ...REQUEST, signal: controller.signal });
    await expect(request).rejects.toThrow("gone");
  });

  test("an invalid address is refused at the start", () => {
    for (const origin of ["api.bybit.com", "ftp://x.example", "https://x.example/path"]) {
      expect(() => open({ origin })).toThrow("createBybitProvider");
    }
  });
});
