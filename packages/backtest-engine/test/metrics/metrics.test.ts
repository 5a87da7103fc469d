import {
  array,
  assert,
  constant,
  constantFrom,
  double,
  integer,
  oneof,
  property,
  record,
} from "fast-check";
import { describe, expect, test } from "vitest";

import { summariseEquity } from "../../src/metrics/equity-summary.ts";
import {
  computeMetrics,
  downsideRisk,
  drawdownOf,
  momentsOf,
  returnsOf,
  stabilityOf,
} from "../../src/metrics/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const flat = (closes: readonly number[], interval?: number) =>
  candlesOf(
    closes.map((close) => [close, close, close, close]),
    interval,
  );

describe("figures of a run that can be done by hand", () => {
  // In at 100 on candle 1, out at 120 on candle 3; in at 110 on candle 4, closed at 99 on the last.
  const candles = flat([100, 100, 90, 120, 110, 99], 3_600_000);
  const signals = Uint8Array.of(
    Signal.enterLong,
    0,
    Signal.exitLong,
    Signal.enterLong,
    0,
    Signal.none,
  );
  const result = simulate(candles, { signals, warmUp: 0 }, { fee: 0, initialCapital: 1000 });
  const metrics = computeMetrics(candles, result);

  test("trades, money and time", () => {
    expect([...result.equity]).toEqual([1000, 1000, 900, 1200, 1200, expect.closeTo(1080, 9)]);
    expect(metrics).toMatchObject({
      totalTrades: 2,
      wins: 1,
      losses: 1,
      winRate: 0.5,
      finalCapital: expect.closeTo(1080, 9) as number,
      totalReturn: expect.closeTo(0.08, 12) as number,
      buyHoldReturn: expect.closeTo(-0.01, 12) as number,
      avgReturn: expect.closeTo(0.05, 12) as number,
      bestTrade: expect.closeTo(0.2, 12) as number,
      worstTrade: expect.closeTo(-0.1, 12) as number,
      profitFactor: expect.closeTo(200 / 120, 12) as number,
      expectancy: expect.closeTo(40, 9) as number,
      avgDurationMinutes: 90,
      exposure: 5 / 6,
      maxDrawdown: expect.closeTo(0.1, 12) as number,
      maxDrawdownDurationMinutes: 120,
      feesPaid: 0,
    });
  });

  test("a year is 365 days of candles unless told otherwise", () => {
    const shorter = computeMetrics(candles, result, { daysPerYear: 252 });
    expect(metrics.sharpe! / shorter.sharpe!).toBeCloseTo(Math.sqrt(365 / 252), 12);
    const minutes = computeMetrics(candles, result, { barsPerYear: 365 * 1440 });
    expect(minutes.annualVolatility! / metrics.annualVolatility!).toBeCloseTo(Math.sqrt(60), 12);
  });

  test("a year or an interval of nothing is refused, and so is a run without candles", () => {
    for (const option of ["daysPerYear", "barsPerYear", "intervalMilliseconds"]) {
      expect(() => computeMetrics(candles, result, { [option]: 0 })).toThrow(option);
    }
    expect(() => computeMetrics(flat([]), result)).toThrow(/at least one candle/);
  });
});

test("without a trade every figure is a number or null, and nothing is gained or lost", () => {
  const candles = flat([1, 2, 3]);
  const result = simulate(candles, { signals: new Uint8Array(3), warmUp: 0 });
  expect(computeMetrics(candles, result)).toEqual({
    totalTrades: 0,
    wins: 0,
    losses: 0,
    winRate: 0,
    initialCapital: 10_000,
    finalCapital: 10_000,
    totalReturn: 0,
    buyHoldReturn: 2,
    annualReturn: null,
    annualVolatility: 0,
    sharpe: null,
    sortino: null,
    calmar: null,
    maxDrawdown: 0,
    maxDrawdownDurationMinutes: 0,
    avgReturn: 0,
    bestTrade: null,
    worstTrade: null,
    avgDurationMinutes: null,
    profitFactor: null,
    expectancy: null,
    sqn: null,
    exposure: 0,
    feesPaid: 0,
  });
});

test("no figure is ever NaN or infinite, whatever the prices, signals and fees", () => {
  const runs = record({
    closes: array(double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 }),
    said: array(integer({ min: 0, max: 15 }), { minLength: 60, maxLength: 60 }),
    direction: constantFrom("long" as const, "short" as const, "both" as const),
    fee: double({ min: 0, max: 0.4, noNaN: true }),
    interval: constantFrom(60_000, 86_400_000),
  });
  assert(
    property(runs, ({ closes, said, direction, fee, interval }) => {
      const candles = flat(closes, interval);
      const signals = Uint8Array.from(said).slice(0, closes.length);
      const result = simulate(candles, { signals, warmUp: 0 }, { direction, fee });
      const figures = Object.values(computeMetrics(candles, result));
      const broken = figures.filter((value) => value !== null && !Number.isFinite(value));
      expect(broken).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("the summary of an equity in one pass says what the functions say one by one", () => {
  const worth = oneof(constant(0), double({ min: 0.01, max: 1e6, noNaN: true }));
  const equities = array(worth, {
    minLength: 2,
    maxLength: 80,
  });
  assert(
    property(equities, double({ min: 1, max: 1e6, noNaN: true }), (values, start) => {
      const equity = Float64Array.from(values);
      const time = equity.map((_, i) => i);
      const found = summariseEquity(equity, time, start);
      const returns = returnsOf(equity, start);
      const { mean, deviation } = momentsOf(returns);
      const near = (value: number | null, one: number | null): void =>
        expect(Math.abs(value! - one!)).toBeLessThanOrEqual(1e-9 * (1 + deviation!));
      near(found.moments.mean, mean);
      near(found.moments.deviation, deviation);
      near(found.downside, downsideRisk(returns, 1));
      const depths = drawdownOf(equity, start);
      expect(found.maxDrawdown).toBe(Math.max(...depths));
      const spans = [...depths.entries()].map(([i, depth]) => {
        const peak = depths.lastIndexOf(0, i);
        const isBack = depth === 0 && i > 0 && depths[i - 1]! > 0;
        const from = isBack ? depths.lastIndexOf(0, i - 1) : peak;
        return depth > 0 || isBack ? i - Math.max(0, from) : 0;
      });
      expect(found.longestDrawdown).toBe(Math.max(...spans));
    }),
  );
});

describe("drawdowns and returns", () => {
  test("depths are fractions of the running peak, the start included", () => {
    expect([...drawdownOf(Float64Array.of(90, 120, 60, 120), 100)]).toEqual([0.1, 0, 0.5, 0]);
  });

  test("returns after everything is lost are 0", () => {
    expect([...returnsOf(Float64Array.of(50, 0, 0), 100)]).toEqual([-0.5, -1, 0]);
  });

  test("steady growth is perfectly stable, one return says nothing", () => {
    expect(stabilityOf(Float64Array.of(0.1, 0.1, 0.1, 0.1))).toBeCloseTo(1, 12);
    expect(stabilityOf(Float64Array.of(0.1))).toBeNull();
  });
});
