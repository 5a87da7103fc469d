/** The tear sheet of a run on candles. */

import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { backtest, type Candles } from "../../src/index.ts";
import { defineStrategy } from "../../src/strategies/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";

const DAY = 86_400_000;

async function hours(symbol = "BTCUSDT", limit = 3000): Promise<Candles> {
  const { candles } = await createSimulatedProvider({ seed: 11 }).candles({
    symbol,
    interval: "60",
    endTime: Date.UTC(2025, 5, 1),
    limit,
  });
  return candles;
}

describe("a tear sheet", () => {
  test("has one return a day, which compound to the run's own total return and end at its drawdown", async () => {
    const candles = await hours();
    const run = backtest(candles, { strategy: "ma_crossover" });
    const { figures, time, returns } = tearSheet(run);
    expect(new Set(time.map((day) => day % DAY))).toEqual(new Set([0]));
    expect(returns).toHaveLength(figures.days);
    expect(figures.days).toBe(3000 / 24);
    expect(figures.totalReturn).toBeCloseTo(run.totalReturn, 12);
    expect(figures.periodsPerYear).toBe(365);
    // The end of a day cannot lie deeper than the deepest hour.
    expect(figures.maxDrawdownOfDays).toBeLessThanOrEqual(run.maxDrawdown);
    expect(figures.maxDrawdownOfDays).toBeGreaterThan(0);
  });

  test("is flat: every figure is a finite number or null, with and without a benchmark", async () => {
    const candles = await hours();
    const run = backtest(candles, { strategy: "ma_crossover" });
    const plain = tearSheet(run).figures;
    const beside = tearSheet(run, { benchmark: candles }).figures;
    const values = [plain, beside].flatMap((figures) => Object.values<unknown>({ ...figures }));
    for (const value of values) {
      expect(value === null || Number.isFinite(value)).toBe(true);
    }
    expect(plain.beta).toBeNull();
    expect(Object.keys(plain)).toEqual(Object.keys(beside));
    expect(values.slice(values.length / 2)).not.toContain(null);
  });

  test("of an account that holds the benchmark has a beta of 1 and the benchmark's return", async () => {
    const candles = await hours();
    const capital = 1000;
    const units = capital / candles.close[0]!;
    const equity = candles.close.map((price) => price * units);
    const { figures } = tearSheet(
      { time: candles.time, equity, initialCapital: capital },
      { benchmark: candles },
    );
    expect(figures.beta).toBeCloseTo(1, 12);
    expect(figures.benchmarkReturn).toBeCloseTo(figures.totalReturn, 12);
    expect(figures.trackingError).toBeCloseTo(0, 12);
    expect(figures.upCapture).toBeCloseTo(1, 10);
  });

  test("compares with another symbol on the days that both have", async () => {
    const candles = await hours();
    const other = await hours("ETHUSDT", 1000);
    const run = backtest(candles, { strategy: "ma_crossover" });
    const { benchmark, figures, time } = tearSheet(run, { benchmark: other });
    const priced = [...benchmark!].filter((value) => !Number.isNaN(value));
    expect(priced).toHaveLength(new Set(other.time.map((moment) => Math.floor(moment / DAY))).size);
    expect(benchmark).toHaveLength(time.length);
    expect(figures.benchmarkReturn).toBeCloseTo(other.close.at(-1)! / other.close[0]! - 1, 12);
  });

  test("says 252 days a year where weekends have no candles, and the year that is given", async () => {
    const candles = await hours();
    const open = [...candles.time.keys()].filter(
      (i) => ![0, 6].includes(new Date(candles.time[i]!).getUTCDay()),
    );
    const run = {
      time: Float64Array.from(open, (i) => candles.time[i]!),
      equity: Float64Array.from(open, (i) => candles.close[i]!),
      initialCapital: candles.open[open[0]!]!,
    };
    expect(tearSheet(run).figures.periodsPerYear).toBe(252);
    expect(tearSheet(run, { daysPerYear: 260 }).figures.periodsPerYear).toBe(260);
    expect(tearSheet({ ...run, tradingDays: 255 }).figures.periodsPerYear).toBe(255);
  });

  test("counts a week's candle as one period of 52 a year", () => {
    const time = Float64Array.from({ length: 60 }, (_, i) => i * 7 * DAY);
    const equity = time.map((_, i) => 100 + (i % 5));
    const { figures } = tearSheet({ time, equity, initialCapital: 100 });
    expect(figures.days).toBe(60);
    expect(figures.periodsPerYear).toBeCloseTo(365 / 7, 12);
  });

  test("states the profit of a position that is still held, and 0 without one", async () => {
    const candles = await hours();
    const holder = defineStrategy({
      name: "hold",
      version: "1",
      description: "Buys at once and holds.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length }) => ({ signals: new Uint8Array(length).fill(1), warmUp: 0 }),
    });
    const run = (finalPosition: "keep" | "last_close"): ReturnType<typeof backtest> =>
      backtest(candles, { strategy: holder, compatibility: { finalPosition } });
    const open = run("keep");
    expect(open.openAtEnd).toBe(true);
    expect(open.trades).toHaveLength(0);
    expect(tearSheet(open).figures.openProfit).toBe(open.finalCapital - open.initialCapital);
    expect(tearSheet(run("last_close")).figures.openProfit).toBe(0);
    expect(tearSheet({ ...open, openAtEnd: false }).figures.openProfit).toBe(0);
  });
});

describe("a tear sheet refuses", () => {
  const time = Float64Array.of(0, DAY);

  test("a run without a candle", () => {
    const run = { time: new Float64Array(), equity: new Float64Array(), initialCapital: 1 };
    expect(() => tearSheet(run)).toThrow(/expected at least one candle/);
  });

  test("times and values that differ in number", () => {
    const run = { time, equity: Float64Array.of(1), initialCapital: 1 };
    expect(() => tearSheet(run)).toThrow(/found 2 and 1/);
  });

  test.each([0, -1, 366.5, NaN, Infinity])("a year of %d days", (daysPerYear) => {
    const run = { time, equity: Float64Array.of(1, 1), initialCapital: 1 };
    expect(() => tearSheet(run, { daysPerYear })).toThrow(/above 0 and of at most 366/);
  });
});
