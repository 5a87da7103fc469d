import { describe, expect, test } from "vitest";

import {
  atr,
  bollinger,
  dema,
  ema,
  macd,
  rsi,
  sma,
  standardDeviation,
  stochastic,
  trueRange,
  wma,
} from "../../src/indicators/index.ts";
import { hasReferenceData, readCandles, readExpected } from "./reference-data.ts";

type Line = readonly (number | null)[];

/** The most that a value may differ from the reference, relative to it. */
const TOLERANCE = 1e-9;

/** The largest relative difference wherever the reference has a value; infinite when too few could be compared. */
function worstError(found: Float64Array, expected: Line): number {
  let compared = 0;
  let worst = found.length === expected.length ? 0 : Infinity;
  for (const [index, value] of expected.entries()) {
    if (value === null) continue;
    compared++;
    const error = Math.abs(found[index]! - value) / Math.max(Math.abs(value), 1e-6);
    worst = error <= worst ? worst : error;
  }
  return compared > 400 ? worst : Infinity;
}

/** Whether there is no value where the reference begins later. */
function waits(found: Float64Array, expected: Line): boolean {
  return found
    .slice(
      0,
      expected.findIndex((value) => value !== null),
    )
    .every(Number.isNaN);
}

interface TalibSet {
  readonly file: string;
  readonly [indicator: string]: Line | string | Readonly<Record<string, Line>>;
}

describe.skipIf(!hasReferenceData)("TA-Lib agrees to 1e-9", () => {
  const sets = hasReferenceData
    ? readExpected<{ data: Record<string, TalibSet> }>("talib.json").data
    : {};

  describe.each(Object.keys(sets))("on %s", (name) => {
    const set = sets[name]!;
    const candles = readCandles(set.file);
    const close = candles.close;
    const line = (key: string): Line => set[key] as Line;

    test.each([
      ["SMA(20)", () => sma(close, 20)],
      ["EMA(20)", () => ema(close, 20)],
      ["WMA(20)", () => wma(close, 20)],
      ["RSI(14)", () => rsi(close, 14)],
      ["ATR(14)", () => atr(candles, 14)],
    ] as const)("%s", (key, compute) => {
      expect(worstError(compute(), line(key))).toBeLessThanOrEqual(TOLERANCE);
      expect(waits(compute(), line(key))).toBe(true);
    });

    test("STDDEV(20), up to the candle where the reference turns into the variance", () => {
      const expected = line("STDDEV(20)").slice(19, 38) as readonly number[];
      const found = standardDeviation(close, 20);
      for (const [k, value] of expected.entries()) {
        expect(found[19 + k]! / value).toBeCloseTo(1, 9);
      }
    });

    test("MACD(12,26,9), its averages starting together", () => {
      const expected = set["MACD(12,26,9)"] as Readonly<Record<"macd" | "signal" | "hist", Line>>;
      const found = macd(close, { seeding: "together" });
      expect(worstError(found.macd, expected.macd)).toBeLessThanOrEqual(TOLERANCE);
      expect(worstError(found.signal, expected.signal)).toBeLessThanOrEqual(TOLERANCE);
      expect(worstOfPrice(found.histogram, expected.hist, close)).toBeLessThanOrEqual(1e-12);
    });
  });
});

/** The histogram is a small difference of large numbers: its error is measured against the price. */
function worstOfPrice(found: Float64Array, expected: Line, price: Float64Array): number {
  const errors = expected.map((value, i) =>
    value === null ? 0 : Math.abs(found[i]! - value) / price[i]!,
  );
  return Math.max(...errors);
}

type Rows = readonly Readonly<Record<string, number | null>>[];

describe.skipIf(!hasReferenceData)("Stock.Indicators agrees to 1e-9", () => {
  const candles = hasReferenceData ? readCandles("stockind-SPY-1d-default.csv") : undefined;
  const close = candles?.close ?? new Float64Array();
  const rows = (name: string): Rows => readExpected<Rows>(`stock-indicators/${name}.standard.json`);
  const column = (name: string, key: string): Line => rows(name).map((row) => row[key] ?? null);

  test.each([
    ["sma", "sma", () => sma(close, 20)],
    ["ema", "ema", () => ema(close, 20)],
    ["wma", "wma", () => wma(close, 14)],
    ["dema", "dema", () => dema(close, 14)],
    ["rsi", "rsi", () => rsi(close, 14)],
    ["stdev", "stdDev", () => standardDeviation(close, 14)],
    ["stdev", "mean", () => sma(close, 14)],
    ["bb", "sma", () => bollinger(close, 20).middle],
    ["bb", "upperBand", () => bollinger(close, 20).upper],
    ["bb", "lowerBand", () => bollinger(close, 20).lower],
    ["atr", "tr", () => trueRange(candles!)],
    ["atr", "atr", () => atr(candles!, 14)],
    ["macd", "macd", () => macd(close).macd],
    ["macd", "signal", () => macd(close).signal],
    ["stoch", "k", () => stochastic(candles!).k],
    ["stoch", "d", () => stochastic(candles!).d],
  ] as const)("%s: %s", (name, key, compute) => {
    expect(worstError(compute(), column(name, key))).toBeLessThanOrEqual(TOLERANCE);
    expect(waits(compute(), column(name, key))).toBe(true);
  });
});
