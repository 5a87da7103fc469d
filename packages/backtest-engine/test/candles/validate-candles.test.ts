import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { validateCandles } from "../../src/data/index.ts";
import { faultsOf } from "./faults-of.ts";
import { candlesArbitrary, fromBars, fromCloses, HOUR, START, type Bar } from "./make-candles.ts";

const good: Bar = [START, 10, 12, 9, 11, 5];

const faultsIn = (bars: readonly Bar[], firstRow = 2) =>
  faultsOf(() => validateCandles(fromBars(bars), { firstRow }));

describe("validating candles", () => {
  test("sound candles without a hole have no gaps, and their interval is known", () => {
    expect(validateCandles(fromCloses([1, 2, 3, 2]))).toEqual({
      interval: "60",
      calendar: "always",
      gaps: [],
      missing: 0,
      irregular: 0,
    });
  });

  test("no candles at all are sound", () => {
    expect(validateCandles(fromBars([]))).toEqual({
      calendar: "always",
      gaps: [],
      missing: 0,
      irregular: 0,
    });
  });

  test.each<[string, Partial<Record<number, number>>, string, string]>([
    ["a price of 0", { 3: 0 }, "low", "low 0 is not a finite price above 0"],
    ["an infinite price", { 2: Infinity }, "high", "high Infinity is not a finite price above 0"],
    ["a price that is no number", { 4: NaN }, "close", "close NaN is not a finite price above 0"],
    ["an open above the high", { 1: 13 }, "open", "open 13 is above the high 12"],
    ["a close below the low", { 4: 8 }, "close", "close 8 is below the low 9"],
    ["a negative volume", { 5: -1 }, "volume", "volume -1 is not finite and at least 0"],
    [
      "an endless volume",
      { 5: Infinity },
      "volume",
      "volume Infinity is not finite and at least 0",
    ],
    ["half a millisecond", { 0: 0.5 }, "timestamp", "timestamp 0.5 is no time"],
    ["microseconds", { 0: 1.7e15 }, "timestamp", "timestamp 1700000000000000 is no time"],
  ])("%s is refused with its row and column", (_, change, column, problem) => {
    const bad = good.map((value, i) => change[i] ?? value) as unknown as Bar;
    const [fault, ...others] = faultsIn([bad]);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ row: 2, column });
    expect(fault?.problem).toContain(problem);
  });

  test("a duplicate names the row that it repeats, the header counted", () => {
    const [fault] = faultsIn([
      good,
      [START + HOUR, 10, 12, 9, 11, 5],
      [START + HOUR, 10, 12, 9, 11, 5],
    ]);
    expect(fault?.row).toBe(4);
    expect(fault?.problem).toContain("repeats that of row 3");
  });

  test("a time that goes back is refused", () => {
    const [fault] = faultsIn([[START + HOUR, 10, 12, 9, 11, 5], good]);
    expect(fault?.problem).toContain("is earlier than that of row 2");
  });

  test("row numbers begin where the caller says", () => {
    expect(faultsIn([[START, 10, 12, 9, 11, -5]], 1)[0]?.row).toBe(1);
  });

  test("twenty faults are named and all are counted", () => {
    const bars = Array.from({ length: 30 }, (_, i): Bar => [START + i * HOUR, 10, 12, 9, 11, -1]);
    expect(faultsIn(bars)).toHaveLength(20);
    expect(() => validateCandles(fromBars(bars))).toThrow(
      /^30 faults in 30 candles: .*; and 10 more\./,
    );
  });

  test("columns of different lengths are refused", () => {
    const candles = { ...fromBars([good]), close: new Float64Array(2) };
    expect(() => validateCandles(candles)).toThrow(/columns of 1 values each, found 1, 1, 1, 1, 2/);
  });

  test("a hole is reported with how many candles are missing", () => {
    const bars = [0, 1, 2, 6, 7].map((i): Bar => [START + i * HOUR, 10, 12, 9, 11, 5]);
    const report = validateCandles(fromBars(bars));
    expect(report.gaps).toEqual([
      { afterTime: START + 2 * HOUR, beforeTime: START + 6 * HOUR, missing: 3 },
    ]);
    expect(report.missing).toBe(3);
  });

  test("months have no fixed length and yet no gaps, until one is left out", () => {
    const months = [0, 1, 2, 3, 5].map((m): Bar => [Date.UTC(2023, m, 28), 10, 12, 9, 11, 5]);
    const report = validateCandles(fromBars(months));
    expect(report.interval).toBe("M");
    expect(report.gaps.map((gap) => gap.missing)).toEqual([1]);
  });

  test("a step that is no multiple of the interval is counted as irregular, not as a gap", () => {
    const times = [0, HOUR, 2 * HOUR, 2.5 * HOUR, 3.5 * HOUR];
    const bars = times.map((time): Bar => [START + time, 10, 12, 9, 11, 5]);
    expect(validateCandles(fromBars(bars))).toMatchObject({ gaps: [], irregular: 1 });
  });

  test("property: valid candles pass, and the candles plus the missing ones fill the span", () => {
    fc.assert(
      fc.property(candlesArbitrary({ minLength: 2, maxLength: 60 }), (candles) => {
        const report = validateCandles(candles, { interval: "60" });
        const span = (candles.time.at(-1)! - candles.time[0]!) / HOUR;
        expect(report.missing + candles.length - 1).toBe(span);
      }),
    );
  });
});
