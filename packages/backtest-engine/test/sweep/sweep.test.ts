import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { createWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { sweep, type SweepOptions, type SweepProgress } from "../../src/sweep/index.ts";
import { type BacktestTasks, backtestWorkerModule } from "../../src/threads/index.ts";
import { wander } from "./wander.ts";

const candles = wander(1500);
const crossover = { strategy: "ma_crossover", fee: 0.0005, direction: "both" } as const;
const grid: SweepOptions = {
  ...crossover,
  parameters: {
    fast_period: { from: 5, to: 25, step: 5 },
    slow_period: [10, 20, 40],
    ma_type: ["sma", "ema"],
  },
};

describe("a grid", () => {
  test("runs every combination that the strategy's rule allows, the first parameter slowest", async () => {
    const result = await sweep(candles, grid);
    const pairs = result.grid.map(({ parameters }) => [
      parameters["fast_period"],
      parameters["slow_period"],
      parameters["ma_type"],
    ]);
    expect(pairs.slice(0, 7)).toEqual([
      [5, 10, "sma"],
      [5, 10, "ema"],
      [5, 20, "sma"],
      [5, 20, "ema"],
      [5, 40, "sma"],
      [5, 40, "ema"],
      [10, 20, "sma"],
    ]);
    // 5 × 3 × 2, less 10/10, 15/10, 20/10, 20/20, 25/10, 25/20 of both kinds.
    expect([result.grid.length, result.skipped]).toEqual([18, 12]);
  });

  test("gives each combination the figures of its own backtest", async () => {
    const { grid: rows } = await sweep(candles, grid);
    for (const { parameters, ...figures } of rows) {
      expect(backtest(candles, { ...crossover, parameters })).toMatchObject(figures);
    }
  });

  test.each(["sharpe", "maxDrawdown", "profitFactor"] as const)(
    "puts the best %s first, wherever it stands",
    async (metric) => {
      const { best, grid: rows } = await sweep(candles, { ...grid, metric });
      const values = rows.map((row) => row[metric]).filter((value) => value !== null);
      const bound = metric === "maxDrawdown" ? Math.min(...values) : Math.max(...values);
      expect(best?.[metric]).toBe(bound);
      expect(rows).toContain(best);
    },
  );

  test("has no best where the metric is undefined for every combination", async () => {
    const calm = wander(30);
    const { best, grid: rows } = await sweep(calm, {
      strategy: "ma_crossover",
      parameters: { slow_period: [100, 150] },
    });
    expect(rows.map(({ sharpe }) => sharpe)).toEqual([null, null]);
    expect(best).toBeNull();
  });

  test("steps by decimals without their rounding errors", async () => {
    const { grid: rows } = await sweep(candles, {
      strategy: "bollinger_bands",
      parameters: { std_dev: { from: 1.1, to: 1.5, step: 0.1 } },
    });
    expect(rows.map(({ parameters }) => parameters["std_dev"])).toEqual([1.1, 1.2, 1.3, 1.4, 1.5]);
  });
});

describe("a search at random", () => {
  const search = { count: 12, seed: 5 };
  const parameters = { fast_period: { from: 2, to: 50 }, slow_period: { from: 60, to: 200 } };

  test("draws as many different combinations as asked, the same for the same seed", async () => {
    const first = await sweep(candles, { ...crossover, parameters, search });
    const again = await sweep(candles, { ...crossover, parameters, search });
    const other = await sweep(candles, {
      ...crossover,
      parameters,
      search: { ...search, seed: 6 },
    });
    const drawn = new Set(first.grid.map((row) => JSON.stringify(row.parameters)));
    expect(drawn.size).toBe(12);
    expect(resultHash(again)).toBe(resultHash(first));
    expect(resultHash(other)).not.toBe(resultHash(first));
  });

  test("draws from the steps of a range, however many they are, without writing them out", async () => {
    const fine = { from: 0.001, to: 0.9, step: 1e-6 };
    const names = ["take_profit_pct", "stop_loss_pct"];
    const { grid: rows } = await sweep(candles, {
      strategy: "wavelet_reversal",
      parameters: Object.fromEntries(names.map((name) => [name, fine])),
      search: { count: 5 },
    });
    expect(rows).toHaveLength(5);
    for (const { parameters: drawn } of rows) {
      for (const name of names) {
        const value = drawn[name] as number;
        expect(value).toBe(Number(value.toFixed(6)));
        expect(value >= fine.from && value <= fine.to).toBe(true);
      }
    }
  });

  test("runs the whole grid when that is no larger", async () => {
    const result = await sweep(candles, { ...grid, search: { count: 1000 } });
    expect(resultHash(result)).toBe(resultHash(await sweep(candles, grid)));
  });
});

describe("a slip is refused by name", () => {
  test.each<[string, SweepOptions, string, RegExp]>([
    [
      "an unknown parameter",
      { parameters: { fast: [1] } },
      "PARAMETERS_INVALID",
      /fast is not a parameter.*fast_period/su,
    ],
    [
      "a value outside its range",
      { parameters: { fast_period: [10, 101] } },
      "PARAMETERS_INVALID",
      /fast_period must be a whole number from 2 to 100, found 101/u,
    ],
    [
      "a fraction among whole numbers",
      { parameters: { fast_period: { from: 2, to: 3, step: 0.5 } } },
      "PARAMETERS_INVALID",
      /fast_period .*found 2\.5/u,
    ],
    [
      "an empty list",
      { parameters: { fast_period: [] } },
      "PARAMETERS_INVALID",
      /fast_period needs at least one value/u,
    ],
    [
      "a step of 0",
      { parameters: { fast_period: { from: 2, to: 9, step: 0 } } },
      "PARAMETERS_INVALID",
      /fast_period needs a step above 0/u,
    ],
    [
      "a range with a word too many",
      { parameters: { fast_period: { from: 2, to: 9, stride: 1 } as never } },
      "PARAMETERS_INVALID",
      /fast_period takes a range of from, to, step and scale, found "stride"/u,
    ],
    [
      "ends in the wrong order",
      { parameters: { fast_period: { from: 9, to: 2, step: 1 } } },
      "PARAMETERS_INVALID",
      /from at most to/u,
    ],
    [
      "a grid without a step",
      { parameters: { fast_period: { from: 2, to: 9 } } },
      "PARAMETERS_INVALID",
      /fast_period needs a step in a grid/u,
    ],
    [
      "only fast averages above the slow",
      { parameters: { fast_period: [50], slow_period: [20] } },
      "PARAMETERS_INVALID",
      /fast_period must be below slow_period/u,
    ],
    [
      "a grid past its bound",
      { parameters: { fast_period: { from: 2, to: 100, step: 1 } }, maxCombinations: 98 },
      "OPTIONS_INVALID",
      /99 combinations and at most 98/u,
    ],
    [
      "a range of a hundred million",
      { parameters: { fast_period: { from: 0, to: 1, step: 1e-8 } } },
      "PARAMETERS_INVALID",
      /100000001 steps/u,
    ],
    [
      "an unknown parameter, before its range is looked at",
      { parameters: { fast: { from: 2, to: 1 } } },
      "PARAMETERS_INVALID",
      /fast is not a parameter/u,
    ],
    [
      "a name that every object has",
      { parameters: { constructor: [1] } },
      "PARAMETERS_INVALID",
      /constructor is not a parameter/u,
    ],
    [
      "a search among whole numbers where there are none",
      { parameters: { fast_period: { from: 10.2, to: 10.8 } }, search: { count: 1 } },
      "PARAMETERS_INVALID",
      /fast_period needs a whole number between its ends, found 10\.2 and 10\.8/u,
    ],
    ["an unknown metric", { metric: "luck" as never }, "OPTIONS_INVALID", /metric/u],
    ["an unknown option", { fees: 1 } as never, "OPTIONS_INVALID", /"fees".*"?fee/su],
    ["a search for nothing", { search: { count: 0 } }, "OPTIONS_INVALID", /search/u],
    ["an unknown strategy", { strategy: "ma_crosover" }, "STRATEGY_UNKNOWN", /ma_crossover/u],
  ])("%s", async (_, options, code, message) => {
    const given = { strategy: "ma_crossover", ...options };
    await expect(sweep(candles, given)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });
});

describe("on threads", () => {
  const pools: WorkerPool<BacktestTasks>[] = [];
  const pool = (size: number): WorkerPool<BacktestTasks> => {
    const made = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size });
    pools.push(made);
    return made;
  };
  afterAll(() => Promise.all(pools.map((made) => made.close({ deadlineMilliseconds: 0 }))));
  let expected = "";
  beforeAll(async () => {
    expected = resultHash(await sweep(candles, grid));
  });

  test.each([1, 2, 3])("the result on %d is this thread's, bit for bit", async (size) => {
    expect(resultHash(await sweep(candles, { ...grid, threads: pool(size) }))).toBe(expected);
  });

  test("progress rises to 1", async () => {
    const told: SweepProgress[] = [];
    await sweep(candles, { ...grid, threads: pool(2), onProgress: (report) => told.push(report) });
    const shares = told.map(({ progress }) => progress);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(told.at(-1)?.candlesPerSecond).toBeGreaterThan(0);
  });

  test("an aborted sweep rejects with the signal's reason, and its threads serve the next", async () => {
    const threads = pool(2);
    const stop = new AbortController();
    const reason = new Error("enough");
    const running = sweep(candles, { ...grid, threads, signal: stop.signal });
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(resultHash(await sweep(candles, { ...grid, threads }))).toBe(expected);
  });

  test("a rule that cannot be met has its code from the thread too", async () => {
    const faulty = { ...grid, threads: pool(1), fee: 9 };
    await expect(sweep(candles, faulty)).rejects.toMatchObject({ code: "OPTIONS_INVALID" });
  });
});
