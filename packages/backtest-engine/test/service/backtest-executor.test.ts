import { createManualClock, createWorkerPool } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import {
  backtestWorkerModule,
  createInlineExecutor,
  createPooledExecutor,
  type BacktestExecutor,
  type BacktestTasks,
} from "../../src/service/backtest-executor.ts";
import type { BacktestTask } from "../../src/service/backtest-task.ts";
import { createStrategyRegistry } from "../../src/strategies/strategy-registry.ts";

const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size: 2 });
const pooled = createPooledExecutor(pool);
const inline = createInlineExecutor({ strategies: createStrategyRegistry() });
const patient = { signal: new AbortController().signal };
let task: BacktestTask;

beforeAll(async () => {
  const provider = createSimulatedProvider({ clock: createManualClock() });
  const { candles, source } = await provider.candles({
    symbol: "BTCUSDT",
    interval: "60",
    limit: 3000,
  });
  const payload = {
    symbol: "BTCUSDT",
    interval: "1h",
    limit: 3000,
    initialCapital: 10_000,
    transactionFee: 0.001,
    strategy: "ma_crossover",
  };
  task = { candles, payload, source, warnings: ["as it came"] };
});
afterAll(() => pool.close({ deadlineMilliseconds: 0 }));

test("a thread's result is the calling thread's, bit for bit, but for the time it took", async () => {
  const calling = await inline.backtest(task, patient);
  const thread = await pooled.backtest(task, patient);
  const { elapsedMilliseconds: here, ...expected } = calling.summary;
  const { elapsedMilliseconds: there, ...result } = thread.summary;
  expect(result).toEqual(expected);
  expect(thread.trace).toEqual(calling.trace);
  expect(result).toMatchObject({ interval: "1h", source: "simulated", warnings: ["as it came"] });
  expect(Math.min(here, there)).toBeGreaterThanOrEqual(0);
});

test("the caller's candles are still there afterwards", async () => {
  await pooled.backtest(task, patient);
  expect(task.candles.close.length).toBe(3000);
});

describe.each<[string, BacktestExecutor]>([
  ["in this thread", inline],
  ["in a pool", pooled],
])("%s", (_, execute) => {
  test.each([
    ["STRATEGY_UNKNOWN", { strategy: "crystal_ball" }],
    ["PARAMETERS_INVALID", { parameters: { fast_period: 50, slow_period: 20 } }],
    ["OPTIONS_INVALID", { trainSplit: 2 }],
    ["INTERVAL_INVALID", { interval: "7 seconds" }],
  ])("%s keeps its code on the way", async (code, change) => {
    const broken = { ...task, payload: { ...task.payload, ...change } };
    await expect(execute.backtest(broken, patient)).rejects.toMatchObject({ code });
  });

  test("no candle at all is a refusal that names the symbol", async () => {
    const { candles } = task;
    const none = Object.fromEntries(
      Object.keys(candles).map((name) => [name, name === "length" ? 0 : new Float64Array(0)]),
    ) as unknown as BacktestTask["candles"];
    await expect(execute.backtest({ ...task, candles: none }, patient)).rejects.toMatchObject({
      code: "CANDLES_TOO_FEW",
      message: expect.stringContaining("BTCUSDT") as string,
    });
  });

  test("an aborted task rejects with the signal's reason", async () => {
    const reason = new Error("not wanted any more");
    await expect(execute.backtest(task, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});
