import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { candleCsvChunks, parseCandlesCsv, sliceCandles } from "@bourse/backtest-engine/data";
import { createCandleCache } from "@bourse/candles-cache";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { afterAll, describe, expect, test } from "vitest";

import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-folders-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Hours from the first of January 2025, with six columns as a program of one's own writes them. */
const hours = await (async () => {
  const request = {
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2025, 0, 11),
    limit: 240,
  } as const;
  return (await createSimulatedProvider({ seed: 1 }).candles(request)).candles;
})();
const csvOf = (from: number, to: number): string =>
  [...candleCsvChunks(sliceCandles(hours, from, to))].join("");

let number = 0;
function setUp(files: Readonly<Record<string, string>>) {
  const dumps = join(folder, `dumps-${++number}`);
  const csvDir = join(folder, `csv-${number}`);
  mkdirSync(dumps);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dumps, name), text);
  const variables = { DATA_DIR: join(folder, `data-${number}`), CSV_DIR: csvDir };
  const call = async (...words: string[]) => {
    const [printed, stderr]: string[][] = [[], []];
    const code = await runBacktest(["data", ...words], variables, {
      stdout: (text) => void printed!.push(text),
      stderr: (text) => void stderr!.push(text),
    });
    return { code, printed: printed!.join("\n"), stderr: stderr!.join("\n") };
  };
  return { dumps, csvDir, variables, call };
}

test("data list counts gaps by a calendar: a weekend is none of those of XNYS", async () => {
  const day = (date: string): string => `${date},1,2,0.5,1.5,10`;
  const dates = ["2024-02-01", "2024-02-02", "2024-02-05", "2024-02-07"];
  const csv = ["date,open,high,low,close,volume", ...dates.map(day), ""].join("\n");
  const { dumps, call } = setUp({ "ACME-1d.csv": csv });
  const words = ["import", dumps, "--calendar", "XNYS"];
  expect(await call(...words)).toMatchObject({ code: 0, stderr: "" });
  const missing = async (...more: string[]): Promise<unknown> => {
    const { printed } = await call("list", "--json", ...more);
    return (JSON.parse(printed) as { series: { missing: number }[] }).series[0]?.missing;
  };
  expect(await missing()).toBe(3);
  expect(await missing("--calendar", "XNYS")).toBe(1);
});

describe("bourse backtest data import FOLDER", () => {
  test("joins the months of a dump, whose files meet or overlap in the same candles", async () => {
    const { dumps, csvDir, call } = setUp({
      "BTCUSDT-1h-2025-02.csv": csvOf(90, 240),
      "BTCUSDT-1h-2025-01.csv": csvOf(0, 100),
      "Binance_ETHUSDT_1h.csv": csvOf(0, 50),
    });
    const { code, printed, stderr } = await call("import", dumps);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(printed.split("\n")).toEqual([
      "BTCUSDT 1h: 240 candles of 2 files, 0 gaps, 10 duplicates left out, as BTCUSDT-1h.csv",
      "ETHUSDT 1h: 50 candles, 0 gaps, as binance-ETHUSDT-1h.csv",
    ]);
    const { candles } = parseCandlesCsv(readFileSync(join(csvDir, "BTCUSDT-1h.csv"), "utf8"));
    expect(candles.time).toEqual(hours.time);
    expect(candles.close).toEqual(hours.close);
  });

  test("takes names that are symbols alone with --interval, and counts the hours between two files as a gap", async () => {
    const { dumps, call } = setUp({ "SPY.csv": csvOf(0, 20), "BRK_B.csv": csvOf(0, 20) });
    const { code, printed, stderr } = await call("import", dumps, "--interval", "1h", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { imported } = JSON.parse(printed) as { imported: { symbol: string; gaps: number }[] };
    expect(imported.map(({ symbol }) => symbol)).toEqual(["BRK_B", "SPY"]);
    const apart = setUp({ "SPY-1h-1.csv": csvOf(0, 20) });
    expect((await apart.call("import", apart.dumps)).stderr).toMatch(
      /^SPY-1h-1\.csv: the name tells/u,
    );
    const gap = setUp({ "A-1h-2024.csv": csvOf(0, 20), "A-1h-2025.csv": csvOf(30, 40) });
    expect((await gap.call("import", gap.dumps)).printed).toMatch(/30 candles of 2 files, 1 gaps/u);
  });

  test("tells what it cannot read and where two files disagree, and imports the others", async () => {
    const other = csvOf(10, 30).replace(/^(\d+),[^,]+/mu, "$1,1");
    const { dumps, csvDir, call } = setUp({
      "AAA-1h-2024.csv": csvOf(0, 20),
      "AAA-1h-2025.csv": other.replaceAll(/^([^,]+),[^,]+,[^,]+/gmu, "$1,1,1e9"),
      "BBB-1h.csv": "time,open\nnot a candle\n",
      "CCC-1h.csv": csvOf(0, 20),
      "readme.txt": "hello",
    });
    const { code, printed, stderr } = await call("import", dumps);
    expect(code).toBe(1);
    expect(printed).toBe("CCC 1h: 20 candles, 0 gaps, as CCC-1h.csv");
    expect(stderr).toMatch(/^AAA 1h: CANDLES_INVALID: /mu);
    expect(stderr).toMatch(/^BBB 1h: CANDLES_INVALID: /mu);
    expect(stderr).toMatch(/^readme\.txt: the name tells no symbol and interval/mu);
    expect(() => readFileSync(join(csvDir, "AAA-1h.csv"))).toThrow("ENOENT");
    const nowhere = join(dumps, "nowhere");
    expect(await call("import", nowhere)).toMatchObject({
      code: 1,
      stderr: `There is no file ${nowhere}.`,
    });
    const empty = setUp({});
    expect(await empty.call("import", empty.dumps)).toMatchObject({ code: 1, printed: "" });
    expect(await call("import", dumps, "--symbol", "AAA")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--symbol is for one file/u) as string,
    });
  });
});

describe("bourse backtest data list", () => {
  test("shows the cache and the files with spans, gaps and size, and names a file that cannot be read", async () => {
    const { dumps, csvDir, variables, call } = setUp({
      "SPY-1h-2024.csv": csvOf(0, 20),
      "SPY-1h-2025.csv": csvOf(30, 40),
    });
    expect(await call("list")).toMatchObject({ code: 0, stderr: "" });
    expect((await call("list")).printed).toMatch(/^No candles in .*; data fetch and data import/u);
    await call("import", dumps);
    const provider = createSimulatedProvider({ seed: 1 });
    const cache = createCandleCache({
      directory: join(variables.DATA_DIR, "cache"),
      provider: {
        exchange: "bybit",
        symbols: (...given) => provider.symbols(...given),
        candles: async (request) => ({ ...(await provider.candles(request)), source: "live" }),
      },
    });
    const endTime = Date.UTC(2025, 0, 11);
    await cache.candles({ symbol: "ETHUSDT", interval: "60", endTime, limit: 48 });
    const { code, printed, stderr } = await call("list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const cells = printed.split("\n").map((line) => line.split(/ +/u));
    expect(cells.slice(0, 1)).toEqual([
      ["symbol", "interval", "exchange", "place", "from", "to", "candles", "gaps", "missing", "MB"],
    ]);
    expect(cells.slice(2, 4)).toEqual([
      [
        "ETHUSDT",
        "1h",
        "bybit",
        "cache",
        "2025-01-09T00:00",
        "2025-01-10T23:00",
        "48",
        "0",
        "0",
        "0.00",
      ],
      ["SPY", "1h", "-", "file", "2025-01-01T00:00", "2025-01-02T15:00", "30", "1", "10", "0.00"],
    ]);
    writeFileSync(join(csvDir, "BAD-1h.csv"), "time,open\nx,y\n");
    const faulty = await call("list", "--json");
    expect(faulty.code).toBe(1);
    const { series } = JSON.parse(faulty.printed) as {
      series: { symbol: string; fault: string }[];
    };
    expect(series.map(({ symbol, fault }) => [symbol, fault])).toEqual([
      ["ETHUSDT", null],
      ["BAD", expect.stringMatching(/^CANDLES_INVALID: /u)],
      ["SPY", null],
    ]);
  });
});
