import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

import { EngineError } from "@bourse/backtest-engine/data";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { createManualClock } from "@bourse/kernel";
import { type CandleProvider, type FundingRequest } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createCandleCache } from "../src/index.ts";
import { HOUR, NOW, setUp as setUpIn } from "./cache-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const FILE = "bybit-BTCUSDT-funding.candles";
const FIRST = NOW - 100 * 8 * HOUR;
/** Payments every eight hours, the last of them to come; every third with a mark price. */
const PAYMENTS = Array.from({ length: 110 }, (_, k): FundingRate => {
  const time = Math.ceil(FIRST / (8 * HOUR)) * 8 * HOUR + k * 8 * HOUR;
  return { time, rate: (k - 50) / 10_000, ...(k % 3 === 0 && { markPrice: 100.1 + k }) };
});
const between = (start: number, end: number): readonly FundingRate[] =>
  PAYMENTS.filter(({ time }) => time >= start && time < end);

function setUp(directory = folder.path) {
  const clock = createManualClock({ now: NOW });
  const requests: FundingRequest[] = [];
  let isDown = false;
  const { provider } = setUpIn(directory);
  const perpetual: CandleProvider = {
    ...provider,
    async fundingRates(request) {
      requests.push(request);
      if (isDown) throw new EngineError("MARKET_DATA_UNAVAILABLE", "bybit is down.");
      const { startTime, endTime = clock.now() } = request;
      return await Promise.resolve(between(startTime, Math.min(endTime, clock.now())));
    },
  };
  const warned: string[] = [];
  const warn = (message: string): void => void warned.push(message);
  const reopen = () => createCandleCache({ directory, provider: perpetual, clock, warn });
  const cache = reopen();
  const read = async (startTime: number, endTime?: number, from = cache) =>
    await from.fundingRates!({
      symbol: "BTCUSDT",
      startTime,
      ...(endTime !== undefined && { endTime }),
    });
  return { cache, clock, requests, warned, reopen, read, fail: () => (isDown = true) };
}

describe("funding rates in the cache", () => {
  test("are those of the provider, and are asked for once, also by a cache opened anew", async () => {
    const { read, requests, reopen } = setUp();
    const end = FIRST + 400 * HOUR;
    expect(await read(FIRST, end)).toEqual(between(FIRST, end));
    expect(await read(FIRST + HOUR, end, reopen())).toEqual(between(FIRST + HOUR, end));
    expect(requests).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual([FILE]);
  });

  test("of a longer range are asked for where they are not known, from the newest part to the oldest", async () => {
    const { read, requests } = setUp();
    await read(FIRST + 160 * HOUR, FIRST + 240 * HOUR);
    expect(await read(FIRST, FIRST + 400 * HOUR)).toEqual(between(FIRST, FIRST + 400 * HOUR));
    expect(requests.map(({ startTime, endTime }) => [startTime - FIRST, endTime! - FIRST])).toEqual(
      [
        [160 * HOUR, 240 * HOUR],
        [240 * HOUR, 400 * HOUR],
        [0, 160 * HOUR],
      ],
    );
  });

  test("of the newest hour are asked for again, because a payment may only be late", async () => {
    const { read, requests, clock } = setUp();
    expect(await read(FIRST)).toEqual(between(FIRST, NOW));
    expect(await read(FIRST)).toEqual(between(FIRST, NOW));
    expect(requests[1]).toMatchObject({ startTime: NOW - HOUR, endTime: NOW });
    await clock.advance(24 * HOUR);
    expect(await read(FIRST)).toEqual(between(FIRST, NOW + 24 * HOUR));
  });

  test("are absent where the provider has none, and a range that is empty is the provider's to refuse", async () => {
    const { read, requests } = setUp();
    await read(FIRST, FIRST);
    expect(requests).toHaveLength(1);
    expect(setUpIn(folder.path).cache).not.toHaveProperty("fundingRates");
  });

  test("stand beside the candles in the report, and go with them", async () => {
    const { read, cache } = setUp();
    await read(FIRST, FIRST + 400 * HOUR);
    await cache.candles({ symbol: "BTCUSDT", interval: "60", limit: 20 });
    const { symbols } = await cache.status();
    expect(symbols.map(({ interval }) => interval).toSorted()).toEqual(["60", "funding"]);
    expect(await cache.clear()).toEqual({ filesDeleted: 2 });
  });

  test("of a provider that is down are its error where they are not known", async () => {
    const { read, fail } = setUp();
    await read(FIRST, FIRST + 400 * HOUR);
    fail();
    expect(await read(FIRST, FIRST + 400 * HOUR)).toHaveLength(50);
    await expect(read(FIRST, FIRST + 500 * HOUR)).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
  });

  test("in a damaged file are fetched again, and the file is named in a warning", async () => {
    const { read, warned, requests } = setUp();
    await read(FIRST, FIRST + 400 * HOUR);
    const file = await open(join(folder.path, FILE), "r+");
    const { size } = await file.stat();
    await file.write(Buffer.from([255]), 0, 1, size - 3);
    await file.close();
    expect(await read(FIRST, FIRST + 400 * HOUR)).toEqual(between(FIRST, FIRST + 400 * HOUR));
    expect(requests).toHaveLength(2);
    expect(warned).toEqual([expect.stringContaining(FILE)]);
  });

  test("are those of the provider for any requests at any times", async () => {
    const step = fc.record({
      start: fc.integer({ min: -50, max: 850 }),
      hours: fc.integer({ min: 1, max: 400 }),
      wait: fc.integer({ min: 0, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { cache, read, clock } = setUp();
        await cache.clear();
        for (const { start, hours, wait } of steps) {
          await clock.advance(wait * HOUR);
          const [from, to] = [FIRST + start * HOUR, FIRST + (start + hours) * HOUR];
          expect(await read(from, to)).toEqual(between(from, Math.min(to, clock.now())));
        }
      }),
      { numRuns: 40 },
    );
  });
});
