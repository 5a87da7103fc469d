import { asyncProperty, assert, constantFrom, integer, option, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { backtestFrom } from "../../src/backtest/backtest.ts";
import { sliceCandles } from "../../src/candles/slice-candles.ts";
import { resolveCompatibility, type Compatibility } from "../../src/simulation/compatibility.ts";
import { sweep } from "../../src/sweep/index.ts";
import { walkForward, type WalkForwardOptions } from "../../src/walk-forward/index.ts";
import { wander } from "../sweep/wander.ts";

const rules = record(
  {
    direction: constantFrom("long", "short", "both"),
    fee: constantFrom(0, 0.001, -0.0002),
    leverage: constantFrom(1, 20),
    stopLoss: constantFrom(null, 0.004),
    takeProfit: constantFrom(null, 0.01),
    slippage: constantFrom(0.0005, { volumeShare: 0.3 }),
    compatibility: constantFrom<Compatibility>(
      "backtestingPy",
      "vectorbt",
      "freqtrade",
      { finalPosition: "last_close" },
      { finalPosition: "last_open" },
      { finalPosition: "keep", repeatedEntry: "reopen" },
    ),
    metric: constantFrom("sharpe", "maxDrawdown", "profitFactor", "totalReturn"),
  },
  { requiredKeys: [] },
);
/** The same rules, but for a position that would be left open. */
function settledAtEnd(given: Compatibility | undefined): Compatibility {
  const rules = typeof given === "string" ? { preset: given } : { ...given };
  const { finalPosition } = resolveCompatibility(given);
  return { ...rules, finalPosition: finalPosition === "last_open" ? finalPosition : "last_close" };
}

const walks = record({
  seed: integer({ min: 1, max: 1_000_000 }),
  length: integer({ min: 120, max: 260 }),
  rules,
  trainCandles: integer({ min: 1, max: 70 }),
  testCandles: integer({ min: 1, max: 40 }),
  isAnchored: constantFrom(true, false),
  purge: integer({ min: 0, max: 5 }),
  embargoCandles: integer({ min: 0, max: 9 }),
  further: option(integer({ min: 1, max: 20 }), { nil: 0 }),
});

const parameters = { fast_period: [2, 4], slow_period: { from: 5, to: 9, step: 4 } };

describe("whatever the market, the rules and the windows", () => {
  test("one account goes from test to test by what each training chose", async () => {
    await assert(
      asyncProperty(walks, async ({ seed, length, rules: given, purge, further, ...windows }) => {
        const candles = wander(length, seed);
        const { metric = "sharpe", ...own } = given;
        const run = { strategy: "ma_crossover", ...own, interval: "1" } as const;
        const options: WalkForwardOptions = {
          ...run,
          ...windows,
          parameters,
          metric,
          purgeCandles: Math.min(purge, windows.trainCandles - 1),
          stepCandles: windows.testCandles + further,
        };
        const walk = await walkForward(candles, options);
        let capital = 10_000;
        let place = 0;
        for (const { trainFrom, trainTo, testFrom, testTo, inSample } of walk.windows) {
          const training = await sweep(sliceCandles(candles, trainFrom, trainTo), {
            ...run,
            parameters,
            metric,
          });
          expect(inSample).toEqual(training.best);
          const equity = walk.equity.slice(place, place + testTo - testFrom);
          if (inSample === null || capital <= 0) {
            expect(equity).toEqual(equity.map(() => capital));
          } else {
            const alone = backtestFrom(
              sliceCandles(candles, trainFrom, testTo),
              testFrom - trainFrom,
              {
                ...run,
                parameters: inSample.parameters,
                initialCapital: capital,
                compatibility: settledAtEnd(given.compatibility),
              },
            );
            expect(equity).toEqual(alone.equity);
            capital = alone.finalCapital;
          }
          place += testTo - testFrom;
        }
        expect(walk.outOfSample.finalCapital).toBe(capital);
        expect(walk.equity).toHaveLength(place);
        const made = walk.trades.reduce((sum, { pnl }) => sum + pnl, 0);
        expect(made).toBeCloseTo(capital - 10_000, 5);
        for (const { entryIndex, exitIndex, entryTime, exitTime } of walk.trades) {
          expect([walk.time[entryIndex], walk.time[exitIndex]]).toEqual([entryTime, exitTime]);
        }
      }),
      { numRuns: 30 },
    );
  });
});
