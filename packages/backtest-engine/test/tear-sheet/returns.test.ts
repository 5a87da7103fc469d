/** Figures of returns on short and one-sided series, and the laws that hold on any. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { maxDrawdown } from "../../src/metrics/index.ts";
import * as sheet from "../../src/tear-sheet/index.ts";

type Single = (returns: Float64Array) => number | null;

const YEAR = 365;
const close = (value: number): unknown => expect.closeTo(value, 14);
const FIGURES: Readonly<Record<string, Single>> = {
  best: sheet.bestReturn,
  worst: sheet.worstReturn,
  averageReturn: sheet.averageReturn,
  averageWin: sheet.averageWin,
  averageLoss: sheet.averageLoss,
  expectedReturn: sheet.expectedReturn,
  exposureAdjustedReturn: (returns) => sheet.exposureAdjustedReturn(returns, YEAR),
  payoffRatio: sheet.payoffRatio,
  profitFactor: sheet.profitFactor,
  profitRatio: sheet.profitRatio,
  cpcIndex: sheet.cpcIndex,
  commonSenseRatio: sheet.commonSenseRatio,
  outlierWinRatio: sheet.outlierWinRatio,
  outlierLossRatio: sheet.outlierLossRatio,
  gainToPainRatio: sheet.gainToPainRatio,
  kellyCriterion: sheet.kellyCriterion,
  riskOfRuin: sheet.riskOfRuin,
  skewness: sheet.skewness,
  excessKurtosis: sheet.excessKurtosis,
  averageDrawdown: sheet.averageDrawdown,
  ulcerIndex: sheet.ulcerIndex,
  ulcerPerformanceIndex: sheet.ulcerPerformanceIndex,
  serenityIndex: sheet.serenityIndex,
  recoveryFactor: sheet.recoveryFactor,
  autocorrelationPenalty: sheet.autocorrelationPenalty,
  smartSharpe: (returns) => sheet.smartSharpe(returns, YEAR),
  smartSortino: (returns) => sheet.smartSortino(returns, YEAR),
  adjustedSortino: (returns) => sheet.adjustedSortino(returns, YEAR),
  probabilisticSharpeRatio: sheet.probabilisticSharpeRatio,
  probabilisticSortinoRatio: sheet.probabilisticSortinoRatio,
  probabilisticAdjustedSortinoRatio: sheet.probabilisticAdjustedSortinoRatio,
  valueAtRisk: sheet.valueAtRisk,
  conditionalValueAtRisk: sheet.conditionalValueAtRisk,
  normalValueAtRisk: sheet.normalValueAtRisk,
  expectedShortfall: sheet.expectedShortfall,
  sigmaValueAtRisk: sheet.sigmaValueAtRisk,
  beta: (returns) => sheet.beta(returns, returns.toReversed()),
  alpha: (returns) => sheet.alpha(returns, returns.toReversed(), YEAR),
  jensenAlpha: (returns) => sheet.jensenAlpha(returns, returns.toReversed(), YEAR),
  correlation: (returns) => sheet.correlation(returns, returns.toReversed()),
  rSquared: (returns) => sheet.rSquared(returns, returns.toReversed()),
  informationRatio: (returns) => sheet.informationRatio(returns, returns.toReversed()),
  trackingError: (returns) => sheet.trackingError(returns, returns.toReversed(), YEAR),
  treynorRatio: (returns) => sheet.treynorRatio(returns, returns.toReversed()),
  captureRatio: (returns) => sheet.captureRatio(returns, returns.toReversed(), YEAR),
  betaFragility: (returns) => sheet.betaFragility(returns, returns.toReversed()),
};

const series = fc
  .array(fc.oneof(fc.double({ min: -1, max: 3 }), fc.constantFrom(0, -1, 1e-18, NaN)), {
    maxLength: 40,
  })
  .map((values) => Float64Array.from(values));
const gapless = fc
  .array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 5, maxLength: 60 })
  .map((values) => Float64Array.from(values));

describe("a figure of returns", () => {
  test.each(Object.entries(FIGURES))("%s is a finite number or null, never NaN", (_, figure) => {
    fc.assert(
      fc.property(series, (returns) => {
        const value = figure(returns);
        expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  test.each(Object.entries(FIGURES))("%s of no returns is null", (_, figure) => {
    expect(figure(new Float64Array())).toBeNull();
  });

  test("no figure changes its input", () => {
    const returns = Float64Array.of(0.1, NaN, -0.2, 0.05, 0);
    const before = [...returns];
    for (const figure of Object.values(FIGURES)) figure(returns);
    expect([...returns]).toEqual(before);
  });

  test("gains alone have no payoff, no pain and no recovery; a streak of all", () => {
    const gains = Float64Array.of(0.01, 0.02, 0.03);
    expect(sheet.payoffRatio(gains)).toBeNull();
    expect(sheet.gainToPainRatio(gains)).toBeNull();
    expect(sheet.recoveryFactor(gains)).toBeNull();
    expect(sheet.kellyCriterion(gains)).toBeNull();
    expect(sheet.profitRatio(gains)).toBeNull();
    expect(sheet.winRate(gains)).toBe(1);
    expect(sheet.consecutiveWins(gains)).toBe(3);
    expect(sheet.consecutiveLosses(gains)).toBe(0);
  });
});

describe("beside a benchmark", () => {
  test("a series beside itself has a beta of 1, no alpha and explains itself", () => {
    const returns = Float64Array.of(0.01, -0.02, 0.03, 0.005);
    expect(sheet.beta(returns, returns)).toBeCloseTo(1, 14);
    expect(sheet.alpha(returns, returns, YEAR)).toBeCloseTo(0, 12);
    expect(sheet.rSquared(returns, returns)).toBeCloseTo(1, 14);
    expect(sheet.trackingError(returns, returns, YEAR)).toBe(0);
    expect(sheet.informationRatio(returns, returns)).toBeNull();
  });

  test("twice the benchmark less a constant has a beta of 2 and that constant as Jensen's alpha", () => {
    fc.assert(
      fc.property(gapless, (benchmark) => {
        fc.pre(Math.max(...benchmark) - Math.min(...benchmark) > 0.01);
        const returns = benchmark.map((value) => 2 * value - 0.001);
        expect(sheet.beta(returns, benchmark)).toBeCloseTo(2, 9);
        expect(sheet.jensenAlpha(returns, benchmark, 100)).toBeCloseTo(-0.1, 9);
        expect(sheet.correlation(returns, benchmark)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("a benchmark that stands still gives neither beta nor Treynor ratio", () => {
    const flat = new Float64Array(3);
    const returns = Float64Array.of(0.1, 0.2, -0.1);
    expect(sheet.beta(returns, flat)).toBeNull();
    expect(sheet.treynorRatio(returns, flat)).toBeNull();
  });
});

describe("drawdown periods", () => {
  test("reach from the first value below the peak to the last, and say whether it was reached again", () => {
    const returns = Float64Array.of(0.1, -0.5, 0.5, 1, -0.1, -0.1);
    expect(sheet.drawdownPeriods(returns)).toEqual([
      {
        peakIndex: 0,
        startIndex: 1,
        valleyIndex: 1,
        endIndex: 2,
        isRecovered: true,
        depth: 0.5,
        depthWithoutOutliers: close(0.25),
      },
      {
        peakIndex: 3,
        startIndex: 4,
        valleyIndex: 5,
        endIndex: 5,
        isRecovered: false,
        depth: close(0.19),
        depthWithoutOutliers: close(0.1),
      },
    ]);
  });

  test("lie apart, cover every value below a peak, and the deepest is the largest drawdown", () => {
    fc.assert(
      fc.property(gapless, (returns) => {
        const periods = sheet.drawdownPeriods(returns);
        const below = sheet.drawdownSeries(returns);
        const covered = new Set(
          periods.flatMap(({ startIndex, endIndex }) =>
            Array.from({ length: endIndex - startIndex + 1 }, (_, k) => startIndex + k),
          ),
        );
        const stated = [...below.keys()].filter((i) => below[i]! < 0);
        expect([...covered]).toEqual(stated);
        const deepest = Math.max(0, ...periods.map(({ depth }) => depth));
        expect(deepest).toBe(0 - Math.min(0, ...below));
      }),
    );
  });
});

describe("returns by period", () => {
  const day = 86_400_000;
  const start = Date.UTC(2024, 11, 28); // a Saturday
  const time = Float64Array.from({ length: 6 }, (_, i) => start + i * day);

  test.each([
    ["day", 6, start],
    ["week", 2, Date.UTC(2024, 11, 23)],
    ["month", 2, Date.UTC(2024, 11, 1)],
    ["quarter", 2, Date.UTC(2024, 9, 1)],
    ["year", 2, Date.UTC(2024, 0, 1)],
  ] as const)(
    "%s: %i of them over New Year, the first from its own start",
    (period, count, from) => {
      const { time: starts, returns } = sheet.returnsByPeriod(new Float64Array(6), time, period);
      expect(starts).toHaveLength(count);
      expect(returns).toHaveLength(count);
      expect(starts[0]).toBe(from);
    },
  );

  test("of an account are its returns compounded, by any period", () => {
    fc.assert(
      fc.property(
        gapless,
        fc.constantFrom(...(["day", "week", "month", "quarter", "year"] as const)),
        fc.integer({ min: 1, max: 40 * 24 }),
        (returns, period, hours) => {
          const moments = returns.map((_, i) => start + i * hours * 3_600_000);
          const values = sheet.cumulativeReturns(returns).map((value) => 500 * (1 + value));
          const ofReturns = sheet.returnsByPeriod(returns, moments, period);
          const ofValues = sheet.returnsOfValues(values, moments, 500, period);
          expect(ofValues.time).toEqual(ofReturns.time);
          for (const [k, value] of ofValues.returns.entries()) {
            expect(value).toBeCloseTo(ofReturns.returns[k]!, 10);
          }
        },
      ),
    );
  });
});

describe("rolling figures", () => {
  test("begin with the first full window and equal the figure of that window alone", () => {
    const returns = Float64Array.of(0.01, -0.02, 0.03, 0.005, -0.01);
    const rolled = sheet.rollingMaxDrawdown(returns, 2);
    const alone = [0, 1, 2, 3].map((from) => maxDrawdown(returns.subarray(from, from + 2)));
    expect([...rolled]).toEqual([NaN, ...alone]);
    expect(sheet.rollingSharpe(returns, 6, YEAR).every(Number.isNaN)).toBe(true);
  });

  test.each([0, 1, 1.5, NaN, -3])("refuse a window of %d", (window) => {
    expect(() => sheet.rollingVolatility(new Float64Array(9), window, YEAR)).toThrow(
      /expected window to be a whole number of at least 2/,
    );
  });
});

test("a histogram counts every return once, the highest in the last class", () => {
  const classes = sheet.histogramOf(Float64Array.of(-0.1, 0.1, 0, 0.05, NaN, 0.1), 4);
  expect(classes.map(({ count }) => count)).toEqual([1, 0, 1, 3]);
  expect(classes[0]!.from).toBe(-0.1);
  expect(classes[3]!.to).toBe(0.1);
  expect(sheet.histogramOf(new Float64Array(3))).toEqual([{ from: 0, to: 0, count: 3 }]);
  expect(sheet.histogramOf(new Float64Array())).toEqual([]);
});
