import type { GridCell } from "@bourse/contract/backtest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { boundsOf, dimensionsOf, ranked, requestOf, shadeOf } from "../page/model/sweep-grid.ts";

const figures = {
  total_trades: 1,
  win_rate: 1,
  total_return: 0,
  max_drawdown: 0,
  final_capital: 1,
  sharpe: null,
  profit_factor: null,
};

const cell = (
  parameters: GridCell["parameters"],
  value: number | null,
  options?: Record<string, unknown>,
): GridCell => ({ parameters, value, ...figures, ...(options && { options }) });

describe("the cells of a sweep", () => {
  test("vary in what takes several values, numbers in their order", () => {
    const grid = [
      cell({ fast: 10, slow: 50, type: "sma" }, 1, { leverage: 1 }),
      cell({ fast: 5, slow: 50, type: "ema" }, 2, { leverage: 2 }),
      cell({ fast: 100, slow: 50, type: "sma" }, 3, { leverage: 1 }),
    ];
    expect(dimensionsOf(grid)).toEqual([
      { name: "fast", isNumber: true, values: ["5", "10", "100"] },
      { name: "type", isNumber: false, values: ["sma", "ema"] },
      { name: "leverage", isNumber: true, values: ["1", "2"] },
    ]);
  });

  test("stand in the order of the metric, undefined ones last, the lowest drawdown first", () => {
    const grid = [cell({}, 0.1), cell({}, null), cell({}, 0.3), cell({}, 0.2)];
    expect(ranked(grid, "sharpe")).toEqual([2, 3, 0, 1]);
    expect(ranked(grid, "max_drawdown")).toEqual([0, 3, 2, 1]);
    expect(boundsOf(grid)).toEqual([0.1, 0.3]);
    expect(boundsOf([cell({}, null)])).toEqual([0, 1]);
  });

  test("are a request of a run without what only a sweep has", () => {
    const sweep = {
      symbol: "A",
      parameters: { fast: { from: 1, to: 2 } },
      metric: "sharpe",
      leverage: 1,
    };
    expect(requestOf(sweep, cell({ fast: 2 }, 1, { leverage: 3 }))).toEqual({
      symbol: "A",
      leverage: 3,
      parameters: { fast: 2 },
    });
  });

  test("have a shade between none and all for every value within the bounds", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        value,
        value,
        value,
        fc.constantFrom("sharpe", "max_drawdown"),
        (a, b, c, metric) => {
          const [low = 0, middle = 0, high = 0] = [a, b, c].toSorted((x, y) => x - y);
          const { share } = shadeOf(middle, [low, high], metric);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
