import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { createMemoryImports, createMemoryProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { createCandleImports, createCsvProvider } from "../src/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const START = 1_704_067_200_000;
const rows = (count: number): string =>
  "timestamp,open,high,low,close,volume\n" +
  Array.from({ length: count }, (_, row) => `${START + row * 3_600_000},1,2,0.5,1.5,10\n`).join("");
const series = (symbol: string, count = 3) => ({ symbol, interval: "1h", csv: rows(count) });
const over = (what: string): Error =>
  expect.objectContaining({
    code: "QUOTA_EXCEEDED",
    details: expect.objectContaining({ what }) as object,
  }) as Error;

const clock = createManualClock({ now: START });
const engines = {
  "a folder": (quotas: object) => createCandleImports({ directory: folder.path, ...quotas }),
  memory: (quotas: object) =>
    createMemoryImports({ base: createMemoryProvider({ series: [], clock }), clock, ...quotas })
      .imports,
};

describe.each(Object.entries(engines))("imports in %s", (_name, open) => {
  test("refuse Parquet and Arrow without a reader for them", async () => {
    const imports = open({});
    const name = { symbol: "A", interval: "1h" };
    for (const head of ["PAR1", "ARROW1"]) {
      const bytes = new TextEncoder().encode(`${head}xx`);
      await expect(imports.import({ ...name, bytes })).rejects.toMatchObject({
        code: "MARKET_DATA_REFUSED",
      });
    }
    expect(await imports.list()).toEqual([]);
  });

  test("are refused beyond the maximum of series, until one is deleted; a replaced one counts once", async () => {
    const imports = open({ maxSeries: 2 });
    await imports.import(series("A"));
    await imports.import({ ...series("A"), exchange: "bybit" });
    await expect(imports.import(series("B"))).rejects.toThrow(over("imported series"));
    expect((await imports.import(series("A", 5))).records).toBe(5);
    await imports.delete({ symbol: "A", interval: "60", exchange: "bybit" });
    await imports.import(series("B"));
    expect((await imports.list()).map(({ symbol, exchange }) => [symbol, exchange])).toEqual([
      ["A", null],
      ["B", null],
    ]);
  });

  test("are refused beyond the maximum of bytes, and the series that was there stays as it was", async () => {
    const unbounded = open({});
    await unbounded.import(series("A", 3));
    const { sizeBytes } = (await unbounded.list())[0]!;
    await unbounded.delete({ symbol: "A", interval: "1h" });
    const imports = open({ maxBytes: 2 * sizeBytes });
    await imports.import(series("A"));
    await imports.import(series("B"));
    const before = await imports.list();
    await expect(imports.import(series("B", 4))).rejects.toThrow(over("bytes of imported series"));
    await expect(imports.import(series("C", 1))).rejects.toThrow(over("bytes of imported series"));
    expect(await imports.list()).toEqual(before);
  });

  test("of which many come at once fill the last place once", async () => {
    const imports = open({ maxSeries: 3 });
    await imports.import(series("A"));
    await imports.import(series("B"));
    const outcomes = await Promise.allSettled(
      ["C", "D", "E", "F"].map((symbol) => imports.import(series(symbol))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await imports.list()).toHaveLength(3);
  });

  test("that do not exist cannot be deleted", async () => {
    const imports = open({});
    await imports.import({ ...series("A"), exchange: "bybit" });
    await expect(imports.delete({ symbol: "A", interval: "1h" })).rejects.toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN" }) as Error,
    );
    expect(await imports.list()).toHaveLength(1);
  });
});

test("a refused import leaves no file and no unfinished one behind", async () => {
  const imports = createCandleImports({ directory: folder.path, maxBytes: 400 });
  await imports.import(series("A", 3));
  const before = await readFile(join(folder.path, "A-1h.csv"), "utf8");
  await expect(imports.import(series("A", 5000))).rejects.toThrow(over("bytes of imported series"));
  await expect(imports.import(series("B", 5000))).rejects.toThrow(over("bytes of imported series"));
  expect(await readdir(folder.path)).toEqual(["A-1h.csv"]);
  expect(await readFile(join(folder.path, "A-1h.csv"), "utf8")).toBe(before);
});

test("files that somebody put into the folder count, are listed, and other files are left alone", async () => {
  const imports = createCandleImports({ directory: folder.path, maxSeries: 1 });
  await writeFile(join(folder.path, "BTC-USDT-1h.csv"), rows(3));
  await writeFile(join(folder.path, "notes.txt"), "mine");
  await expect(imports.import(series("A"))).rejects.toThrow(over("imported series"));
  const { size } = await stat(join(folder.path, "BTC-USDT-1h.csv"));
  expect(await imports.list()).toMatchObject([
    { symbol: "BTCUSDT", interval: "60", exchange: null, sizeBytes: size },
  ]);
  await imports.delete({ symbol: "btc/usdt", interval: "60" });
  expect(await readdir(folder.path)).toEqual(["notes.txt"]);
});

describe("the zone and the calendar of an import", () => {
  const told = {
    ...series("PLACED"),
    csv: "time,open,high,low,close,volume\n2024-02-01 10:00,1,2,0.5,1.5,1\n2024-02-01 11:00,1,2,0.5,1.5,1\n",
    file: { timeZone: "America/New_York" },
    calendar: "XNYS" as const,
  };
  const request = { symbol: "PLACED", interval: "60", limit: 10 } as const;
  const provider = () => createCsvProvider({ directory: folder.path });

  test("are served with its candles and listed, also after a restart", async () => {
    expect(await engines["a folder"]({}).import(told)).toMatchObject({
      timeZone: "America/New_York",
      calendar: "XNYS",
    });
    expect(await provider().candles(request)).toMatchObject({
      timeZone: "America/New_York",
      calendar: "XNYS",
    });
    expect(await engines["a folder"]({}).list()).toMatchObject([
      { symbol: "PLACED", timeZone: "America/New_York", calendar: "XNYS" },
    ]);
  });

  test("go with an import that replaces it, and with the file that another program puts there", async () => {
    const imports = engines["a folder"]({});
    await imports.import(told);
    await imports.import(series("PLACED"));
    expect(await provider().candles(request)).not.toHaveProperty("calendar");
    await imports.import(told);
    await writeFile(join(folder.path, "PLACED-1h.csv"), rows(4));
    expect(await provider().candles(request)).not.toHaveProperty("timeZone");
    await imports.import(told);
    await imports.delete({ symbol: "PLACED", interval: "1h" });
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("of a damaged file of facts are none", async () => {
    await engines["a folder"]({}).import(told);
    await writeFile(join(folder.path, "PLACED-1h.json"), "{");
    expect(await provider().candles(request)).not.toHaveProperty("timeZone");
  });

  test("are refused where no calendar has the name, and nothing is stored", async () => {
    const imports = engines["a folder"]({});
    await expect(imports.import({ ...told, calendar: "XXXX" as never })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
    });
    expect(await imports.list()).toEqual([]);
  });
});
