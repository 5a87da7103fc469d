import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";

import { type Candles } from "@bourse/backtest-engine/data";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import {
  CompressionType,
  decimal128,
  dictionary,
  float64,
  setCompressionCodec,
  tableFromArrays,
  tableToIPC,
  dateDay,
  dateMillisecond,
  timestamp,
  TimeUnit,
  utf8,
  type DataType,
} from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import { parquetWriteBuffer, type BasicType } from "hyparquet-writer";
import { compress as compressLz4 } from "lz4js";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import {
  createCandleFileThreads,
  readCandlesArrow,
  readCandlesFile,
  readCandlesParquet,
} from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-columnar-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { candles } = await createSimulatedProvider({ seed: 7 }).candles({
  symbol: "BTCUSDT",
  interval: "60",
  limit: 2500,
  endTime: Date.UTC(2025, 0, 1),
});
const PRICES = ["open", "high", "low", "close", "volume"] as const;
const columnsOf = (given: Candles): number[][] =>
  [given.time, ...PRICES.map((name) => given[name])].map((column) => [...column]);
const expected = columnsOf(candles);
const times = [...candles.time];
const prices = PRICES.map((name) => ({ name, data: [...candles[name]], type: "DOUBLE" as const }));

type Schema = NonNullable<Parameters<typeof parquetWriteBuffer>[0]["schema"]>[number];

/** A Parquet file of the candles whose time is written as told. */
function parquet(time: { name: string; data: unknown[]; type?: BasicType }, element?: Schema) {
  const doubles = PRICES.map((name): Schema => ({
    name,
    type: "DOUBLE",
    repetition_type: "OPTIONAL",
  }));
  const columns = [time, ...prices] as { name: string; data: number[] }[];
  return new Uint8Array(
    parquetWriteBuffer({
      rowGroupSize: 1000,
      ...(element === undefined
        ? { columnData: columns }
        : {
            columnData: columns.map(({ name, data }) => ({ name, data })),
            schema: [{ name: "root", num_children: 6 }, element, ...doubles],
          }),
    }),
  );
}

const long = (per: number): bigint[] => times.map((time) => (BigInt(time) * BigInt(per)) / 1000n);
const ofUnit = (unit: "MILLIS" | "MICROS" | "NANOS", isAdjustedToUTC = true): Schema => ({
  name: "timestamp",
  type: "INT64",
  repetition_type: "OPTIONAL",
  logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit },
});

/** A sound file but for its first page, where six bytes state 2^31 - 1 values. */
function endless(): Uint8Array {
  const columnData = [
    { name: "time", data: times },
    ...prices.map(({ name, data }) => ({ name, data })),
  ];
  const schema: Schema[] = columnData.map(({ name }) => ({
    name,
    type: "DOUBLE",
    repetition_type: "OPTIONAL",
  }));
  const file = new Uint8Array(
    parquetWriteBuffer({
      rowGroupSize: 1000,
      codec: "UNCOMPRESSED",
      columnData,
      schema: [{ name: "root", num_children: 6 }, ...schema],
    }),
  );
  // A run of 1000 rows that have a value.
  const run = [0, 0xd0, 0x0f, 1];
  const at = file.findIndex((_, i) => run.every((byte, n) => file[i + n] === byte));
  expect(at).toBeGreaterThan(0);
  file.set([0xfe, 0xff, 0xff, 0xff, 0x0f, 1], at + 1);
  return file;
}

test("a thread refuses a file without an end, and reads the next one as candles", async () => {
  const thread = createCandleFileThreads({ memoryLimitMegabytes: 256 });
  onTestFinished(() => thread.close());
  const sound = parquet({ name: "time", data: times, type: "DOUBLE" });
  const [bad, good] = await Promise.allSettled([thread.read(endless()), thread.read(sound)]);
  expect(bad).toMatchObject({
    status: "rejected",
    reason: {
      code: "CANDLES_INVALID",
      message:
        "The file took more than 256 MB to read. Write it anew, or import the candles as plain CSV.",
    },
  });
  if (good.status === "rejected") throw good.reason;
  expect(columnsOf(good.value.candles)).toEqual(expected);
  await expect(thread.read(sound.subarray(0, 5000))).rejects.toMatchObject({
    code: "CANDLES_INVALID",
  });
}, 120_000);

describe("candles from Parquet", () => {
  test.each<[string, Uint8Array, string]>([
    [
      "timestamps in milliseconds",
      parquet({ name: "timestamp", data: long(1e3) }, ofUnit("MILLIS")),
      "ms",
    ],
    [
      "timestamps in microseconds",
      parquet({ name: "timestamp", data: long(1e6) }, ofUnit("MICROS")),
      "us",
    ],
    [
      "timestamps in nanoseconds",
      parquet({ name: "timestamp", data: long(1e9) }, ofUnit("NANOS")),
      "ns",
    ],
    ["plain integers in seconds", parquet({ name: "time", data: long(1), type: "INT64" }), "s"],
    [
      "plain integers in nanoseconds",
      parquet({ name: "time", data: long(1e9), type: "INT64" }),
      "ns",
    ],
    ["floats in milliseconds", parquet({ name: "Open time", data: times, type: "DOUBLE" }), "ms"],
    [
      "texts",
      parquet({
        name: "Date",
        data: times.map((time) => new Date(time).toISOString()),
        type: "STRING",
      }),
      "iso",
    ],
  ])("with %s are the candles that were written, bit for bit", async (_, file, unit) => {
    const reading = await readCandlesParquet(file, { interval: "60" });
    expect(columnsOf(reading.candles)).toEqual(expected);
    expect(reading.format).toMatchObject({
      dialect: "parquet",
      timestampUnit: unit,
      order: "oldest_first",
    });
    expect(reading).toMatchObject({ missing: 0, hasVolume: true, filled: 0 });
  });

  test("a time without a zone is taken as UTC, said to be, and moved by an offset", async () => {
    const file = parquet({ name: "timestamp", data: long(1e6) }, ofUnit("MICROS", false));
    const { format } = await readCandlesParquet(file);
    expect(format.assumptions).toEqual(["The times name no zone: they are taken as UTC."]);
    const moved = await readCandlesParquet(file, { utcOffsetMinutes: 60 });
    expect(moved.candles.time[0]).toBe(times[0]! - 3_600_000);
  });

  test("decimals are rounded once, whatever holds them", async () => {
    const cents = [110n, 123_456n, 333n, 900_719_925_474_099_3n];
    const decimal = (name: string, more: Partial<Schema>): Schema => ({
      name,
      type: "INT64",
      repetition_type: "REQUIRED",
      converted_type: "DECIMAL",
      precision: 18,
      scale: 2,
      ...more,
    });
    const file = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "time", data: [0, 1, 2, 3].map((day) => BigInt(Date.UTC(2024, 0, 1 + day))) },
          ...["open", "high", "low", "close"].map((name) => ({ name, data: cents })),
        ],
        schema: [
          { name: "root", num_children: 5 },
          { name: "time", type: "INT64", repetition_type: "REQUIRED" },
          ...["open", "high", "low", "close"].map((name) => decimal(name, {})),
        ],
      }),
    );
    const { open } = (await readCandlesParquet(file)).candles;
    expect([...open]).toEqual([1.1, 1234.56, 3.33, Number("90071992547409.93")]);
  });

  test("only the columns of candles are read, and they may be told", async () => {
    const file = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "when", data: times, type: "DOUBLE" },
          ...prices,
          { name: "note", data: times.map(() => "x"), type: "STRING" },
        ],
      }),
    );
    await expect(readCandlesParquet(file)).rejects.toThrow(
      /has no column timestamp.*option "columns"/u,
    );
    const reading = await readCandlesParquet(file, { columns: { time: "when" } });
    expect(columnsOf(reading.candles)).toEqual(expected);
    expect(reading.format.columns).toEqual({
      time: "when",
      open: "open",
      high: "high",
      low: "low",
      close: "close",
      volume: "volume",
    });
  });

  test("a null, a broken rule and a broken file are refused in words", async () => {
    const withNull = prices.map(({ name, data, type }) => ({
      name,
      type,
      data: name === "close" ? data.with(1200, null as unknown as number) : data,
    }));
    const time = { name: "time", data: times, type: "DOUBLE" as const };
    const file = (columnData: Parameters<typeof parquetWriteBuffer>[0]["columnData"]) =>
      new Uint8Array(parquetWriteBuffer({ columnData }));
    await expect(readCandlesParquet(file([time, ...withNull]))).rejects.toThrow(
      /row 1201: close is null or not a number/u,
    );
    const low = prices.map((column) =>
      column.name === "low" ? { ...column, data: column.data.with(3, 1e9) } : column,
    );
    await expect(readCandlesParquet(file([time, ...low]))).rejects.toThrow(/row 4: /u);
    const sound = file([time, ...prices]);
    await expect(readCandlesParquet(sound.subarray(0, 5000))).rejects.toThrow(
      /must be a whole Parquet file/u,
    );
    const torn = sound.slice();
    torn.fill(0xff, 200, 3000);
    await expect(readCandlesParquet(torn)).rejects.toThrow(/whole Parquet file|values, not|row /u);
    await expect(readCandlesParquet(sound, { delimiter: "comma" })).rejects.toThrow(
      /option "delimiter" is for text files/u,
    );
  });

  test("a file with more rows than it may have is refused", async () => {
    const file = parquet({ name: "time", data: times, type: "DOUBLE" });
    await expect(readCandlesParquet(file, {}, { maxRows: 2499 })).rejects.toThrow(
      "This Parquet file may have at most 2499 rows; it has 2500.",
    );
    const reading = await readCandlesParquet(file, {}, { maxRows: 2500 });
    expect(reading.candles).toHaveLength(2500);
  });

  test("the newest candle may come first, and gaps are filled on request", async () => {
    const reversed = [
      { name: "time", data: times.toReversed(), type: "DOUBLE" as const },
      ...prices.map((column) => ({ ...column, data: column.data.toReversed() })),
    ];
    const file = new Uint8Array(parquetWriteBuffer({ columnData: reversed }));
    const reading = await readCandlesParquet(file);
    expect(columnsOf(reading.candles)).toEqual(expected);
    expect(reading.format.order).toBe("newest_first");
    const holed = reversed.map((column) => ({ ...column, data: column.data.toSpliced(5, 3) }));
    const filled = await readCandlesParquet(
      new Uint8Array(parquetWriteBuffer({ columnData: holed })),
      { gaps: "fill" },
    );
    expect([filled.filled, filled.candles.length]).toEqual([3, times.length]);
  });
});

describe("candles from Arrow", () => {
  const arrays = {
    time: times,
    ...Object.fromEntries(prices.map(({ name, data }) => [name, data])),
  };

  test.each(["file", "stream"] as const)(
    "the reference implementation's %s gives the candles",
    async (form) => {
      const table = new arrow.Table({
        time: arrow.vectorFromArray(times, new arrow.TimestampMillisecond("UTC")),
        ...Object.fromEntries(
          prices.map(({ name, data }) => [name, arrow.vectorFromArray(data, new arrow.Float64())]),
        ),
      });
      const { candles: read, format } = await readCandlesArrow(arrow.tableToIPC(table, form));
      expect(columnsOf(read)).toEqual(expected);
      expect(format).toMatchObject({ dialect: "arrow", timestampUnit: "ms", assumptions: [] });
    },
  );

  test.each([
    [TimeUnit.SECOND, "s"],
    [TimeUnit.MILLISECOND, "ms"],
    [TimeUnit.MICROSECOND, "us"],
    [TimeUnit.NANOSECOND, "ns"],
  ] as const)("timestamps of unit %i are read as %s", async (unit, name) => {
    const table = tableFromArrays(arrays, { types: { time: timestamp(unit, "UTC") } });
    const { candles: read, format } = await readCandlesArrow(tableToIPC(table, {})!);
    expect(columnsOf(read)).toEqual(expected);
    expect(format.timestampUnit).toBe(name);
  });

  test.each([
    ["LZ4", CompressionType.LZ4_FRAME, (bytes: Uint8Array) => new Uint8Array(compressLz4(bytes))],
    [
      "Zstandard",
      CompressionType.ZSTD,
      (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)),
    ],
  ])("%s, which pandas may write, is decompressed", async (_, codec, encode) => {
    setCompressionCodec(codec, {
      encode,
      decode: () => {
        throw new Error("not here");
      },
    });
    const bytes = tableToIPC(tableFromArrays(arrays), { codec })!;
    expect(columnsOf((await readCandlesArrow(bytes)).candles)).toEqual(expected);
  });

  test("decimals are rounded once, and dictionaries and nulls are seen through", async () => {
    const days = [1, 2, 3].map((day) => Date.UTC(2024, 0, day));
    const cents = [1.1, 1234.56, 3.33];
    const table = (close: (number | null)[]) =>
      tableToIPC(
        tableFromArrays(
          {
            time: days.map((day) => new Date(day).toISOString()),
            open: cents,
            high: cents,
            low: cents,
            close,
          },
          {
            types: {
              time: dictionary(utf8()),
              open: decimal128(18, 2),
              high: dictionary(float64()),
              low: float64(),
              close: float64(),
            },
          },
        ),
        {},
      )!;
    const { candles: read, format } = await readCandlesArrow(table(cents));
    expect([[...read.time], [...read.open], [...read.high]]).toEqual([days, cents, cents]);
    expect(format.timestampUnit).toBe("iso");
    await expect(readCandlesArrow(table([1.1, null, 3.33]))).rejects.toThrow(
      /row 2: close is null/u,
    );
  });

  test("what is no Arrow is refused in words", async () => {
    const bytes = tableToIPC(tableFromArrays(arrays), {})!;
    for (const broken of [
      new Uint8Array(3),
      bytes.subarray(0, 200),
      new TextEncoder().encode("time,open"),
    ]) {
      await expect(readCandlesArrow(broken)).rejects.toThrow(/whole Arrow file|has no column/u);
    }
  });
});

test("a file is read by its first bytes, whatever its name", async () => {
  const path = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const files = [
    path("a.csv", parquet({ name: "time", data: times, type: "DOUBLE" })),
    path(
      "b.parquet",
      tableToIPC(
        tableFromArrays({
          time: times,
          ...Object.fromEntries(prices.map(({ name, data }) => [name, data])),
        }),
        { format: "file" },
      )!,
    ),
    path(
      "c.feather",
      [
        "time,open,high,low,close,volume",
        ...times.map((time, i) => [time, ...PRICES.map((name) => candles[name][i])].join(",")),
      ].join("\n"),
    ),
  ];
  const dialects: string[] = [];
  for (const file of files) {
    const reading = await readCandlesFile(file);
    dialects.push(reading.format.dialect);
    expect(columnsOf(reading.candles)).toEqual(expected);
  }
  expect(dialects).toEqual(["parquet", "arrow", "tradingview"]);
});

describe("daily candles", () => {
  const dates = ["2024-01-05", "2024-01-08", "2024-03-28", "2024-04-02"].map(Date.parse);
  const row = (value: number): number[] => dates.map(() => value);
  const bars = { open: row(1), high: row(2), low: row(0.5), close: row(1.5) };
  const arrowOf = (time: unknown[], type: DataType): Uint8Array =>
    tableToIPC(tableFromArrays({ time, ...bars }, { types: { time: type } }), {})!;

  test.each<[string, DataType]>([
    ["days", dateDay()],
    ["milliseconds", dateMillisecond()],
  ])("of dates in %s are read from Arrow, with those before 1970", async (_, type) => {
    const old = [Date.parse("1962-01-02"), ...dates.slice(1)];
    const { candles: read, format } = await readCandlesArrow(arrowOf(old, type));
    expect([...read.time]).toEqual(old);
    expect(format.timestampUnit).toBe("iso");
    const holed = arrowOf(old.with(2, null as never), type);
    await expect(readCandlesArrow(holed)).rejects.toThrow(/row 3: timestamp is null/u);
  });

  test.each<[string, readonly number[]]>([
    ["Europe/Berlin", [1, 1, 1, 2]],
    ["America/New_York", [-5, -5, -4, -4]],
    ["Asia/Tokyo", [9, 9, 9, 9]],
    ["Pacific/Auckland", [13, 13, 13, 13]],
    ["+05:30", [5.5, 5.5, 5.5, 5.5]],
    ["UTC", [0, 0, 0, 0]],
  ])(
    "at midnight in %s have the dates of that zone, in Arrow and in Parquet",
    async (zone, hours) => {
      const midnights = dates.map((date, i) => date - hours[i]! * 3_600_000);
      const file = arrowOf(midnights, timestamp(TimeUnit.MILLISECOND, zone));
      expect([...(await readCandlesArrow(file)).candles.time]).toEqual(dates);
      const schema = Buffer.from(
        tableToIPC(
          tableFromArrays(
            { time: [0] },
            { types: { time: timestamp(TimeUnit.MILLISECOND, zone) } },
          ),
          {},
        )!,
      );
      const pandas = JSON.stringify({
        columns: [{ field_name: "time", metadata: { timezone: zone } }],
      });
      for (const pair of [
        { key: "ARROW:schema", value: schema.toString("base64") },
        { key: "pandas", value: pandas },
      ]) {
        const parquetFile = new Uint8Array(
          parquetWriteBuffer({
            columnData: [
              { name: "time", data: midnights.map((time) => new Date(time)), type: "TIMESTAMP" },
              ...Object.entries(bars).map(([name, data]) => ({
                name,
                data,
                type: "DOUBLE" as const,
              })),
            ],
            kvMetadata: [pair],
          }),
        );
        expect([...(await readCandlesParquet(parquetFile)).candles.time]).toEqual(dates);
      }
    },
  );

  test("of a zone that nobody knows are refused", async () => {
    const file = arrowOf(dates, timestamp(TimeUnit.MILLISECOND, "Mars/Olympus"));
    await expect(readCandlesArrow(file)).rejects.toThrow(/zone "Mars\/Olympus" is not known/u);
  });

  test("of texts with offsets have the dates that they state", async () => {
    const texts = dates.map(
      (date) => `${new Date(date).toISOString().slice(0, 10)} 00:00:00+01:00`,
    );
    const { candles: read } = await readCandlesArrow(arrowOf(texts, utf8()));
    expect([...read.time]).toEqual(dates);
  });

  test("of seconds that were taken for milliseconds are refused, and so are times after 2099", async () => {
    const type = timestamp(TimeUnit.MILLISECOND, "UTC");
    const wrong = arrowOf(
      dates.map((time) => time / 1000),
      type,
    );
    await expect(readCandlesArrow(wrong)).rejects.toThrow(
      /row 1: timestamp 1704412800 \(1970-01-20T.*\) is no time of candles; expected a date/u,
    );
    const late = arrowOf(dates.with(3, Date.UTC(2100, 0)), type);
    await expect(readCandlesArrow(late)).rejects.toThrow(/row 4: .* is after 2099/u);
    const told = arrowOf(dates.map((time) => time * 1e3).with(0, dates[0]! * 1e-3), float64());
    await expect(readCandlesArrow(told, { timestampUnit: "us" })).rejects.toThrow(
      /row 1: .*expected microseconds since 1970, from 1980/u,
    );
  });
});
