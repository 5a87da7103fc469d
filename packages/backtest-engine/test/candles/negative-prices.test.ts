import { describe, expect, test } from "vitest";

import {
  align,
  applyGapPolicy,
  candleCsvChunks,
  candlesFromKlines,
  candlesFromRows,
  candlesFromTable,
  parseCandlesCsv,
  readCandlesCsv,
  resample,
  validateCandles,
  type CandleTable,
} from "../../src/data/index.ts";

const HEAD = "timestamp,open,high,low,close,volume";
const DAYS = [
  "2020-04-17,19.87,20.07,17.31,18.27,100",
  "2020-04-20,17.73,17.85,-40.32,-37.63,900",
  "2020-04-21,-14.00,13.86,-16.74,10.01,500",
  "2020-04-22,0,16.18,0,13.78,400",
];
const csv = [HEAD, ...DAYS, ""].join("\n");
const told = { allowNegativePrices: true } as const;

const rows = DAYS.map((line) => {
  const [timestamp = "", open = "", high = "", low = "", close = "", volume = ""] = line.split(",");
  return { timestamp, open, high, low, close, volume };
});

const table = (): CandleTable => {
  const names = ["timestamp", "open", "high", "low", "close", "volume"] as const;
  return {
    dialect: "parquet",
    names,
    length: rows.length,
    read: (wanted) =>
      Promise.resolve(
        new Map(
          wanted.map((name) => {
            const cells = rows.map((row) => row[name as (typeof names)[number]]);
            const values = name === "timestamp" ? cells : Float64Array.from(cells, Number);
            return [name, { values }] as const;
          }),
        ),
      ),
  };
};

describe("readers of candles with prices of 0 and below", () => {
  const { candles } = parseCandlesCsv(csv, told);

  test("read them where they are told to, and refuse them else", async () => {
    expect([...candles.low]).toEqual([17.31, -40.32, -16.74, 0]);
    expect((await readCandlesCsv([csv], told)).candles).toEqual(candles);
    expect(candlesFromRows(rows, told).candles).toEqual(candles);
    const klines = rows.map(({ open, high, low, close, volume }, i) => [
      candles.time[i]!,
      open,
      high,
      low,
      close,
      volume,
    ]);
    expect(candlesFromKlines(klines, told).candles).toEqual(candles);
    expect((await candlesFromTable(table(), told)).candles).toEqual(candles);
    const text = [...candleCsvChunks(candles)].join("");
    expect(parseCandlesCsv(text, told).candles).toEqual(candles);

    const refused = /low -40.32 is not a finite price above 0;.* by option "allowNegativePrices"\./;
    expect(() => parseCandlesCsv(csv)).toThrow(refused);
    expect(() => candlesFromRows(rows)).toThrow(refused);
    expect(() => candlesFromKlines(klines)).toThrow(refused);
    await expect(candlesFromTable(table())).rejects.toThrow(refused);
    expect(() => validateCandles(candles)).toThrow(refused);
    expect(() => applyGapPolicy(candles)).toThrow(refused);
  });

  test("a price of 0 is not said to need the option, for most files have it by mistake", () => {
    expect(() => parseCandlesCsv([HEAD, DAYS[3], ""].join("\n"))).toThrow(
      /low 0 is not a finite price above 0\. Correct these rows or take them out\.$/,
    );
  });

  test("keep the rules of highs, lows and volumes", () => {
    const broken = (line: string) => () => parseCandlesCsv([HEAD, line, ""].join("\n"), told);
    expect(broken("2020-04-20,-3,-4,-5,-4,1")).toThrow(/open -3 is above the high -4/);
    expect(broken("2020-04-20,-3,-1,-2,-2,1")).toThrow(/open -3 is below the low -2/);
    expect(broken("2020-04-20,-3,-1,-5,-2,-1")).toThrow(/volume -1 is not finite and at least 0/);
    expect(broken("2020-04-20,-3,1e999,-5,-2,1")).toThrow(/Infinity is not a finite price/);
  });

  test("skip such rows as no candles without it, and keep them with it", async () => {
    const skipping = { badRows: "skip" } as const;
    expect(parseCandlesCsv(csv, skipping)).toMatchObject({ skipped: { count: 3 } });
    expect(parseCandlesCsv(csv, { ...skipping, ...told })).toMatchObject({
      candles: { length: 4 },
      skipped: { count: 0 },
    });
    expect((await candlesFromTable(table(), { ...skipping, ...told })).candles.length).toBe(4);
  });

  test("gaps are filled with a close below 0, and weeks are made of such days", () => {
    const { candles: filled } = applyGapPolicy(
      parseCandlesCsv([HEAD, DAYS[1], DAYS[3], DAYS[3]!.replace("22", "23"), ""].join("\n"), told)
        .candles,
      "fill",
      "D",
      undefined,
      true,
    );
    expect(filled.close[1]).toBe(-37.63);
    const weeks = resample(candles, "W");
    expect([...weeks.low]).toEqual([17.31, -40.32]);
    expect([...weeks.high]).toEqual([20.07, 17.85]);
    expect(align(weeks.close, weeks, candles).at(-1)).toBe(18.27);
  });

  test.each(["yes", 1, null, {}])("%j is no value of the option", async (value) => {
    const wrong = { allowNegativePrices: value as never };
    const refused = /allowNegativePrices/;
    expect(() => parseCandlesCsv(csv, wrong)).toThrow(refused);
    expect(() => candlesFromRows(rows, wrong)).toThrow(refused);
    expect(() => candlesFromKlines([], wrong)).toThrow(refused);
    expect(() => validateCandles(candles, wrong)).toThrow(refused);
    expect(() => applyGapPolicy(candles, "report", "D", undefined, value as never)).toThrow(
      refused,
    );
    await expect(candlesFromTable(table(), wrong)).rejects.toThrow(refused);
  });

  test("adjusted closes exclude it", () => {
    const adjusted = { ...told, adjusted: true };
    expect(() => parseCandlesCsv(csv, adjusted)).toThrow(
      /option "adjusted" divides by closes and excludes "allowNegativePrices"/,
    );
  });
});
