import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { latestSignal } from "../../src/backtest/latest-signal.ts";
import type { BacktestResult } from "../../src/backtest/run-backtest.ts";
import { createStrategyRegistry } from "../../src/strategies/index.ts";
import { fromBars, START, type Bar } from "../candles/make-candles.ts";

/** Candles of a spread: waves and noise over 0, and stretches at 0 exactly. */
const candles = fromBars(
  Array.from({ length: 1500 }, (_, i): Bar => {
    const at = (k: number): number =>
      k % 500 > 480 ? 0 : 8 * Math.sin(k / 37) + 3 * Math.sin(k / 5) + ((k * 7919) % 101) / 50 - 1;
    const [open, close] = [at(i), at(i + 1)];
    const [above, below] = [((i * 31) % 7) / 10, ((i * 17) % 5) / 10];
    const [high, low] = [Math.max(open, close) + above, Math.min(open, close) - below];
    return [START + i * 3_600_000, open, high, low, close, (i * 13) % 40];
  }),
);

function expectNumbers(result: BacktestResult): void {
  const { equity, time: _, ...rest } = result;
  const strange = [...equity].filter((value) => !Number.isFinite(value));
  expect(strange).toEqual([]);
  JSON.stringify({ ...rest, trades: rest.trades.toArray() }, (key, value: unknown) => {
    if (typeof value === "number")
      expect({ key, value, is: Number.isFinite(value) }).toMatchObject({ is: true });
    return value;
  });
}

const registry = createStrategyRegistry();

describe.each(registry.list().map(({ name }) => name))("%s", (strategy) => {
  test.each([
    ["a fraction of the cash", {}],
    ["units", { positionSize: { units: 3 } }],
    ["units, without exits", { positionSize: { units: 3 }, stopLoss: null, takeProfit: null }],
  ])(
    "runs over 0 by %s: the cash is the sum of the profits, every figure is a number or null",
    (_, size) => {
      const result = backtest(candles, {
        strategy,
        allowNegativePrices: true,
        initialCapital: 100_000,
        ...size,
      });
      expectNumbers(result);
      let cash = 100_000;
      for (const { pnl } of result.trades) cash += pnl;
      expect(result.finalCapital).toBeCloseTo(cash, 6);
    },
  );

  test("has a latest signal there", () => {
    const { direction, confidence } = latestSignal(registry.get(strategy), {}, candles);
    expect(["long", "short", "flat"]).toContain(direction);
    expect(Number.isFinite(confidence)).toBe(true);
  });
});
