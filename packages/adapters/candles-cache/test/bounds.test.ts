import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { createMemoryProvider } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { expect, test } from "vitest";

import { createCandleCache, type CandleCacheOptions } from "../src/index.ts";
import { hourly, NOW } from "./cache-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const SYMBOLS = ["A", "B", "C", "D", "E"];

function setUp(options: Partial<CandleCacheOptions>) {
  const clock = createManualClock({ now: NOW });
  const series = SYMBOLS.map((symbol) => ({
    symbol,
    interval: "60" as const,
    candles: hourly,
  }));
  const provider = createMemoryProvider({ exchange: "bybit", clock, series });
  const warned: string[] = [];
  const reopen = () =>
    createCandleCache({
      directory: folder.path,
      provider,
      clock,
      warn: (message) => warned.push(message),
      ...options,
    });
  let cache = reopen();
  return {
    warned,
    reopen: () => (cache = reopen()),
    /** Reads a series one second after the last one; resolves to where it came from. */
    read: async (symbol: string, limit = 10): Promise<string> => {
      await clock.advance(1000);
      return (await cache.candles({ symbol, interval: "60", limit })).source;
    },
    clear: () => cache.clear(),
  };
}

const kept = async (): Promise<string[]> =>
  (await readdir(folder.path)).map((name) => name.split("-")[1]!).toSorted();

async function bytes(): Promise<number> {
  const names = await readdir(folder.path);
  const sizes = await Promise.all(names.map(async (name) => stat(join(folder.path, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

test("beyond the maximum of files the least recently used series is dropped, and no request is refused", async () => {
  const { read, reopen } = setUp({ maxFiles: 2 });
  await read("A");
  await read("B");
  expect(await read("A"), "a use, though nothing is written").toBe("cache");
  reopen();
  expect(await read("C")).toBe("live");
  expect(await kept()).toEqual(["A", "C"]);
  expect(await read("B"), "it is fetched again").toBe("live");
});

test("beyond the maximum of bytes series are dropped until the new one fits; one that never fits is not kept", async () => {
  const { read, warned } = setUp({});
  await read("A");
  const one = await bytes();
  const small = setUp({ maxBytes: 3 * one });
  for (const symbol of ["B", "C", "D"]) await small.read(symbol);
  expect(await kept()).toEqual(["B", "C", "D"]);
  expect(await small.read("E", 20)).toBe("live");
  expect(await bytes()).toBeLessThanOrEqual(3 * one);
  expect(await kept()).toContain("E");
  const before = await kept();
  expect(await small.read("A", 400)).toBe("live");
  expect(await kept(), "the others stay").toEqual(before);
  expect(small.warned.join()).toMatch(/is larger than the cache .* it is not kept\.$/u);
  expect(warned).toEqual([]);
});

test("damaged files that were set aside count, and are dropped before any series", async () => {
  const { read } = setUp({ maxFiles: 2 });
  await read("A");
  await writeFile(join(folder.path, "bybit-A-60.candles"), "damaged");
  await read("A");
  expect(await kept()).toEqual(["A", "A"]);
  await read("B");
  expect((await readdir(folder.path)).toSorted()).toEqual([
    "bybit-A-60.candles",
    "bybit-B-60.candles",
  ]);
});

test("under any order of reads at once the folder is within its bounds when they have ended", async () => {
  const read = fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    limit: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(read, { maxLength: 4 }), { maxLength: 6 }),
      async (rounds) => {
        const under = setUp({ maxFiles: 3, maxBytes: 8000 });
        for (const round of rounds) {
          const sources = await Promise.all(
            round.map(({ symbol, limit }) => under.read(symbol, limit)),
          );
          expect(sources.every((source) => source === "live" || source === "cache")).toBe(true);
          expect((await kept()).length).toBeLessThanOrEqual(3);
          expect(await bytes()).toBeLessThanOrEqual(8000);
        }
        await under.clear();
        expect(under.warned).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
