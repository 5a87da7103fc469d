/** Statistics of series that do not vary but for rounding: no figure of a division by almost nothing. */

import { describe, expect, test } from "vitest";

import { computeMetrics, compoundedRisk, tradeStatistics } from "../../src/metrics/index.ts";
import { overfittingProbability, sharpeSample } from "../../src/research/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import { rollingBeta, rollingSharpe, tearSheet } from "../../src/tear-sheet/index.ts";
import { candlesOf } from "../candles/make-candles.ts";

const DAY = 86_400_000;
const DAYS = 120;
const time = Float64Array.from({ length: DAYS }, (_, i) => i * DAY);
/** A small error of rounding that differs from day to day. */
const noise = (i: number, size: number): number => size * Math.sin(i * 12.9898);

/** An account that earns the same each day, up to an error of `size`; about `level` in money. */
const account = (rate: number, size: number, level: number): Float64Array => {
  let value = level;
  return time.map((_, i) => (value *= 1 + rate) * (1 + noise(i, size)));
};

const STEADY: [string, number, number, number][] = [
  ["an account of thousands", 0.001, 1e-15, 10_000],
  ["an account of a billionth", 0.001, 1e-15, 1e-9],
  ["an account of 10¹²", 0.01, 1e-13, 1e12],
  ["an account that stands still", 0, 1e-16, 10_000],
];

/** Ratios to a spread of the account; the others have a meaning without one. */
const RATIOS = [
  "sharpeOfDays",
  "sortinoOfDays",
  "calmarOfDays",
  "smartSharpe",
  "smartSortino",
  "adjustedSortino",
  "autocorrelationPenalty",
  "probabilisticSharpe",
  "probabilisticSortino",
  "skewness",
  "excessKurtosis",
  "correlation",
  "beta",
  "jensenAlpha",
  "alpha",
  "rSquared",
  "treynorRatio",
  "informationRatio",
] as const;

describe("a spread that is nothing against the values is none", () => {
  test.each(STEADY)("in the tear sheet of %s", (_, rate, size, level) => {
    const equity = account(rate, size, level);
    const held = account(0, size, 50);
    const candles = { length: DAYS, time, open: held, close: held };
    const { figures } = tearSheet({ time, equity, initialCapital: level }, { benchmark: candles });
    for (const name of RATIOS) expect([name, figures[name]]).toEqual([name, null]);
    for (const [name, value] of Object.entries(figures)) {
      expect([name, Math.abs(value ?? 0) < 1e9 || name === "openProfit"]).toEqual([name, true]);
    }
  });

  test.each(STEADY)("in the metrics of %s", (_, rate, size, level) => {
    const equity = account(rate, size, level);
    const candles = { ...candlesOf(Array.from(time, () => [1, 1, 1, 1])), time };
    const none = simulate(candles, { signals: new Uint8Array(DAYS), warmUp: 0 });
    const result = { ...none, equity, initialCapital: level, finalCapital: equity.at(-1)! };
    const { sharpe, sortino, calmar } = computeMetrics(candles, result);
    expect({ sharpe, sortino, calmar }).toEqual({ sharpe: null, sortino: null, calmar: null });
    const returns = equity.map((value, i) => value / (equity[i - 1] ?? level) - 1);
    expect(compoundedRisk(returns, 252)).toMatchObject({ sharpe: null, sortino: null });
    expect(sharpeSample(returns)).toBeNull();
    expect(rollingSharpe(returns, 20, 252).every(Number.isNaN)).toBe(true);
    expect(rollingBeta(returns, returns, 20).every(Number.isNaN)).toBe(true);
  });

  test("in the statistics of trades, whatever their currency", () => {
    for (const scale of [1e-9, 1, 1e9]) {
      const equal = time.map((_, i) => scale * (0.3 + noise(i, 1e-15)));
      expect(tradeStatistics(equal).sqn).toBeNull();
      const oneLoss = Float64Array.of(3 * scale, 4 * scale, -1e-16 * scale);
      expect(tradeStatistics(oneLoss).profitFactor).toBeNull();
      const real = time.map((_, i) => scale * (0.3 + noise(i, 1e-3)));
      expect(tradeStatistics(real).sqn).toBeGreaterThan(1000);
    }
  });

  test("in the regression of tests on trainings that are all alike", () => {
    const steady = time.map((_, i) => 0.01 + noise(i, 1e-13));
    const other = time.map((_, i) => 0.005 + noise(i + 7, 1e-13));
    const found = overfittingProbability([steady, other], { blocks: 4 });
    expect(found).toMatchObject({ slope: null, intercept: null });
  });

  test("and small real ones stay: returns of a stablecoin have their ratios", () => {
    const equity = time.map((_, i) => 1 + noise(i, 1e-6) + i * 1e-8);
    const held = time.map((_, i) => 1 + noise(i, 1e-7));
    const candles = { length: DAYS, time, open: held, close: held };
    const { figures } = tearSheet({ time, equity, initialCapital: 1 }, { benchmark: candles });
    for (const name of RATIOS) expect([name, figures[name]]).not.toEqual([name, null]);
  });
});
