import { readdir, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Candles } from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";
import { createSimulatedProvider, type CandleProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { createCandleCache, type CandleCacheOptions } from "../src/index.ts";
import { closed, FILE, hourly, NOW, REQUEST, setUp as setUpIn } from "./cache-under-test.ts";
import { countedProvider } from "./counted-provider.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const setUp = (options?: Partial<CandleCacheOptions>, candles?: Candles) =>
  setUpIn(folder.path, options, candles);

describe("a damaged file", () => {
  /** Outcome of a request whose file was damaged, and of the one after it. */
  const askAfter = async (damage: (path: string) => Promise<void>): Promise<object> => {
    const { cache, provider, warned } = setUp();
    const before = await cache.candles(REQUEST);
    await damage(join(folder.path, FILE));
    const after = await cache.candles(REQUEST);
    const next = await cache.candles(REQUEST);
    await cache.clear();
    return {
      isSame: isDeepStrictEqual(after.candles, before.candles),
      sources: [after.source, next.source],
      requests: provider.requests.length,
      isWarned: warned.length === 1 && isDeepStrictEqual(after.warnings, warned),
    };
  };
  const SET_ASIDE = { isSame: true, sources: ["live", "cache"], requests: 2, isWarned: true };

  test("is set aside wherever a bit of it is flipped", async () => {
    const { cache } = setUp();
    await cache.candles(REQUEST);
    const length = (await readFile(join(folder.path, FILE))).length;
    await cache.clear();
    const offsets = new Set<number>();
    for (let offset = 0; offset < 120; offset += 1) offsets.add(offset);
    for (let offset = 120; offset < length; offset += 101) offsets.add(offset);
    for (const offset of [...offsets, length - 1]) {
      const outcome = await askAfter(async (path) => {
        const bytes = await readFile(path);
        bytes[offset]! ^= 1 << (offset % 8);
        await writeFile(path, bytes);
      });
      expect(outcome, `a bit of byte ${offset}`).toEqual(SET_ASIDE);
    }
  });

  test("is set aside wherever it ends too early", async () => {
    for (const length of [0, 1, 55, 56, 57, 79, 100, 300, 1_000]) {
      const outcome = await askAfter((path) => truncate(path, length));
      expect(outcome, `${length} bytes`).toEqual(SET_ASIDE);
    }
  });

  test("is set aside when something follows its end, or it is another's", async () => {
    const longer = await askAfter(async (path) => await writeFile(path, "x", { flag: "a" }));
    expect(longer).toEqual(SET_ASIDE);
    const text = await askAfter(async (path) => await writeFile(path, "time,open\n".repeat(100)));
    expect(text).toEqual(SET_ASIDE);
    const renamed = await askAfter(async (path) => {
      const other = setUp({}, hourly);
      const eth = createCandleCache({
        directory: folder.path,
        clock: other.clock,
        provider: { ...other.provider, exchange: "binance" },
      });
      await eth.candles(REQUEST);
      await rename(join(folder.path, "binance-BTCUSDT-60.candles"), path);
    });
    expect(renamed).toEqual(SET_ASIDE);
  });

  test("keeps its bytes under the next free number", async () => {
    const { cache } = setUp();
    for (const text of ["first", "second"]) {
      await cache.candles(REQUEST);
      await writeFile(join(folder.path, FILE), text);
    }
    await cache.status();
    expect(await readdir(folder.path)).toEqual([`${FILE}.damaged-1`, `${FILE}.damaged-2`]);
    expect(await readFile(join(folder.path, `${FILE}.damaged-2`), "utf8")).toBe("second");
  });
});

describe("status and clearing", () => {
  test("an empty cache has nothing to tell", async () => {
    const { cache } = setUp({ directory: join(folder.path, "not", "yet") });
    expect(await cache.status()).toEqual({
      cacheDir: join(folder.path, "not", "yet"),
      totalSymbols: 0,
      totalFiles: 0,
      totalSizeBytes: 0,
      totalSizeMb: 0,
      oldestData: null,
      newestData: null,
      symbols: [],
    });
    expect(await cache.clear()).toEqual({ filesDeleted: 0 });
  });

  test("each series is told with its bounds, also those of other providers", async () => {
    const { cache, clock } = setUp();
    const source = countedProvider(clock, "60", hourly);
    const binance = createCandleCache({
      directory: folder.path,
      provider: { ...source, exchange: "binance" },
      clock,
    });
    await cache.candles(REQUEST);
    await binance.candles({ ...REQUEST, limit: 50 });
    const status = await cache.status();
    expect(status).toMatchObject({
      totalSymbols: 1,
      totalFiles: 2,
      oldestData: closed.at(-50),
      newestData: closed.at(-1),
      symbols: [
        { exchange: "binance", records: 50, startTime: closed.at(-50) },
        {
          exchange: "bybit",
          symbol: "BTCUSDT",
          interval: "60",
          records: 20,
          endTime: closed.at(-1),
        },
      ],
    });
    const sizes = (await Promise.all(
      (await readdir(folder.path)).map(
        async (name) => (await readFile(join(folder.path, name))).length,
      ),
    )) as number[];
    expect(status.totalSizeBytes).toBe(sizes[0]! + sizes[1]!);
  });

  test("clearing deletes what is the cache's own and nothing else", async () => {
    const { cache } = setUp();
    await cache.candles(REQUEST);
    await writeFile(join(folder.path, `${FILE}.damaged-1`), "");
    await writeFile(join(folder.path, `${FILE}.0.unfinished`), "");
    await writeFile(join(folder.path, "notes.txt"), "mine");
    expect(await cache.clear()).toEqual({ filesDeleted: 3 });
    expect(await readdir(folder.path)).toEqual(["notes.txt"]);
    expect((await cache.candles(REQUEST)).source).toBe("live");
  });
});

test("minutes and months lie beside each other, on a disk that knows no letter case too", async () => {
  const clock = createManualClock({ now: NOW });
  const simulated = createSimulatedProvider({ clock });
  const provider: CandleProvider = {
    ...simulated,
    exchange: "bybit",
    candles: async (request) => ({ ...(await simulated.candles(request)), source: "live" }),
  };
  const cache = createCandleCache({ directory: folder.path, provider, clock });
  const intervals = ["1", "M", "3", "3M", "10s", "10"] as const;
  const request = { symbol: "BTCUSDT", limit: 5 } as const;
  for (const interval of intervals) await cache.candles({ ...request, interval });
  const names = (await readdir(folder.path)).map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(intervals.length);
  for (const interval of intervals) {
    const kept = await cache.candles({ ...request, interval });
    expect(kept.source).toBe("cache");
    expect(kept.candles).toEqual((await simulated.candles({ ...request, interval })).candles);
  }
});
