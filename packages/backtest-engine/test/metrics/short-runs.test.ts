/** Nothing is compounded to a year of a time that is too short for it. */

import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/index.ts";
import { report } from "../../src/report/index.ts";
import { sweep, walkForward } from "../../src/research/index.ts";
import { tearSheet, type TearSheetFigures } from "../../src/tear-sheet/index.ts";
import { fromCloses, HOUR } from "../candles/make-candles.ts";

const DAY = 24 * HOUR;
const run = { strategy: "ma_crossover", parameters: { fast_period: 3, slow_period: 8 } } as const;

/** Candles of `step` over so many days, that rise and fall. */
function candlesFor(days: number, step: number) {
  const count = (days * DAY) / step;
  const closes = Array.from(
    { length: count },
    (_, i) => 100 + 8 * Math.sin(i / 5) + 9 * Math.sin(i / 90),
  );
  const candles = fromCloses(closes);
  candles.time.set(closes.map((_, i) => Date.UTC(2024, 0, 1) + i * step));
  return candles;
}

const COMPOUNDED = [
  "annualReturn",
  "calmarOfDays",
  "exposureAdjustedReturn",
  "benchmarkAnnualReturn",
  "alpha",
  "jensenAlpha",
  "upCapture",
  "downCapture",
] as readonly (keyof TearSheetFigures)[];

describe("a run of less than 30 days", () => {
  test.each([
    ["eight days by the hour", 8, HOUR],
    ["29 days by the quarter of an hour", 29, HOUR / 4],
    ["29 days by the day", 29, DAY],
  ])("has no figure that is compounded to a year: %s", (_, days, step) => {
    const candles = candlesFor(days, step);
    const result = backtest(candles, run);
    expect(result).toMatchObject({ annualReturn: null, calmar: null });
    expect(result.sharpe).not.toBeNull();
    const { figures } = tearSheet(result, { benchmark: candles });
    for (const name of COMPOUNDED) expect([name, figures[name]]).toEqual([name, null]);
    const { annualReturn: _stated, ...unstated } = result;
    expect(tearSheet(unstated).figures.annualReturn).toBeNull();
    expect(report(result, { candles })).toMatch(/<dt>Annual return<\/dt>\s*<dd>–<\/dd>/u);
  });

  test("and one of 30 days has them", () => {
    const candles = candlesFor(30, HOUR);
    const result = backtest(candles, { ...run, fee: 0.03 });
    expect(result.annualReturn).not.toBeNull();
    const { figures } = tearSheet(result, { benchmark: candles });
    for (const name of COMPOUNDED) expect([name, figures[name]]).not.toEqual([name, null]);
  });

  test.each(["annualReturn", "calmar"] as const)(
    "is still ranked in sweeps and windows by %s, as its total return ranks it",
    async (metric) => {
      const candles = candlesFor(12, HOUR);
      const parameters = { fast_period: [2, 3, 5], slow_period: [8, 13, 21] };
      const asked = { strategy: run.strategy, parameters, metric };
      const found = await sweep(candles, asked);
      const value = (row: (typeof found.grid)[number]): number =>
        row.totalReturn / (metric === "calmar" ? row.maxDrawdown : 1);
      expect(value(found.best!)).toBe(Math.max(...found.grid.map(value)));
      const walked = await walkForward(candles, { ...asked, trainCandles: 100, testCandles: 50 });
      expect(walked.windows.every(({ inSample }) => inSample !== null)).toBe(true);
    },
  );
});
