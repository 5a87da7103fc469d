import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { writeCandlesCsv } from "@bourse/backtest-engine/data";
import { providerConformance } from "@bourse/conformance/candles";
import { createManualClock, hasCode } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { createCsvProvider } from "../src/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 30);
const clock = createManualClock({ now: NOW });
const HEADER = "timestamp,open,high,low,close,volume\n";
const HOUR = 3_600_000;
const START = 1_704_067_200_000;
const folder = temporaryFolder();

const later = createSimulatedProvider({ clock: createManualClock({ now: NOW + 3 * HOUR }) });
const { candles } = await later.candles({ symbol: "BTCUSDT", interval: "60", limit: 50 });
const request = { symbol: "BTCUSDT", interval: "60", limit: 10 } as const;

const put = (name: string, text: string): Promise<void> => writeFile(join(folder.path, name), text);
const rows = (...opens: number[]): string =>
  HEADER +
  opens
    .map((open, index) => `${START + index * HOUR},${open},${open},${open},${open},1`)
    .join("\n");

describe("the CSV provider conforms", () => {
  providerConformance({
    test,
    open: async () => {
      await put("BTCUSDT-1h.csv", writeCandlesCsv(candles));
      return {
        provider: createCsvProvider({ directory: folder.path, clock }),
        symbol: "BTCUSDT",
        interval: "60",
        unknownSymbol: "ETHUSDT",
        now: NOW,
      };
    },
  });
});

test("candles for reading only are lent from one shared memory, the others are the caller's", async () => {
  await put("LENTUSDT-1h.csv", rows(1, 2, 3, 4));
  const provider = createCsvProvider({ directory: folder.path, clock });
  const lent = { symbol: "LENTUSDT", interval: "60", limit: 4, readOnly: true } as const;
  const [all, newest] = [
    await provider.candles(lent),
    await provider.candles({ ...lent, limit: 2 }),
  ];
  expect(all.candles.close.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(newest.candles.close.buffer).toBe(all.candles.close.buffer);
  expect([...newest.candles.close]).toEqual([3, 4]);
  const own = await provider.candles({ ...lent, readOnly: false });
  own.candles.close.fill(-1);
  expect([...all.candles.close]).toEqual([1, 2, 3, 4]);
});

describe("the folder", () => {
  test("that does not exist holds nothing", async () => {
    const provider = createCsvProvider({ directory: join(folder.path, "nowhere"), clock });
    expect((await provider.symbols()).symbols).toEqual([]);
    const unknown = (error: unknown): boolean => hasCode(error, "SYMBOL_UNKNOWN");
    await expect(provider.candles(request)).rejects.toSatisfy(unknown);
  });

  test("may hold other things, which are passed over", async () => {
    await mkdir(join(folder.path, "DIRUSDT-1h.csv"));
    await put("README.md", "hello");
    await put("BTCUSDT-1h.csv", rows(1));
    const provider = createCsvProvider({ directory: folder.path, clock });
    expect((await provider.symbols()).symbols).toEqual(["BTCUSDT"]);
  });

  test("with two files of one series is read by preference, and says so", async () => {
    await put("bybit-BTCUSDT-1h.csv", rows(2));
    await put("binance-BTCUSDT-1h.csv", rows(3));
    const all = createCsvProvider({ directory: folder.path, clock });
    const first = await all.candles(request);
    expect(first.candles.open[0]).toBe(3);
    expect(first.warnings).toEqual([
      "Two files hold this series: binance-BTCUSDT-1h.csv was read, bybit-BTCUSDT-1h.csv was not.",
    ]);
    const bybit = createCsvProvider({ directory: folder.path, exchange: "bybit", clock });
    const second = await bybit.candles(request);
    expect([second.candles.open[0], second.warnings]).toEqual([2, []]);
    await put("BTCUSDT-60.csv", rows(1));
    expect((await bybit.candles(request)).candles.open[0]).toBe(1);
  });

  test("is looked at again at each request: files come, change and go", async () => {
    const provider = createCsvProvider({ directory: folder.path, clock });
    await put("BTCUSDT-1h.csv", rows(1));
    expect((await provider.candles(request)).candles.open[0]).toBe(1);
    await put("incoming", rows(7));
    await rename(join(folder.path, "incoming"), join(folder.path, "BTCUSDT-1h.csv"));
    expect((await provider.candles(request)).candles.open[0]).toBe(7);
    await rm(join(folder.path, "BTCUSDT-1h.csv"));
    await expect(provider.candles(request)).rejects.toThrow("there is none");
  });

  test("shows a change that its own time of change does not tell", async () => {
    const provider = createCsvProvider({ directory: folder.path, clock });
    const open = async (symbol: string): Promise<number | undefined> =>
      (await provider.candles({ ...request, symbol })).candles.open[0];
    await put("BTCUSDT-1h.csv", rows(1));
    await put("elsewhere", rows(2));
    const long = new Date(Date.now() - 60_000);
    await utimes(folder.path, long, long);
    expect(await open("BTCUSDT")).toBe(1);
    await expect(open("ETHUSDT")).rejects.toThrow("there is none");

    await put("BTCUSDT-1h.csv", rows(3));
    expect(await open("BTCUSDT")).toBe(3);
    await symlink("elsewhere", join(folder.path, "ETHUSDT-1h.csv"));
    await utimes(folder.path, long, long);
    expect(await open("ETHUSDT")).toBe(2);
    await put("elsewhere", rows(4));
    expect(await open("ETHUSDT")).toBe(4);

    await rm(folder.path, { recursive: true });
    await expect(open("BTCUSDT")).rejects.toThrow("there is none");
    await mkdir(folder.path);
    await put("BTCUSDT-1h.csv", rows(5));
    expect(await open("BTCUSDT")).toBe(5);
  });

  test("may hold more candles than are kept in memory", async () => {
    const provider = createCsvProvider({ directory: folder.path, clock, maxCachedCandles: 3 });
    await put("BTCUSDT-1h.csv", rows(1, 2));
    await put("ETHUSDT-1h.csv", rows(3, 4));
    await put("XRPUSDT-1h.csv", rows(5, 6, 7, 8));
    for (const [symbol, open] of [
      ["BTCUSDT", 2],
      ["ETHUSDT", 4],
      ["XRPUSDT", 8],
      ["BTCUSDT", 2],
    ] as const) {
      const reply = await provider.candles({ ...request, symbol });
      expect(reply.candles.open.at(-1)).toBe(open);
    }
  });
});

describe("a file", () => {
  test("with broken rows is refused, naming the file and each row", async () => {
    await put(
      "BTCUSDT-1h.csv",
      `${HEADER}${START},1,1,1,1,1\n${START + HOUR},1,0.5,1,1,1\n${START + HOUR},x,1,1,1,1\n`,
    );
    const provider = createCsvProvider({ directory: folder.path, clock });
    await expect(provider.candles(request)).rejects.toMatchObject({
      code: "CANDLES_INVALID",
      message: expect.stringMatching(/^BTCUSDT-1h\.csv: .*row 3.*row 4/s) as string,
      details: { file: "BTCUSDT-1h.csv" },
    });
    await put("BTCUSDT-1h.csv", rows(1, 2));
    expect((await provider.candles(request)).candles.length).toBe(2);
  });

  test("whose candles are closer together than its name says is refused", async () => {
    await put("BTCUSDT-1d.csv", rows(1, 2, 3));
    const provider = createCsvProvider({ directory: folder.path, clock });
    const daily = provider.candles({ ...request, interval: "D" });
    await expect(daily).rejects.toThrow(
      "BTCUSDT-1d.csv: To be of the interval that was named, the candles must be 1d apart; they are 1h apart.",
    );
  });

  test("may open its candles off the boundary of the interval", async () => {
    const offset = 1_325_376_000_000 + 9 * HOUR;
    await put("GOOG-1d.csv", `${HEADER}${offset},1,1,1,1,1\n${offset + 24 * HOUR},2,2,2,2,1\n`);
    const provider = createCsvProvider({ directory: folder.path, clock });
    const ask = { symbol: "GOOG", interval: "D", limit: 10, startTime: offset } as const;
    expect([...(await provider.candles(ask)).candles.open]).toEqual([1, 2]);
    const bounded = await provider.candles({ ...ask, endTime: offset + 24 * HOUR });
    expect([...bounded.candles.open]).toEqual([1]);
  });
});

describe("files of thousands of candles", () => {
  test.each([
    ["BTCUSDT", "BTCUSDT-1h.csv", "60", 5000],
    ["ETHUSDT", "ftx-ETHUSDT-1m.csv", "1", 20_000],
    ["SOLUSDT", "SOLUSDT-1d.csv", "D", 1500],
  ] as const)("%s in %s is read as a whole", async (symbol, name, interval, limit) => {
    const endTime = NOW - (NOW % (24 * HOUR));
    const written = await later.candles({ symbol, interval, endTime, limit });
    await put(name, writeCandlesCsv(written.candles));
    const provider = createCsvProvider({ directory: folder.path, clock });
    expect((await provider.symbols()).symbols).toEqual([symbol]);
    const reply = await provider.candles({ symbol, interval, limit: 1_000_000 });
    expect(reply.candles).toEqual(written.candles);
    expect(reply.candles.length).toBe(limit);
    expect(reply.source).toBe("csv");
  });
});
