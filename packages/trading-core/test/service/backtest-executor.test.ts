import { backtest, type Candles } from "@bourse/backtest-engine";
import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { createWorkerPool } from "@bourse/backtest-engine/threads";
import { createManualClock } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { createInlineExecutor, type BacktestExecutor } from "../../src/runs/backtest-executor.ts";
import { createPooledExecutor, type JobTasks } from "../../src/threads/pooled-executor.ts";
import { jobWorkerModule } from "../../src/threads/worker-module.ts";

const pool = createWorkerPool<JobTasks>({ module: jobWorkerModule(), size: 2 });
const pooled = createPooledExecutor(pool);
const inline = createInlineExecutor({ strategies: createStrategyRegistry() });
const patient = { signal: new AbortController().signal };
const settings = {
  interval: "60",
  initialCapital: 10_000,
  fee: 0.001,
  strategy: "ma_crossover",
} as const;
let candles: Candles;

beforeAll(async () => {
  const provider = createSimulatedProvider({ clock: createManualClock() });
  const request = { symbol: "BTCUSDT", interval: "60", limit: 3000 } as const;
  ({ candles } = await provider.candles(request));
});
afterAll(() => pool.close({ deadlineMilliseconds: 0 }));

test("a thread's result is the calling thread's, bit for bit, but for the time it took", async () => {
  const calling = await inline.backtest(candles, settings, patient);
  const thread = await pooled.backtest(candles, settings, patient);
  const { elapsedMilliseconds: here, ...expected } = calling.figures;
  const { elapsedMilliseconds: there, ...result } = thread.figures;
  expect(result).toEqual(expected);
  expect(thread.trace).toEqual(calling.trace);
  expect(result).toMatchObject({ strategy: "ma_crossover", candles: 3000 });
  expect(Math.min(here, there)).toBeGreaterThanOrEqual(0);
});

test("the tear sheet of a thread is the library's, and it is absent unless asked for", async () => {
  const { figures } = tearSheet(backtest(candles, settings), { benchmark: candles });
  for (const executor of [inline, pooled]) {
    const run = await executor.backtest(candles, { ...settings, benchmark: candles }, patient);
    expect(run.figures.tearSheet?.figures).toEqual(figures);
    expect(JSON.parse(JSON.stringify(run.figures.tearSheet))).toEqual(run.figures.tearSheet);
    const without = await executor.backtest(candles, { ...settings, benchmark: null }, patient);
    expect(without.figures.tearSheet?.figures).toMatchObject({
      beta: null,
      sharpeOfDays: figures.sharpeOfDays,
    });
    const plain = await executor.backtest(candles, settings, patient);
    expect(plain.figures).not.toHaveProperty("tearSheet");
  }
});

test("the caller's candles are still there afterwards", async () => {
  await pooled.backtest(candles, settings, patient);
  expect(candles.close.length).toBe(3000);
});

test("a thread moves no buffer out, for V8 compiles its loops over columns worse from then on", async () => {
  const module = new URL("../threads/unmoved.fixture.ts", import.meta.url);
  const unmoved = createWorkerPool<JobTasks>({ module, size: 1 });
  try {
    const executor = createPooledExecutor(unmoved);
    const run = await executor.backtest(candles, settings, patient);
    expect(run.trace.equity.byteLength).toBeGreaterThan(3000);
    const both = await executor.portfolio({ A: candles, B: candles }, settings, patient);
    expect(both.trace.equity.byteLength).toBeGreaterThan(3000);
    const walked = await executor.walkForward(
      candles,
      {
        ...settings,
        parameters: { fast_period: [5, 10], slow_period: [20, 40] },
        trainCandles: 1000,
        testCandles: 500,
      },
      patient,
    );
    expect(walked.trace.equity.byteLength).toBeGreaterThan(3000);
  } finally {
    await unmoved.close({ deadlineMilliseconds: 0 });
  }
});

describe.each<[string, BacktestExecutor]>([
  ["in this thread", inline],
  ["in a pool", pooled],
])("%s", (_, execute) => {
  test.each([
    ["STRATEGY_UNKNOWN", { strategy: "crystal_ball" }],
    ["PARAMETERS_INVALID", { parameters: { fast_period: 50, slow_period: 20 } }],
    ["OPTIONS_INVALID", { trainSplit: 2 }],
    ["OPTIONS_INVALID", { initialCapital: -1 }],
  ])("%s keeps its code on the way", async (code, change) => {
    const broken = { ...settings, ...change };
    await expect(execute.backtest(candles, broken, patient)).rejects.toMatchObject({ code });
  });

  test("no candle at all is refused", async () => {
    const none = Object.fromEntries(
      Object.keys(candles).map((name) => [name, name === "length" ? 0 : new Float64Array(0)]),
    ) as unknown as Candles;
    await expect(execute.backtest(none, settings, patient)).rejects.toMatchObject({
      code: "CANDLES_TOO_FEW",
    });
  });

  test("an aborted task rejects with the signal's reason", async () => {
    const reason = new Error("not wanted any more");
    await expect(
      execute.backtest(candles, settings, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});
