import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { SERIES, truthCandles } from "../../../indicators/test/truth/series.ts";
import {
  detectInterval,
  parseCandlesCsv,
  readCandlesCsv,
  writeCandlesCsv,
} from "../../src/data/index.ts";
import { faultsOf } from "./faults-of.ts";
import { candlesArbitrary, START } from "./make-candles.ts";

const HEADER = "timestamp,open,high,low,close,volume";
const rows = [`${START},10,12,9,11,5`, `${START + 60_000},11,12,9,10,0.5`];

const faultsIn = (text: string) => faultsOf(() => parseCandlesCsv(text));

describe("reading candles from CSV", () => {
  test("a plain file gives its candles", () => {
    const { candles, interval } = parseCandlesCsv([HEADER, ...rows].join("\n"));
    expect([...candles.time]).toEqual([START, START + 60_000]);
    expect([...candles.volume]).toEqual([5, 0.5]);
    expect(interval).toBe("1");
  });

  test("a byte order mark, CRLF, quotes, blank lines at the end and odd column order change nothing", () => {
    const plain = parseCandlesCsv([HEADER, ...rows].join("\n"));
    const odd = `\uFEFFClose,"comment, free","volume",low,high,open,TIMESTAMP\r\n11,"a ""b""\nc",5,9,12,10,"2024-01-01T00:00:00Z"\r\n10,,0.5,9,12,11,2024-01-01 00:01\r\n\r\n\r\n`;
    const columns = { ...plain.format.columns, close: "Close", time: "TIMESTAMP" };
    const format = { ...plain.format, columns, timestampUnit: "iso" };
    const same = { ...plain, format, timestampUnit: "iso" };
    expect(parseCandlesCsv(odd)).toEqual(same);
    expect(parseCandlesCsv(new TextEncoder().encode(odd))).toEqual(same);
  });

  test("turnover is read when the header names it", () => {
    const { candles } = parseCandlesCsv(`${HEADER},turnover\n${rows[0]},123.25`);
    expect([...candles.turnover!]).toEqual([123.25]);
  });

  test.each<[string, number]>([
    ["2024-02-29", Date.UTC(2024, 1, 29)],
    ["2024-02-29T12:30Z", Date.UTC(2024, 1, 29, 12, 30)],
    ["2024-02-29 12:30:15.1239", Date.UTC(2024, 1, 29, 12, 30, 15, 123)],
    ["2024-02-29T12:30:15+05:30", Date.UTC(2024, 1, 29, 7, 0, 15)],
    ["2024-02-29T12:30:15.5-0800", Date.UTC(2024, 1, 29, 20, 30, 15, 500)],
  ])("the time %s is understood", (text, time) => {
    expect(parseCandlesCsv(`${HEADER}\n${text},1,1,1,1,0`).candles.time[0]).toBe(time);
  });

  test.each(["2023-02-29", "2024-13-01", "2024-01-01T24:00", "01/02/2024", "", "-5", "1e40"])(
    "the time %j is refused",
    (text) => {
      expect(faultsIn(`${HEADER}\n${text},1,1,1,1,0`)[0]).toMatchObject({
        row: 2,
        column: "timestamp",
        text,
      });
    },
  );

  test.each(["", "abc", "1,5", "0x10", "Infinity", "NaN", "1_000", "--1", ".", "1e"])(
    "the price %j is refused",
    (text) => {
      const [fault] = faultsIn(`${HEADER}\n${START},1,"${text}",1,1,0\n`);
      expect(fault).toMatchObject({ row: 2, column: "high", text });
    },
  );

  test("every bad row of a file is named at once, and good ones are not", () => {
    const text = [HEADER, rows[0], "x,1,1,1,1,1", rows[1], `${START + 120_000},1,2,3,-4,5`, "1,2"];
    expect(faultsIn(text.join("\n")).map(({ row, column }) => [row, column])).toEqual([
      [3, "timestamp"],
      [5, "close"],
      [6, undefined],
    ]);
  });

  test("the first twenty faults are named in row order, whichever way they were found", () => {
    const badRule = (i: number) => `${START + i},1,1,1,1,-1`;
    const badCell = (i: number) => `${START + i},1,1,1,1,x`;
    const lines = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? badRule(i) : badCell(i)));
    const faults = faultsIn([HEADER, ...lines].join("\n"));
    expect(faults.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
  });

  test("a blank row between candles is refused by its number", () => {
    expect(faultsIn(`${HEADER}\n${rows[0]}\n\n${rows[1]}\n`)).toEqual([
      { row: 3, problem: "the row is blank" },
    ]);
  });

  test.each<[string, string]>([
    ["", "has no column timestamp, open, high, low, close; found"],
    ["moment,open,high,low,close,volume\n", "has no column timestamp"],
    [`${HEADER},Open\n`, "names the column open twice"],
    ["1704067200000,10,12,9,11\n", "has no column"],
  ])("a wrong header is refused: %j", (text, problem) => {
    expect(faultsIn(text)[0]?.problem).toContain(problem);
  });

  test("an unclosed quote ends in an error, not in a file read as one row", async () => {
    const text = `${HEADER}\n${START},"10,12,9,11,5\n${"1,2,3,4,5,6\n".repeat(9000)}`;
    expect(faultsIn(text)[0]?.problem).toContain("longer than 65536 bytes");
    await expect(readCandlesCsv([text])).rejects.toThrow("is a quote left open?");
  });

  test("property: written candles read back bit for bit, however the text is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        candlesArbitrary({ minLength: 0, maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom("milliseconds", "iso"),
        async (candles, size, timestamps) => {
          const text = writeCandlesCsv(candles, { timestamps });
          const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
          expect((await readCandlesCsv(chunks)).candles).toEqual(candles);
          expect(parseCandlesCsv(text).candles).toEqual(candles);
        },
      ),
    );
  });

  test("property: any text is read or refused as candles, whole or in pieces alike", async () => {
    const cell = fc.oneof(
      fc.constantFrom("1", "2.5", '"', '""', "", "-1", "1e400", "é"),
      fc.string(),
    );
    const line = fc.array(cell, { maxLength: 8 }).map((cells) => cells.join(","));
    const text = fc
      .array(line, { maxLength: 8 })
      .map((lines) => [HEADER, ...lines].join("\n").replaceAll("\uFEFF", ""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (file, size) => {
        const bytes = new TextEncoder().encode(file);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        const faults = faultsIn(file);
        const reading = readCandlesCsv(pieces).then(
          () => [],
          (error: Error & { details: { rows: unknown } }) => error.details.rows,
        );
        expect(await reading).toEqual(faults);
      }),
    );
  });

  test("property: a decimal reads as JavaScript reads it", () => {
    const decimal = fc.oneof(
      fc.double({ min: 1e-12, max: 1e15, noNaN: true }).map(String),
      fc.stringMatching(/^[1-9][0-9]{0,18}\.[0-9]{0,26}$/),
    );
    fc.assert(
      fc.property(decimal, (text) => {
        const { candles } = parseCandlesCsv(
          `${HEADER}\n${START},${text},${text},${text},${text},0`,
        );
        expect(candles.close[0]).toBe(Number(text));
      }),
      { numRuns: 500 },
    );
  });

  test("thousands of candles of every interval, written, read the same", async () => {
    const provider = createSimulatedProvider({ seed: 7 });
    const endTime = Date.UTC(2026, 0, 1);
    const request = { symbol: "BTCUSDT", interval: "M", endTime, limit: 60 } as const;
    const months = (await provider.candles(request)).candles;
    const series = [months, ...(await Promise.all(SERIES.map(truthCandles)))];
    const intervals = series.map((candles) => {
      for (const timestamps of ["milliseconds", "iso"] as const) {
        const text = writeCandlesCsv(candles, { timestamps });
        const read = parseCandlesCsv(text);
        expect(read.candles).toEqual(candles);
        expect(read.interval).toBe(detectInterval(candles));
      }
      return detectInterval(candles);
    });
    expect(new Set(intervals)).toEqual(new Set(["1", "60", "240", "D", "M"]));
  });
});
