import { candlesFromRows } from "@bourse/backtest-engine";
import { createInProcessBus, createManualClock, createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createPaperBroker, paperCollections } from "../../src/execution/index.ts";
import { backtestCollections, createBacktestService } from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createMemoryImports } from "../../src/market-data/memory-imports.ts";
import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type { CandleProvider } from "../../src/market-data/port.ts";
import { flatBar, openMarket } from "./paper-market.ts";

const buy = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("a price that is older than two minutes", () => {
  test("fills no market order and closes no position: the refusal tells its age and the limit", async () => {
    const { broker, clock } = await openMarket();
    await broker.place(buy);
    await clock.advance(121_000);
    const tooOld = {
      code: "MARKET_DATA_UNAVAILABLE",
      details: { ageSeconds: 121, maxAgeSeconds: 120, retryAfterMilliseconds: MINUTE },
      message: expect.stringMatching(/121 seconds old, and the limit is 120 seconds/u) as string,
    };
    await expect(broker.place(buy)).rejects.toMatchObject(tooOld);
    await expect(broker.close({ symbol: "BTCUSDT" })).rejects.toMatchObject(tooOld);
    expect(await broker.orders()).toHaveLength(1);
  });

  test("marks no position, which tells the price's time", async () => {
    const { broker, clock } = await openMarket();
    const priceTime = clock.now();
    await broker.place(buy);
    await clock.advance(120_000);
    expect(await broker.positions()).toMatchObject([{ markPrice: "100", priceTime }]);
    await clock.advance(1000);
    expect(await broker.positions()).toMatchObject([
      { markPrice: null, unrealizedPnl: null, priceTime },
    ]);
  });

  test("keeps no limit order away: it waits while the market is closed and fills when it trades", async () => {
    const clock = createManualClock();
    const store = createMemoryStore({ collections: paperCollections });
    const start = clock.now();
    // A minute of the evening, and the first one of the next morning.
    const rows = [
      { timestamp: start, ...flatBar(100), volume: 1 },
      { timestamp: start + 16 * HOUR, ...flatBar(94), volume: 1 },
    ];
    const { candles } = candlesFromRows(rows);
    const series = [{ symbol: "BTCUSDT", interval: "1", candles }] as const;
    const provider = createMemoryProvider({ series, clock });
    const broker = createPaperBroker({ store, candles: provider, clock });
    await clock.advance(8 * HOUR);
    const order = { ...buy, orderType: "limit", price: "95" } as const;
    const { orderId, status, priceTime } = await broker.place(order);
    expect({ status, priceTime }).toEqual({ status: "open", priceTime: null });
    await broker.settle();
    expect((await broker.order(orderId)).status).toBe("open");
    await clock.advance(8 * HOUR + MINUTE);
    await broker.settle();
    expect(await broker.order(orderId)).toMatchObject({
      status: "filled",
      averagePrice: "94",
      priceTime: clock.now(),
    });
  });

  test("is taken up to the age that the option allows, which is never below one minute", async () => {
    const { broker, clock, reopen } = await openMarket({ priceMaxAgeSeconds: 3600 });
    await clock.advance(HOUR);
    expect(await broker.place(buy)).toMatchObject({ status: "filled" });
    await clock.advance(1000);
    await expect(broker.place(buy)).rejects.toThrow("3601 seconds old");
    expect(() => reopen({ priceMaxAgeSeconds: 59 })).toThrow("priceMaxAgeSeconds");
  });
});

test("a filled order tells the time of its price: the close of its candle", async () => {
  const { broker, clock, minute } = await openMarket();
  const closed = clock.now();
  await clock.advance(30_000);
  expect(await broker.place(buy)).toMatchObject({ status: "filled", priceTime: closed });
  const limit = await broker.place({ ...buy, orderType: "limit", price: "95" });
  await minute(flatBar(100));
  await minute(flatBar(94));
  await broker.settle();
  expect(await broker.order(limit.orderId)).toMatchObject({
    status: "filled",
    priceTime: closed + 2 * MINUTE,
  });
});

describe("imported history", () => {
  test("is no price of orders, fills or marks, however new: they are the exchange's", async () => {
    const { clock, imports, provider, store, live } = await openImported();
    const broker = createPaperBroker({ store, candles: provider, clock });
    const resting = await broker.place({ ...buy, orderType: "limit", price: "50" });
    await imports.import({ symbol: "BTCUSDT", interval: "1", csv: minutesAt(clock.now(), 7) });
    expect((await provider.candles({ symbol: "BTCUSDT", interval: "1", limit: 1 })).source).toBe(
      "csv",
    );
    expect(await broker.place(buy)).toMatchObject({ averagePrice: "100", source: "memory" });
    expect(await broker.positions()).toMatchObject([{ markPrice: "100", source: "memory" }]);
    await clock.advance(2 * MINUTE);
    await broker.settle();
    expect((await broker.order(resting.orderId)).status).toBe("open");
    expect(live.exchange).toBe("memory");
  });

  test("is refused in words where a broker has nothing else", async () => {
    const clock = createManualClock();
    const now = clock.now();
    const rows = [{ timestamp: now, open: 1, high: 1, low: 1, close: 1, volume: 1 }];
    const series = [
      { symbol: "BTCUSDT", interval: "1", candles: candlesFromRows(rows).candles },
    ] as const;
    const candles = createMemoryProvider({ series, clock, exchange: "csv", source: "csv" });
    const store = createMemoryStore({ collections: paperCollections });
    const broker = createPaperBroker({ store, candles, clock });
    await clock.advance(MINUTE);
    for (const order of [buy, { ...buy, orderType: "limit", price: "1" } as const]) {
      await expect(broker.place(order)).rejects.toMatchObject({
        code: "MARKET_DATA_UNAVAILABLE",
        message: expect.stringContaining("imported history only") as string,
      });
    }
    expect(await broker.orders()).toEqual([]);
  });
});

describe("a live signal", () => {
  test("comes from no candles that closed more than two intervals ago, and tells the time of its price", async () => {
    const clock = createManualClock();
    const start = clock.now();
    const exchanges = createExchangeDirectory({ memory: hours(start, 100, 300, clock) }, "memory");
    const parts = { bus: createInProcessBus(), exchanges, clock };
    const service = createBacktestService({
      ...parts,
      store: createMemoryStore({ collections: backtestCollections }),
    });
    await clock.advance(302 * HOUR);
    expect(await service.generateSignal("rsi", "BTCUSDT")).toMatchObject({
      timestamp: start + 299 * HOUR,
      priceTime: start + 300 * HOUR,
    });
    await clock.advance(1000);
    await expect(service.generateSignal("rsi", "BTCUSDT")).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
      message: expect.stringMatching(/7201 seconds old, and the limit is 7200/u) as string,
    });
    const patient = createBacktestService({
      ...parts,
      store: createMemoryStore({ collections: backtestCollections }),
      priceMaxAgeSeconds: 86_400,
    });
    expect(await patient.generateSignal("rsi", "BTCUSDT")).toMatchObject({ symbol: "BTCUSDT" });
  });

  test("comes from the exchange where the series was imported too", async () => {
    const { clock, imports, provider, store, start } = await openImported();
    await clock.advance(299 * HOUR);
    const csv = hourRows(start, 7, 300);
    await imports.import({ symbol: "BTCUSDT", interval: "1h", csv });
    const service = createBacktestService({
      store,
      bus: createInProcessBus(),
      exchanges: createExchangeDirectory({ memory: provider }, "memory"),
      clock,
    });
    expect(await service.generateSignal("rsi", "BTCUSDT")).toMatchObject({
      price: 100,
      exchange: "memory",
    });
  });
});

/** An exchange at 100 with imports laid over it, one hour after its first candle. */
async function openImported() {
  const clock = createManualClock();
  const start = clock.now();
  const hourly = hours(start, 100, 300, clock);
  const minutely = createMemoryProvider({
    series: [
      { symbol: "BTCUSDT", interval: "1", candles: flat(start, MINUTE, 100, 18_000) } as const,
    ],
    clock,
  });
  const live: CandleProvider = {
    ...minutely,
    candles: (request) => (request.interval === "1" ? minutely : hourly).candles(request),
  };
  const { imports, provider } = createMemoryImports({ base: live, clock });
  const store = createMemoryStore({ collections: backtestCollections });
  await clock.advance(HOUR);
  return { clock, start, imports, provider, store, live };
}

function hours(
  start: number,
  price: number,
  count: number,
  clock: ReturnType<typeof createManualClock>,
): CandleProvider {
  const candles = flat(start, HOUR, price, count);
  return createMemoryProvider({
    series: [{ symbol: "BTCUSDT", interval: "60", candles }],
    clock,
  });
}

function flat(start: number, step: number, price: number, count: number) {
  const rows = Array.from({ length: count }, (_, row) => ({
    timestamp: start + row * step,
    ...flatBar(price),
    volume: 1,
  }));
  return candlesFromRows(rows).candles;
}

function minutesAt(now: number, price: number): string {
  return csvOf(now - 10 * MINUTE, MINUTE, price, 20);
}

function hourRows(start: number, price: number, count: number): string {
  return csvOf(start, HOUR, price, count);
}

function csvOf(start: number, step: number, price: number, count: number): string {
  const rows = Array.from({ length: count }, (_, row) =>
    [start + row * step, price, price, price, price, 1].join(","),
  );
  return ["timestamp,open,high,low,close,volume", ...rows].join("\n");
}
