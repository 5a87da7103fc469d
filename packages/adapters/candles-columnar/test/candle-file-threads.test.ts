/** Files from elsewhere: refused before they cost anything, and read in turns by their owners. */

import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, describe, expect, test } from "vitest";

import { createCandleFileThreads } from "../src/index.ts";

const threads = createCandleFileThreads();
afterAll(() => threads.close());

const HEADER = "timestamp,open,high,low,close,volume";
const lines = [HEADER, ...[2, 3, 4].map((day) => `2026-01-0${day},10,12,9,11,7`)].join("\n");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(lines, "utf16le")]);

/** Two thousand bytes of Parquet with as many rows as are asked for, all the same. */
function flatParquet(rows: number): Uint8Array {
  const time = {
    name: "time",
    data: Array.from({ length: rows }, () => "2026-01-02"),
    type: "STRING",
  };
  const prices = ["open", "high", "low", "close"].map((name) => ({
    name,
    data: Array.from({ length: rows }, () => 1),
    type: "DOUBLE",
  }));
  const columnData = [time, ...prices] as Parameters<typeof parquetWriteBuffer>[0]["columnData"];
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: rows }));
}

describe("threads for candle files", () => {
  test("read text in UTF-8 and UTF-16, Parquet and Arrow, told by their first bytes", async () => {
    const days = [2, 3, 4].map((day) => Date.UTC(2026, 0, day));
    const ones = days.map(() => 1);
    const table = { time: days, open: ones, high: ones, low: ones, close: ones, volume: ones };
    const arrow = tableToIPC(tableFromArrays(table), { format: "file" })!;
    const columnData = Object.entries(table).map(([name, data]) => ({
      name,
      data,
      type: "DOUBLE" as const,
    }));
    const parquet = new Uint8Array(parquetWriteBuffer({ columnData }));
    for (const [file, dialect] of [
      [bytes(lines), "plain"],
      [utf16, "plain"],
      [parquet, "parquet"],
      [arrow, "arrow"],
    ] as const) {
      const { candles, format } = await threads.read(file, { interval: "D" });
      expect([format.dialect, [...candles.time]]).toEqual([dialect, days]);
    }
  });

  test.each([
    [
      "a header of a megabyte of commas",
      bytes(`${",".repeat(1_000_000)}\n`),
      /longer than 65536 bytes/u,
    ],
    ["a header of 5000 columns", bytes(",".repeat(4999)), /has 5000 columns; at most 1000/u],
    ["a row of a megabyte", bytes(`${lines}\n${"1,".repeat(500_000)}`), /row 5: is longer/u],
    ["more rows than bytes can hold", flatParquet(200_000), /at most \d+ rows; it has 200000/u],
  ])("refuse %s by its size, and read none of it", async (_what, file, words) => {
    await expect(threads.read(file)).rejects.toMatchObject({
      code: "CANDLES_INVALID",
      message: expect.stringMatching(words) as string,
    });
  });

  test("read the files of one owner one after the other, four at most, and those of others meanwhile", async () => {
    const narrow = createCandleFileThreads({ threads: 1 });
    try {
      const mine = Array.from({ length: 4 }, () =>
        narrow.read(bytes(lines), { interval: "D" }, { owner: "mallory" }),
      );
      const order: string[] = [];
      const [first, ...later] = mine;
      void first?.then(() => order.push("mallory's first"));
      for (const one of later) void one.then(() => order.push("mallory's"));
      await expect(narrow.read(bytes(lines), {}, { owner: "mallory" })).rejects.toMatchObject({
        code: "QUOTA_EXCEEDED",
        details: { limit: 4 },
      });
      const other = narrow.read(bytes(lines), { interval: "D" }, { owner: "ada" });
      await other.then(() => order.push("ada's"));
      await Promise.all(mine);
      expect(order.indexOf("ada's"), order.join(", ")).toBeLessThan(3);
      expect(order).toHaveLength(5);
      expect(await narrow.read(bytes(lines), {}, { owner: "mallory" })).toMatchObject({
        missing: 0,
      });
    } finally {
      await narrow.close();
    }
  });

  test("end a reading whose caller has left, and go on with the next one", async () => {
    const narrow = createCandleFileThreads({ threads: 1 });
    try {
      const caller = new AbortController();
      const rows = Array.from(
        { length: 300_000 },
        (_, row) => `${new Date(1.7e12 + row * 60_000).toISOString()},10,12,9,11,7`,
      );
      const long = narrow.read(bytes([HEADER, ...rows].join("\n")), {}, { signal: caller.signal });
      const next = narrow.read(bytes(lines), { interval: "D" });
      caller.abort(new Error("the caller left"));
      await expect(long).rejects.toThrow("the caller left");
      expect((await next).candles.length).toBe(3);
    } finally {
      await narrow.close();
    }
  });
});
