import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { crossings, sma } from "../../src/indicators/index.ts";
import { compoundedRisk, computeMetrics, omegaRatio, returnsOf } from "../../src/metrics/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategies/strategy.ts";
import { sweep, type SweepRow } from "../../src/sweep/index.ts";
import { hasReferenceData, readCandles, readExpected } from "../indicators/reference-data.ts";

interface Run {
  readonly stats: Readonly<Record<string, number>>;
}

function decide(candles: Candles, fast: number, slow: number, down: number): Decisions {
  const crossed = crossings(sma(candles.close, fast), sma(candles.close, slow));
  const signals = Uint8Array.from(crossed, (side) =>
    side > 0 ? Signal.enterLong : side < 0 ? down : Signal.none,
  );
  return { signals, warmUp: slow };
}

/** Days of an exchange, not of the calendar: what a year is to the engine that gave the figures. */
const EXCHANGE_DAYS = 252;

describe.skipIf(!hasReferenceData)("figures of whole runs", () => {
  test.each([
    ["vbt_goog_sma10_50_close_f0.001.json", "btpy-GOOG-1d.csv", "close"],
    [
      "vbt_btcusdt1h_sma10_50_nextopen_f0.001.json",
      "binance-spot-BTCUSDT-1h-2020-11_2021-05.csv",
      "next_open",
    ],
  ] as const)("%s: vectorbt has the same", (file, candleFile, fill) => {
    const { stats } = readExpected<Run>(file);
    const candles = readCandles(candleFile);
    const decisions = decide(candles, 10, 50, Signal.exitLong);
    const result = simulate(candles, decisions, { fill, fee: 0.001, finalPosition: "keep" });
    const found = computeMetrics(candles, result);
    expect(found.totalTrades).toBe(stats["Total Closed Trades"]);
    expect({
      "End Value": found.finalCapital,
      "Total Return [%]": 100 * found.totalReturn,
      "Benchmark Return [%]": 100 * found.buyHoldReturn,
      "Total Fees Paid": found.feesPaid,
      "Max Drawdown [%]": 100 * found.maxDrawdown,
      "Win Rate [%]": 100 * found.winRate,
      "Best Trade [%]": 100 * found.bestTrade!,
      "Worst Trade [%]": 100 * found.worstTrade!,
      "Profit Factor": found.profitFactor,
      Expectancy: found.expectancy,
      "Sharpe Ratio": found.sharpe,
      "Sortino Ratio": found.sortino,
      "Calmar Ratio": found.calmar,
      "Omega Ratio": omegaRatio(returnsOf(result.equity, result.initialCapital)),
    }).toEqual(closeTo(stats));
  });

  test.each([
    ["btpy_goog_sma10_20_c0.002_exclusive.json", 20, { fee: 0.002, finalPosition: "keep" }],
    ["btpy_goog_sma10_30_c0_finalize.json", 30, { fee: 0, finalPosition: "last_open" }],
  ] as const)("%s: backtesting.py has the same", (file, slow, rules) => {
    const { stats } = readExpected<Run>(file);
    const candles = readCandles("btpy-GOOG-1d.csv");
    const result = simulate(candles, decide(candles, 10, slow, Signal.enterShort), {
      direction: "both",
      lotSize: 1,
      repeatedEntry: "reopen",
      ...rules,
    });
    const found = computeMetrics(candles, result, { daysPerYear: EXCHANGE_DAYS });
    const risk = compoundedRisk(returnsOf(result.equity, 10_000).slice(1), EXCHANGE_DAYS);
    // What is still held counts for nothing there, and for the candles it was held on here.
    const closed = computeMetrics(candles, { ...result, openPosition: null });
    expect({
      "Exposure Time [%]": 100 * closed.exposure,
      "Equity Final [$]": found.finalCapital,
      "Return [%]": 100 * found.totalReturn,
      "Return (Ann.) [%]": 100 * risk.annualReturn!,
      "Volatility (Ann.) [%]": 100 * risk.annualVolatility!,
      "Sharpe Ratio": risk.sharpe,
      "Sortino Ratio": risk.sortino,
      "Calmar Ratio": risk.annualReturn! / found.maxDrawdown,
      "Max. Drawdown [%]": -100 * found.maxDrawdown,
      "# Trades": found.totalTrades,
      "Win Rate [%]": 100 * found.winRate,
      "Best Trade [%]": 100 * found.bestTrade!,
      "Worst Trade [%]": 100 * found.worstTrade!,
      SQN: found.sqn,
    }).toEqual(closeTo(stats));
    expect(stats["Max. Drawdown Duration"]).toBe(
      `${found.maxDrawdownDurationMinutes / 1440} days 00:00:00`,
    );
  });

  test("the grid of 50 has the same drawdowns and ratios", () => {
    const grid = readExpected<{ rows: readonly (readonly number[])[] }>(
      "btpy_goog_sma_grid_c0.002.json",
    );
    const candles = readCandles("btpy-GOOG-1d.csv");
    const found = grid.rows.map(([fast, slow]) => {
      const decisions = decide(candles, fast!, slow!, Signal.enterShort);
      const result = simulate(candles, decisions, {
        direction: "both",
        lotSize: 1,
        fee: 0.002,
        repeatedEntry: "reopen",
        finalPosition: "keep",
      });
      const risk = compoundedRisk(returnsOf(result.equity, 10_000).slice(1), EXCHANGE_DAYS);
      return [-100 * computeMetrics(candles, result).maxDrawdown, risk.sharpe];
    });
    expect(found).toEqual(
      grid.rows.map(([, , , , drawdown, sharpe]) => [near(drawdown!), near(sharpe!)]),
    );
  });
});

test.skipIf(!hasReferenceData)("a sweep runs the same grid and ends at the same best", async () => {
  interface Grid {
    readonly rows: readonly (readonly number[])[];
    readonly best: readonly number[];
  }
  const { rows, best } = readExpected<Grid>("btpy_goog_sma_grid_c0.002.json");
  const found = await sweep(readCandles("btpy-GOOG-1d.csv"), {
    strategy: "ma_crossover",
    direction: "both",
    lotSize: 1,
    fee: 0.002,
    repeatedEntry: "reopen",
    finalPosition: "keep",
    metric: "finalCapital",
    parameters: {
      fast_period: { from: 5, to: 25, step: 5 },
      slow_period: { from: 10, to: 65, step: 5 },
    },
  });
  const cellOf = ({ parameters, finalCapital, totalTrades }: SweepRow): unknown => [
    parameters["fast_period"],
    parameters["slow_period"],
    finalCapital,
    totalTrades,
  ];
  const expected = (row: readonly number[]): unknown => [row[0], row[1], near(row[2]!), row[3]];
  expect(found.grid.map(cellOf)).toEqual(rows.map(expected));
  expect(cellOf(found.best!)).toEqual(expected(best));
});

const near = (value: number): number => expect.closeTo(value, 7) as number;

/** Every figure of the reference that is asked for, within 8 decimals. */
function closeTo(stats: Run["stats"]): unknown {
  const numbers = Object.entries(stats).filter(([, value]) => typeof value === "number");
  return {
    asymmetricMatch: (found: Readonly<Record<string, number>>): boolean => {
      const expected = Object.fromEntries(numbers);
      for (const [name, value] of Object.entries(found)) {
        expect(value, name).toBeCloseTo(expected[name]!, 7);
      }
      return Object.keys(found).length > 0;
    },
  };
}
