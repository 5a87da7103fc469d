import { assert, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { sliceCandles } from "../../src/candles/slice-candles.ts";
import { createWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { sweep } from "../../src/sweep/index.ts";
import { type BacktestTasks, backtestWorkerModule } from "../../src/threads/index.ts";
import { walkForward, type WalkForwardOptions } from "../../src/walk-forward/index.ts";
import { windowsOf } from "../../src/walk-forward/windows.ts";
import { wander } from "../sweep/wander.ts";

const candles = wander(1200);
const options: WalkForwardOptions = {
  strategy: "ma_crossover",
  parameters: { fast_period: [5, 10], slow_period: [20, 40] },
  metric: "totalReturn",
  direction: "both",
  fee: 0.0005,
  trainCandles: 400,
  testCandles: 200,
};

describe("windows", () => {
  test("move along by the length of the test", () => {
    expect(windowsOf(1200, options)).toEqual([
      { trainFrom: 0, trainTo: 400, testFrom: 400, testTo: 600 },
      { trainFrom: 200, trainTo: 600, testFrom: 600, testTo: 800 },
      { trainFrom: 400, trainTo: 800, testFrom: 800, testTo: 1000 },
      { trainFrom: 600, trainTo: 1000, testFrom: 1000, testTo: 1200 },
    ]);
  });

  test("anchored ones grow from the first candle; purge and embargo stand between training and test", () => {
    const cut = { ...options, isAnchored: true, purgeCandles: 10, embargoCandles: 5 };
    expect(windowsOf(805, cut)).toEqual([
      { trainFrom: 0, trainTo: 390, testFrom: 405, testTo: 605 },
      { trainFrom: 0, trainTo: 590, testFrom: 605, testTo: 805 },
    ]);
  });

  test("never let a training reach its test, nor two tests share a candle", () => {
    const lengths = record({
      trainCandles: integer({ min: 1, max: 60 }),
      testCandles: integer({ min: 1, max: 30 }),
      extra: integer({ min: 0, max: 10 }),
      purgeCandles: integer({ min: 0, max: 20 }),
      embargoCandles: integer({ min: 0, max: 20 }),
    });
    assert(
      property(lengths, integer({ min: 0, max: 300 }), ({ extra, ...given }, more) => {
        const purgeCandles = Math.min(given.purgeCandles, given.trainCandles - 1);
        const cut = { ...given, purgeCandles, stepCandles: given.testCandles + extra };
        const length = given.trainCandles + given.embargoCandles + given.testCandles + more;
        let last = 0;
        for (const { trainFrom, trainTo, testFrom, testTo } of windowsOf(length, cut)) {
          expect(trainTo - trainFrom).toBe(given.trainCandles - purgeCandles);
          expect(testFrom - trainTo).toBe(purgeCandles + given.embargoCandles);
          expect(testFrom).toBeGreaterThanOrEqual(last);
          expect(testTo).toBeLessThanOrEqual(length);
          last = testTo;
        }
      }),
    );
  });

  test.each([
    [{ trainCandles: 0 }, "OPTIONS_INVALID"],
    [{ testCandles: 1.5 }, "OPTIONS_INVALID"],
    [{ stepCandles: 199 }, "OPTIONS_INVALID"],
    [{ purgeCandles: 400 }, "OPTIONS_INVALID"],
    [{ embargoCandles: -1 }, "OPTIONS_INVALID"],
    [{ trainCandles: 1, testCandles: 1 }, "OPTIONS_INVALID"],
    [{ trainCandles: 1100 }, "CANDLES_TOO_FEW"],
  ])("%j is refused", (change, code) => {
    expect(() => windowsOf(1200, { ...options, ...change })).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});

describe("walking forward", () => {
  test("chooses on the training alone and trades the choice on the test", async () => {
    const { windows } = await walkForward(candles, options);
    const [first] = windows;
    const { trainCandles: _, testCandles: __, ...search } = options;
    const training = await sweep(sliceCandles(candles, 0, 400), { ...search, interval: "1" });
    expect(first?.inSample).toEqual(training.best);
    const run = backtest(sliceCandles(candles, 0, 600), {
      strategy: "ma_crossover",
      parameters: training.best!.parameters,
      direction: "both",
      fee: 0.0005,
      trainSplit: 400 / 600,
      interval: "1",
    });
    expect(run).toMatchObject(first!.outOfSample!);
  });

  test("the tests make one account: each begins with what the one before it left", async () => {
    const { windows, equity, outOfSample, time, trades } = await walkForward(candles, options);
    let capital = 10_000;
    for (const [k, { outOfSample: figures }] of windows.entries()) {
      expect(figures?.initialCapital).toBe(capital);
      capital = figures!.finalCapital;
      expect(equity[(k + 1) * 200 - 1]).toBe(capital);
    }
    expect(outOfSample).toMatchObject({ initialCapital: 10_000, finalCapital: capital });
    expect(time).toEqual(candles.time.slice(400));
    expect(trades.map(({ entryIndex, entryTime }) => time[entryIndex] === entryTime)).not.toContain(
      false,
    );
    expect(outOfSample.totalTrades).toBe(trades.length);
  });

  test("later candles change no window that is over", async () => {
    const whole = await walkForward(candles, options);
    const part = await walkForward(sliceCandles(candles, 0, 850), options);
    expect(part.windows).toEqual(whole.windows.slice(0, 2));
    expect(part.equity).toEqual(whole.equity.slice(0, 400));
  });

  test("a window without a choice leaves the account as it is", async () => {
    const { windows, equity } = await walkForward(candles, {
      ...options,
      metric: "sharpe",
      trainCandles: 30,
      parameters: { slow_period: [100] },
    });
    expect(windows[0]).toMatchObject({ inSample: null, outOfSample: null });
    expect(new Set(equity)).toEqual(new Set([10_000]));
  });

  test("on two threads trainings and tests come to the same bits, and progress ends at 1", async () => {
    const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size: 2 });
    const shares: number[] = [];
    const tasks: string[] = [];
    const run: WorkerPool<BacktestTasks>["run"] = (task, input, runOptions) => {
      tasks.push(task);
      return pool.run(task, input, runOptions);
    };
    try {
      const threaded = await walkForward(candles, {
        ...options,
        threads: { run, load: () => pool.load() },
        onProgress: ({ progress }) => shares.push(progress),
      });
      expect(resultHash(threaded)).toBe(resultHash(await walkForward(candles, options)));
    } finally {
      await pool.close({ deadlineMilliseconds: 0 });
    }
    expect(tasks.filter((task) => task === "window")).toHaveLength(4);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});
