import { describe, expect, test } from "vitest";

import type { BacktestOptions } from "../../src/backtest/backtest-options.ts";
import { backtest } from "../../src/backtest/backtest.ts";
import { backtestPortfolio } from "../../src/backtest/portfolio.ts";
import type { Candles } from "../../src/data/index.ts";
import { report } from "../../src/report/index.ts";
import { simulate } from "../../src/simulation/index.ts";
import { defineStrategy } from "../../src/strategies/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { sweep } from "../../src/sweep/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";
import { walkForward } from "../../src/walk-forward/index.ts";
import { candlesOf, fromCloses } from "../candles/make-candles.ts";
import { OIL } from "./oil-of-april.ts";
import { still } from "./scripted-trader.ts";

const { none, enterShort } = Signal;

const signals = (...words: readonly number[]) => ({ signals: Uint8Array.from(words), warmUp: 0 });

describe("the option", () => {
  const candles = fromCloses(OIL);

  test("is needed: without it such candles and prices are refused, and a price below 0 names it", () => {
    expect(() => backtest(candles)).toThrow(
      /-13.1 is not a finite price above 0;.*, or take prices below 0 by option "allowNegativePrices"\./,
    );
    expect(() => simulate(candles, signals(...OIL.map(() => none)))).toThrow(
      /expected prices above 0, found -13.1/,
    );
    expect(() => backtest(candles, { allowNegativePrices: false })).toThrow(/above 0/);
    expect(backtest(candles, { allowNegativePrices: true }).rejectedEntries).toBe(0);
    expect(() => backtest(candles), "what was allowed once is not always").toThrow(/above 0/);
  });

  test.each(["yes", 1, null, {}])("%j is no value of it", (value) => {
    const allowNegativePrices = value as never;
    expect(() => backtest(candles, { allowNegativePrices })).toThrow(/allowNegativePrices/);
  });

  test("takes finite prices alone", () => {
    const broken = fromCloses([1, NaN, -1]);
    const options = { allowNegativePrices: true };
    expect(() => backtest(broken, options)).toThrow(/NaN is not a finite price/);
    expect(() => simulate(broken, signals(none, none, none), options)).toThrow(
      /expected finite prices, found NaN/,
    );
  });

  test("excludes dividends and levels by the signal's close", () => {
    const asked = { allowNegativePrices: true };
    expect(() =>
      backtest(candles, { ...asked, dividends: [{ time: 0, amount: 1 }] as never }),
    ).toThrow(/dividends/);
    expect(() => backtest(candles, { ...asked, compatibility: "vectorbt" })).toThrow(
      /allowNegativePrices.*levels "signal_close".*Give levels "entry"/,
    );
    const compatibility = { preset: "vectorbt", levels: "entry" } as const;
    expect(() => backtest(candles, { ...asked, compatibility })).not.toThrow();
  });

  test("is no option that a sweep varies", async () => {
    const optionRanges = { allowNegativePrices: [true, false] } as never;
    await expect(sweep(candles, { parameters: {}, optionRanges })).rejects.toThrow(
      /allowNegativePrices.*does not vary/,
    );
  });
});

describe("research on candles that cross 0", () => {
  const long = fromCloses(
    Array.from({ length: 400 }, (_, i) => 6 * Math.sin(i / 7) + 2 * Math.sin(i / 3)),
    86_400_000,
  );
  const options: BacktestOptions = {
    strategy: "ma_crossover",
    allowNegativePrices: true,
    direction: "both",
    positionSize: { units: 5 },
  };
  const isFinite = (value: unknown): void => {
    const text = JSON.stringify(value, (_, one: unknown) =>
      typeof one === "number" && !Number.isFinite(one) ? "not finite" : one,
    );
    expect(text).not.toContain("not finite");
  };

  test("a backtest, its tear sheet and its report have no number that is not finite", () => {
    const run = backtest(long, options);
    expect(run.trades.length).toBeGreaterThan(10);
    expect(run.trades.toArray().some((trade) => trade.return === null)).toBe(true);
    const { equity: _, time: __, ...figures } = run;
    isFinite({ ...figures, trades: run.trades.toArray() });
    const sheet = tearSheet(run, { benchmark: long });
    isFinite(sheet.figures);
    expect(sheet.figures).toMatchObject({ benchmarkReturn: null, beta: null, alpha: null });
    const page = report(run, { candles: long });
    expect(page).not.toMatch(/NaN|Infinity/);
  });

  test("sweeps and walk-forwards run, and count what was rejected", async () => {
    const parameters = { fast_period: [3, 5], slow_period: [8, 13] };
    const swept = await sweep(long, { ...options, parameters });
    isFinite(swept.grid);
    expect(swept.grid.every(({ avgReturn }) => avgReturn === null)).toBe(true);
    const walked = await walkForward(long, {
      ...options,
      positionSize: 0.5,
      parameters,
      trainCandles: 120,
      testCandles: 60,
    });
    isFinite(walked.outOfSample);
    expect(walked.rejectedEntries).toBeGreaterThan(0);
  });

  test("a portfolio enters no market at a close of 0 or below, and leaves it there", () => {
    const above = fromCloses(
      Array.from({ length: 400 }, (_, i) => 50 + 5 * Math.sin(i / 9)),
      86_400_000,
    );
    const { positionSize: _, direction: __, ...rest } = options;
    const markets: Record<string, Candles> = { SPREAD: long, SHARE: above };
    const run = backtestPortfolio(markets, {
      ...rest,
      weights: { SPREAD: 0.05, SHARE: 0.5 },
      rebalanceEvery: 5,
    });
    isFinite({ ...run, equity: [...run.equity], trades: run.trades.toArray() });
    expect(run.rejectedEntries).toBeGreaterThan(0);
    expect(run.buyHoldReturn).toBeNull();
    let sum = run.initialCapital;
    for (const { pnl } of run.trades) sum += pnl;
    expect(run.finalCapital).toBeCloseTo(sum, 6);
    expect(() => backtestPortfolio(markets, { strategy: "ma_crossover" })).toThrow(
      /SPREAD.*above 0/s,
    );
  });

  test("finer candles below 0 are followed", () => {
    const rows = [still(4), still(3), [3, 3, -5, -5], [-5, -1, -6, -1], still(-1), still(-1)];
    const hours = candlesOf(rows, 3_600_000);
    const minutes = candlesOf(
      rows.flatMap(([open = 0, high = 0, low = 0, close = 0]) => [
        [open, high, open, high],
        [high, high, low, low],
        [low, Math.max(low, close), low, close],
      ]),
      1_200_000,
    );
    const strategy = defineStrategy({
      name: "short_once",
      version: "1",
      description: "Sells on the first candle.",
      signalType: "trend",
      direction: "short",
      parameters: {},
      decide: ({ length }) => ({
        signals: Uint8Array.from({ length }, (_, i) => (i === 0 ? enterShort : none)),
        warmUp: 0,
      }),
    });
    const run = backtest(hours, { ...options, strategy, detail: minutes });
    expect(run.detail).toEqual({ candles: 6, missing: 0 });
    expect(run.trades.at(0)).toMatchObject({ entryPrice: 3, exitPrice: -1 });
  });
});
