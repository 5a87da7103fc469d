import { describe, expect, test } from "vitest";

import { resultHash } from "../../src/result-hash/result-hash.ts";
import { sweep } from "../../src/sweep/index.ts";
import { type BacktestTasks, backtestWorkerModule } from "../../src/threads/index.ts";
import { createWorkerPool } from "../../src/threads/index.ts";
import { countFound, market, surfaces } from "./surfaces.ts";
import { wander } from "./wander.ts";

const candles = wander(400);
const crossover = {
  strategy: "ma_crossover",
  parameters: {
    fast_period: { from: 2, to: 20, step: 1 },
    slow_period: { from: 25, to: 60 },
    ma_type: ["sma", "ema", "wma"],
  },
  optionRanges: { stopLoss: { from: 0.001, to: 0.1, scale: "log" }, direction: ["long", "both"] },
} as const;

describe("the tree-structured Parzen estimator", () => {
  test.each(["crossover", "exits"])(
    "finds one of the best hundredth of the grid %s in a quarter of its runs, with every seed",
    async (name) => {
      const found = await countFound(await market(1, 600), surfaces[name]!, "tpe", [1, 2]);
      expect(found).toBe(2);
    },
  );

  test("tries the same with the same seed on any number of threads, and other trials with another", async () => {
    const search = { method: "tpe", count: 30, seed: 3 } as const;
    const alone = await sweep(candles, { ...crossover, search });
    const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size: 3 });
    try {
      const together = await sweep(candles, { ...crossover, search, threads: pool });
      expect(resultHash(together)).toBe(resultHash(alone));
    } finally {
      await pool.close({ deadlineMilliseconds: 0 });
    }
    const other = await sweep(candles, { ...crossover, search: { ...search, seed: 4 } });
    expect(other.grid.map(({ parameters }) => parameters)).not.toEqual(
      alone.grid.map(({ parameters }) => parameters),
    );
  });

  test("tries integers, steps, floats, logarithms and choices within their ranges, none twice", async () => {
    const { grid } = await sweep(candles, { ...crossover, search: { method: "tpe", count: 60 } });
    expect(grid).toHaveLength(60);
    for (const { parameters, options } of grid) {
      const { fast_period: fast, slow_period: slow, ma_type: type } = parameters;
      expect([Number.isInteger(fast), Number.isInteger(slow)]).toEqual([true, true]);
      expect(fast).toBeGreaterThanOrEqual(2);
      expect(fast).toBeLessThanOrEqual(20);
      expect(slow).toBeGreaterThanOrEqual(25);
      expect(slow).toBeLessThanOrEqual(60);
      expect(["sma", "ema", "wma"]).toContain(type);
      expect(options?.["stopLoss"]).toBeGreaterThanOrEqual(0.001);
      expect(options?.["stopLoss"]).toBeLessThanOrEqual(0.1);
      expect(["long", "both"]).toContain(options?.["direction"]);
    }
    const tried = grid.map(({ parameters, options }) => JSON.stringify([parameters, options]));
    expect(new Set(tried).size).toBe(60);
  });

  test("tries a whole small grid, each combination once, and ends there", async () => {
    const { grid } = await sweep(candles, {
      strategy: "ma_crossover",
      parameters: { fast_period: [5, 30], slow_period: [20, 40, 60] },
      search: { method: "tpe", count: 100 },
    });
    const pairs = grid.map(
      ({ parameters }) => `${parameters["fast_period"]}/${parameters["slow_period"]}`,
    );
    expect(pairs.toSorted()).toEqual(["30/40", "30/60", "5/20", "5/40", "5/60"]);
  });

  test("goes on where the metric is undefined, and minimises the drawdown", async () => {
    const still = { strategy: "ma_crossover", parameters: { slow_period: { from: 150, to: 200 } } };
    const none = await sweep(wander(100), { ...still, search: { method: "tpe", count: 20 } });
    expect([none.best, none.grid.length]).toEqual([null, 20]);
    const search = { method: "tpe", count: 60 } as const;
    const { best, grid } = await sweep(candles, { ...crossover, metric: "maxDrawdown", search });
    const mean = (rows: typeof grid) =>
      rows.reduce((sum, { maxDrawdown }) => sum + maxDrawdown / rows.length, 0);
    expect(mean(grid.slice(-20))).toBeLessThan(mean(grid.slice(0, 10)));
    expect(best?.maxDrawdown).toBe(Math.min(...grid.map(({ maxDrawdown }) => maxDrawdown)));
  });

  test.each([
    [{ method: "tpe", count: 0 }, /"search" must be/],
    [{ method: "bayes", count: 3 }, /"search" must be.*method random or tpe/],
    [{ method: "tpe", count: 10_001 }, /at most 10000 are run/],
  ])("%j is refused", async (search, message) => {
    await expect(sweep(candles, { ...crossover, search: search as never })).rejects.toThrow(
      message,
    );
  });
});
