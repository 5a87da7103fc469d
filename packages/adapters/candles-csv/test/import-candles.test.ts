import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { createManualClock, hasCode } from "@bourse/kernel";
import type { ReplaceFileOperations } from "@bourse/kernel/files";
import { describe, expect, test } from "vitest";

import { allowsNegativePrices, createCsvProvider, importCandles } from "../src/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const clock = createManualClock();
const HEADER = "timestamp,open,high,low,close,volume\n";
const series = { symbol: "BTCUSDT", interval: "60" } as const;
const csv = `${HEADER}1704067200000,1,2,0.5,1.5,10\n1704070800000,1.5,3,1,2,11\n1704081600000,2,2,2,2,12\n`;

const START = 1_704_067_200_000;
const names = (): Promise<string[]> => readdir(folder.path);
const directory = (): string => join(folder.path, "imports");

describe("an import", () => {
  test("is reported with its gaps and served by the provider", async () => {
    const report = await importCandles({ directory: directory(), ...series, csv });
    expect(report).toEqual({
      symbol: "BTCUSDT",
      interval: "60",
      barsPerYear: 756, // as a run on them counts: three candles on one weekday
      records: 3,
      gaps: [{ afterTime: START + 3_600_000, beforeTime: START + 14_400_000, missing: 2 }],
      timestampUnit: "ms",
      timeZone: "UTC",
      firstTimestamp: START,
      lastTimestamp: START + 14_400_000,
      filled: 0,
      format: {
        dialect: "plain",
        delimiter: "comma",
        decimal: "point",
        columns: {
          time: "timestamp",
          open: "open",
          high: "high",
          low: "low",
          close: "close",
          volume: "volume",
        },
        timestampUnit: "ms",
        dateOrder: null,
        order: "oldest_first",
        assumptions: [],
      },
      skipped: { count: 0, rows: [] },
      duplicates: { count: 0 },
      file: "BTCUSDT-1h.csv",
    });
    const provider = createCsvProvider({ directory: directory(), clock });
    const { candles } = await provider.candles({ ...series, limit: 10 });
    expect([...candles.close]).toEqual([1.5, 2, 2]);
  });

  test("under a policy for gaps is filled or refused as a whole", async () => {
    const strict = { directory: directory(), ...series, csv, file: { gaps: "refuse" } } as const;
    await expect(importCandles(strict)).rejects.toThrow(/BTCUSDT-1h.csv: 2 candles are missing/u);
    const report = await importCandles({ ...strict, file: { gaps: "fill" } });
    expect(report).toMatchObject({ records: 5, filled: 2 });
    const provider = createCsvProvider({ directory: directory(), clock });
    const { candles } = await provider.candles({ ...series, limit: 10 });
    expect([...candles.close]).toEqual([1.5, 2, 2, 2, 2]);
    expect([...candles.volume]).toEqual([10, 11, 0, 0, 12]);
  });

  test("of times in seconds is stored in milliseconds, and says what it read", async () => {
    const seconds = csv.replaceAll(/^(\d{10})\d{3},/gmu, "$1,");
    const report = await importCandles({ directory: folder.path, ...series, csv: seconds });
    expect(report).toMatchObject({ timestampUnit: "s", firstTimestamp: START, records: 3 });
    expect(await readFile(join(folder.path, "BTCUSDT-1h.csv"), "utf8")).toBe(csv);
  });

  test.each(["1", "D"] as const)("of hourly candles as %s is refused", async (interval) => {
    const hourly = csv.split("\n").slice(0, 3).join("\n");
    const failure = importCandles({ directory: folder.path, ...series, interval, csv: hourly });
    await expect(failure).rejects.toThrow(/must be 1[md] apart; they are 1h apart/u);
    expect(await names()).toEqual([]);
  });

  test("takes bytes and streams, and keeps an exchange apart", async () => {
    const bytes = new TextEncoder().encode(csv);
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 40);
      yield bytes.subarray(40);
    }
    await importCandles({ directory: folder.path, ...series, csv: bytes });
    await importCandles({ directory: folder.path, ...series, exchange: "bybit", csv: stream() });
    expect((await names()).toSorted()).toEqual(["BTCUSDT-1h.csv", "bybit-BTCUSDT-1h.csv"]);
  });

  test("replaces the series that was there", async () => {
    await importCandles({ directory: folder.path, ...series, csv });
    const report = await importCandles({
      directory: folder.path,
      ...series,
      csv: `${HEADER}1704074400000,9,9,9,9,9\n`,
    });
    expect(report.records).toBe(1);
    const text = await readFile(join(folder.path, "BTCUSDT-1h.csv"), "utf8");
    expect(text).toBe(`${HEADER}1704074400000,9,9,9,9,9\n`);
  });

  test.each([
    [
      "a broken row",
      `${HEADER}1704067200000,1,2,0.5,1.5,10\n1704070800000,oops,3,1,2,11\n`,
      "row 3",
    ],
    ["no header", "1704067200000,1,2,0.5,1.5\n", "header"],
    ["no candle", HEADER, "there must be a candle"],
    ["a duplicate", `${HEADER}1704067200000,1,1,1,1,1\n1704067200000,1,1,1,1,1\n`, "row 3"],
    ["nothing", "", "header"],
  ])("of %s is refused and changes nothing", async (_, broken, said) => {
    await importCandles({ directory: folder.path, ...series, csv });
    const before = await readFile(join(folder.path, "BTCUSDT-1h.csv"), "utf8");
    const failure = importCandles({ directory: folder.path, ...series, csv: broken });
    await expect(failure).rejects.toSatisfy(
      (error) => hasCode(error, "CANDLES_INVALID") && error.message.includes(said),
    );
    expect(await readFile(join(folder.path, "BTCUSDT-1h.csv"), "utf8")).toBe(before);
    expect(await names()).toEqual(["BTCUSDT-1h.csv"]);
  });

  test("cannot leave its folder, whatever the symbol", async () => {
    await importCandles({ directory: directory(), symbol: "../../ETC", interval: "60", csv });
    expect(await names()).toEqual(["imports"]);
    expect(await readdir(directory())).toEqual(["..%2F..%2FETC-1h.csv"]);
    for (const symbol of ["../../etc/passwd", "", "A\0", "A\\..\\B"]) {
      const refused = importCandles({ directory: directory(), symbol, interval: "D", csv });
      await expect(refused).rejects.toSatisfy((error) => hasCode(error, "SYMBOL_UNKNOWN"));
    }
    for (const exchange of ["../x", "", "Bybit", "a/b"]) {
      const refused = importCandles({ directory: directory(), ...series, exchange, csv });
      await expect(refused).rejects.toSatisfy((error) => hasCode(error, "EXCHANGE_UNKNOWN"));
    }
  });

  test("leaves the old series or the new one when the disk fails", async () => {
    const newer = `${HEADER}1704074400000,9,9,9,9,9\n`;
    for (const failing of ["open", "rename"] as const) {
      await importCandles({ directory: folder.path, ...series, csv });
      const fail = async (): Promise<never> => {
        throw new Error(`${failing} failed`);
      };
      const files: ReplaceFileOperations = { open, rename, rm, [failing]: fail };
      const failure = importCandles({ directory: folder.path, ...series, csv: newer, files });
      await expect(failure).rejects.toThrow(`${failing} failed`);
      const text = await readFile(join(folder.path, "BTCUSDT-1h.csv"), "utf8");
      expect(text).toContain(String(START + 14_400_000));
      expect(await names()).toEqual(["BTCUSDT-1h.csv"]);
    }
  });
});

describe("a series with prices of 0 and below", () => {
  const spread = `${HEADER}1704067200000,1,2,-0.5,-0.25,10\n1704070800000,-0.25,0,-1,0,11\n`;
  const imported = (file: object) =>
    importCandles({ directory: directory(), ...series, csv: spread, file });

  test("is refused where the format does not allow them", async () => {
    await expect(imported({})).rejects.toThrow(/low -0.5 is not a finite price above 0/);
    expect(await names()).toEqual([]);
  });

  test("stands under a remark that allows them, and is served", async () => {
    const { file } = await imported({ allowNegativePrices: true });
    const path = join(directory(), file);
    expect(await readFile(path, "utf8")).toMatch(/^# allow_negative_prices\ntimestamp,open,/);
    expect(await allowsNegativePrices(path)).toBe(true);
    const provider = createCsvProvider({ directory: directory(), clock });
    const { candles } = await provider.candles({ ...series, limit: 10, allowFallback: false });
    expect([...candles.low]).toEqual([-0.5, -1]);
    await rm(path);
  });

  test("keeps its calendar, by which its gaps are counted", async () => {
    const file = { allowNegativePrices: true };
    const options = { directory: directory(), ...series, csv: spread, file };
    const report = await importCandles({ ...options, calendar: "XNYS" });
    expect(report).toMatchObject({ calendar: "XNYS", records: 2, gaps: [] });
    const one = { ...options, csv: spread.split("\n", 2).join("\n") };
    expect(await importCandles(one)).toMatchObject({ records: 1, barsPerYear: 8760 });
    await rm(join(directory(), report.file));
  });

  test("has no remark where its prices lie above 0 all the same", async () => {
    const file = { allowNegativePrices: true };
    const report = await importCandles({ directory: directory(), ...series, csv, file });
    const path = join(directory(), report.file);
    expect(await readFile(path, "utf8")).toMatch(/^timestamp,/);
    expect(await allowsNegativePrices(path)).toBe(false);
    await rm(path);
  });
});
