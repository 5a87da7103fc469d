import { open, readdir, rename, rm } from "node:fs/promises";

import { EngineError, type Candles } from "@bourse/backtest-engine/data";
import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock, hasCode } from "@bourse/kernel";
import type { ReplaceFileOperations } from "@bourse/kernel/files";
import { type CandleProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { createCandleCache, type CandleCacheOptions } from "../src/index.ts";
import { closed, FILE, HOUR, hourly, NOW, REQUEST, setUp as setUpIn } from "./cache-under-test.ts";
import { candlesUntil, countedProvider } from "./counted-provider.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const setUp = (options?: Partial<CandleCacheOptions>, candles?: Candles) =>
  setUpIn(folder.path, options, candles);

describe("a cache conforms as a provider, empty or filled", () => {
  for (const filled of [0, 12, 30]) {
    describe(`with ${filled} candles in it`, () => {
      providerConformance({
        test,
        open: async () => {
          const { cache } = setUp();
          if (filled > 0) await cache.candles({ ...REQUEST, limit: filled });
          return {
            provider: cache,
            symbol: "BTCUSDT",
            interval: "60",
            unknownSymbol: "ETHUSDT",
            now: NOW,
          };
        },
      });
    });
  }
});

describe("an interval that the provider lacks", () => {
  const cacheOf = () => {
    const clock = createManualClock({ now: NOW });
    const provider = countedProvider(clock, "60", hourly, ["60"]);
    const cache = createCandleCache({ directory: folder.path, provider, clock });
    return { cache, clock, provider };
  };

  providerConformance({
    test,
    open: async () => ({
      provider: cacheOf().cache,
      symbol: "BTCUSDT",
      interval: "180",
      unknownSymbol: "ETHUSDT",
      now: NOW,
    }),
  });

  test("is made of the candles that it has, and these are kept", async () => {
    const { cache, clock, provider } = cacheOf();
    const first = await cache.candles({ ...REQUEST, interval: "180" });
    expect([first.source, first.candles.length]).toEqual(["live", 20]);
    expect((await cache.status()).symbols.map(({ interval }) => interval)).toEqual(["60"]);
    // Of another length, and of the hours themselves, nothing is fetched again.
    const second = await cache.candles({ ...REQUEST, interval: "240", limit: 5 });
    const third = await cache.candles({ ...REQUEST, limit: 50, endTime: NOW - 1.5 * HOUR });
    expect([second.source, third.source]).toEqual(["cache", "cache"]);
    expect(provider.requests).toHaveLength(1);
    await clock.advance(3 * HOUR);
    expect((await cache.candles({ ...REQUEST, interval: "180" })).candles.length).toBe(20);
    expect(provider.given).toHaveLength(63);
  });
});

test("a longer candle that is open by the exchange's clock is left out, though ours is ahead", async () => {
  // By ours, the candle from 9 to 12 o'clock has closed, and two minutes have passed.
  const clock = createManualClock({ now: NOW + 92 * 60_000 });
  const exchange = countedProvider(createManualClock({ now: NOW }), "60", hourly, ["60"]);
  const provider: CandleProvider = {
    ...exchange,
    candles: async (request) => ({ ...(await exchange.candles(request)), sourceTime: NOW }),
  };
  const cache = createCandleCache({ directory: folder.path, provider, clock });
  const { candles } = await cache.candles({ ...REQUEST, interval: "180" });
  expect(new Date(candles.time.at(-1)!).toISOString()).toBe("2026-11-20T06:00:00.000Z");
});

describe("what is fetched", () => {
  test("nothing, when all is known, also by a cache opened anew", async () => {
    const { cache, reopen, provider } = setUp();
    const first = await cache.candles(REQUEST);
    const second = await reopen().candles({ ...REQUEST, limit: 5 });
    expect([first.source, second.source]).toEqual(["live", "cache"]);
    expect(second.candles.time).toEqual(closed.slice(-5));
    expect(second.candles.turnover).toEqual(first.candles.turnover!.slice(-5));
    expect(provider.requests).toHaveLength(1);
  });

  test("and kept by ten thousand candles, so that a failure loses what came after", async () => {
    const candles = await candlesUntil(NOW, "60", 25_000);
    const { cache, reopen, provider } = setUp({}, candles);
    const request = { ...REQUEST, limit: 25_000 };
    provider.fail(1, 2);
    await expect(cache.candles(request)).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
    expect(provider.given).toHaveLength(20_000);
    expect((await reopen().candles(request)).candles.time).toEqual(candles.time);
    expect(provider.given).toHaveLength(25_000);
  });

  test("only what came since", async () => {
    const { cache, clock, provider } = setUp();
    await cache.candles(REQUEST);
    await clock.advance(3 * HOUR);
    const reply = await cache.candles(REQUEST);
    expect(reply.source).toBe("live");
    expect(reply.candles.length).toBe(20);
    expect(provider.given).toHaveLength(23);
  });

  test("only the part before what is known", async () => {
    const { cache, provider } = setUp();
    await cache.candles(REQUEST);
    await cache.candles({ ...REQUEST, limit: 50 });
    expect(provider.requests[1]).toMatchObject({ limit: 30, endTime: closed.at(-20) });
    expect(provider.given).toHaveLength(50);
  });

  test("only the gap between two known stretches", async () => {
    const { cache, provider } = setUp();
    const at = (index: number): number => closed.at(index)!;
    await cache.candles({ ...REQUEST, limit: 100, startTime: at(-50), endTime: at(-40) });
    await cache.candles({ ...REQUEST, limit: 100, startTime: at(-20), endTime: at(-10) });
    const reply = await cache.candles({
      ...REQUEST,
      limit: 100,
      startTime: at(-50),
      endTime: at(-10),
    });
    expect(reply.candles.length).toBe(40);
    expect(Float64Array.from(provider.given).sort()).toEqual(closed.slice(-50, -10));
  });

  test("the beginning of history once, however far a request reaches", async () => {
    const { cache, provider } = setUp();
    await cache.candles({ ...REQUEST, limit: 9_999 });
    const reply = await cache.candles({ ...REQUEST, limit: 8_888 });
    expect(reply.source).toBe("cache");
    expect(reply.candles.length).toBe(closed.length);
    expect(provider.requests).toHaveLength(1);
  });

  test("a hole that the exchange left once", async () => {
    const holed = await candlesUntil(NOW, "60", 100, (index) => index >= 60 && index < 80);
    const { cache, provider } = setUp({}, holed);
    expect((await cache.candles({ ...REQUEST, limit: 50 })).candles.length).toBe(50);
    expect((await cache.candles({ ...REQUEST, limit: 45 })).source).toBe("cache");
    expect(provider.requests).toHaveLength(1);
  });

  test("a newest candle that is late, until it has had its time to come", async () => {
    const late = await candlesUntil(NOW, "60", 40, (index) => index === 39);
    const { cache, clock, provider } = setUp({ settleMilliseconds: HOUR }, late);
    const untilTen = { ...REQUEST, endTime: Date.UTC(2026, 10, 20, 10) };
    await cache.candles(untilTen);
    await cache.candles(untilTen);
    expect(provider.requests).toHaveLength(2);
    expect(provider.requests[1]).toMatchObject({ startTime: closed.at(-1), limit: 20 });
    await clock.advance(30 * 60_000);
    await cache.candles(untilTen);
    await cache.candles(untilTen);
    expect(provider.requests).toHaveLength(3);
  });

  test("each candle once, by many at the same time", async () => {
    const { cache, provider } = setUp();
    const limits = Array.from({ length: 25 }, (_, index) => 10 + ((index * 37) % 90));
    const replies = await Promise.all(limits.map((limit) => cache.candles({ ...REQUEST, limit })));
    expect(replies.map(({ candles }) => candles.length)).toEqual(limits);
    expect(new Set(provider.given).size).toBe(provider.given.length);
  });

  test("everything, past the cache and not into it, when the caller wants it so", async () => {
    const { cache, provider } = setUp();
    const reply = await cache.candles({ ...REQUEST, useCache: false });
    expect(reply.source).toBe("live");
    expect(await readdir(folder.path)).toEqual([]);
    await cache.candles(REQUEST);
    await cache.candles({ ...REQUEST, useCache: false });
    expect(provider.requests).toHaveLength(3);
  });
});

describe("failures", () => {
  test("of the provider pass on; what came before one is kept", async () => {
    const { cache, provider } = setUp();
    const at = (index: number): number => closed.at(index)!;
    await cache.candles({ ...REQUEST, limit: 100, startTime: at(-20), endTime: at(-10) });
    provider.fail(1);
    const down = (error: unknown): boolean => hasCode(error, "MARKET_DATA_UNAVAILABLE");
    await expect(cache.candles({ ...REQUEST, limit: 30 })).rejects.toSatisfy(down);
    const reply = await cache.candles({ ...REQUEST, limit: 30 });
    expect(reply.candles.time).toEqual(closed.slice(-30));
    expect(provider.given).toHaveLength(30);
  });

  test("of the provider do not matter while the cache can answer", async () => {
    const { cache, provider } = setUp();
    await cache.candles(REQUEST);
    provider.fail(99);
    expect((await cache.candles(REQUEST)).source).toBe("cache");
  });

  test("of one caller do not harm those who wait behind", async () => {
    const { clock } = setUp();
    const source = countedProvider(clock, "60", hourly);
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const hesitant: CandleProvider = {
      ...source,
      async candles(request) {
        if (source.requests.length > 0) return await source.candles(request);
        await source.candles(request);
        onAsked();
        return await new Promise<never>((_, reject) => {
          request.signal?.addEventListener("abort", () => reject(request.signal?.reason as Error));
        });
      },
    };
    const cache = createCandleCache({ directory: folder.path, provider: hesitant, clock });
    const leaver = new AbortController();
    const impatient = new AbortController();
    const first = cache.candles({ ...REQUEST, signal: leaver.signal });
    await asked;
    const second = cache.candles({ ...REQUEST, signal: impatient.signal });
    const third = cache.candles(REQUEST);
    impatient.abort(new Error("second left"));
    await expect(second).rejects.toThrow("second left");
    leaver.abort(new Error("first left"));
    await expect(first).rejects.toThrow("first left");
    expect((await third).candles.length).toBe(20);
  });

  test("of the disk cost a warning, whichever write fails, and leave old or new", async () => {
    let count = 0;
    let failing = Number.POSITIVE_INFINITY;
    const step = async <T>(run: () => Promise<T>): Promise<T> => {
      count += 1;
      if (count === failing) throw new Error(`operation ${failing} failed`);
      return await run();
    };
    const files: ReplaceFileOperations = {
      open: (path, flags, mode) =>
        step(async () => {
          const file = await open(path, flags, mode);
          return {
            appendFile: (data) => step(async () => await file.appendFile(data)),
            sync: () => step(async () => await file.sync()),
            close: async () => await file.close(),
          };
        }),
      rename: (from, to) => step(async () => await rename(from, to)),
      rm,
    };
    const probe = setUp({ files });
    await probe.cache.candles(REQUEST);
    const operations = count;
    expect(operations).toBeGreaterThan(5);
    for (let n = 1; n <= operations; n += 1) {
      const { cache, warned, provider } = setUp({ files });
      await cache.clear();
      failing = Number.POSITIVE_INFINITY;
      await cache.candles({ ...REQUEST, limit: 5 });
      [count, failing] = [0, n];
      const reply = await cache.candles(REQUEST);
      expect(reply.candles.time).toEqual(closed.slice(-20));
      expect(warned).toHaveLength(1);
      expect(reply.warnings).toEqual(warned);
      failing = Number.POSITIVE_INFINITY;
      const after = await cache.candles(REQUEST);
      expect(after.candles.time).toEqual(closed.slice(-20));
      expect(warned).toHaveLength(1);
      expect([20, 35]).toContain(provider.given.length);
      expect(await readdir(folder.path)).toEqual([FILE]);
    }
  });

  test("candles that a provider made up are given and not kept", async () => {
    const { clock, provider } = setUp();
    const pretending: CandleProvider = {
      ...provider,
      candles: async (request) => ({
        ...(await provider.candles(request)),
        source: "simulated",
        warnings: ["made up"],
      }),
    };
    const cache = createCandleCache({ directory: folder.path, provider: pretending, clock });
    const reply = await cache.candles(REQUEST);
    expect([reply.source, reply.warnings]).toEqual(["simulated", ["made up"]]);
    expect(reply.candles.length).toBe(20);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("an unknown symbol is not remembered", async () => {
    const { cache, provider } = setUp();
    const unknown = cache.candles({ ...REQUEST, symbol: "NOPE" });
    await expect(unknown).rejects.toBeInstanceOf(EngineError);
    expect(provider.requests).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe("a clock an hour ahead of the exchange's", () => {
  test("makes no hole of a candle that is still to come", async () => {
    const theirs = createManualClock({ now: NOW });
    const exchange = countedProvider(theirs, "60", hourly);
    const provider: CandleProvider = {
      ...exchange,
      async candles(request) {
        return { ...(await exchange.candles(request)), sourceTime: theirs.now() };
      },
    };
    const ours = createManualClock({ now: NOW + HOUR });
    const { cache } = setUp({ provider, clock: ours });
    const first = await cache.candles(REQUEST);
    expect(first.candles.time.at(-1)).toBe(closed.at(-1));
    for (const clock of [ours, theirs]) await clock.advance(2 * HOUR);
    const later = await cache.candles(REQUEST);
    const end = hourly.time.indexOf(closed.at(-1)!) + 3;
    expect(later.candles.time).toEqual(hourly.time.slice(end - 20, end));
    expect(exchange.given, "each candle is fetched once").toHaveLength(22);
  });
});
