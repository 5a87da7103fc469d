import { backtest } from "@bourse/backtest-engine";
import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { createManualClock } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { createBacktestService, type BacktestService } from "../../src/backtest-service.ts";
import type { JobService } from "../../src/jobs/job-service.ts";
import type { JobEvent } from "../../src/jobs/job.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type {
  BacktestRequest,
  SweepRequest,
  WalkForwardRequest,
} from "../../src/requests/backtest-request.ts";
import type { BacktestRun, SweepRun, WalkForwardRun } from "../../src/results/run-results.ts";
import { maxEquityPoints } from "../../src/results/run-trace.ts";
import { createInlineExecutor, type BacktestExecutor } from "../../src/runs/backtest-executor.ts";
import { createHeldRunner, setStage, until } from "./stage.ts";

const candles = wander(900);
const base: BacktestRequest = {
  symbol: "BTCUSDT",
  interval: "1m",
  limit: 900,
  initialCapital: 10_000,
  fee: 0.0005,
  strategy: "ma_crossover",
  direction: "both",
};
const sweepRequest: SweepRequest = {
  ...base,
  parameters: { fast_period: { from: 5, to: 15, step: 5 }, slow_period: [10, 30] },
  metric: "totalReturn",
};
const walkRequest: WalkForwardRequest = { ...sweepRequest, trainCandles: 300, testCandles: 200 };

const provider = createMemoryProvider({
  exchange: "memory",
  clock: createManualClock({ now: candles.time[899]! + 60_000 }),
  series: [{ symbol: "BTCUSDT", interval: "1", candles }],
});

/** A service over memory; `run` waits for the end of a job. */
function createService(executor?: BacktestExecutor): {
  service: BacktestService;
  jobs: JobService;
  heard: JobEvent[];
  run: (uuid: string) => Promise<void>;
} {
  const { store, bus, clock } = setStage();
  const exchanges = createExchangeDirectory({ memory: provider }, "memory");
  const given = executor === undefined ? {} : { executor };
  const service = createBacktestService({ store, bus, clock, exchanges, ...given });
  const { jobs } = service;
  const heard: JobEvent[] = [];
  jobs.events.subscribe((event) => heard.push(event));
  return {
    service,
    jobs,
    heard,
    run: (uuid) =>
      until(async () => !["pending", "running"].includes((await jobs.get(uuid)).status)),
  };
}

async function startService(
  executor?: BacktestExecutor,
): Promise<ReturnType<typeof createService>> {
  const parts = createService(executor);
  await parts.service.start();
  onTestFinished(() => parts.service.stop({ deadlineMilliseconds: 0 }));
  return parts;
}

describe("a backtest job", () => {
  test("fails when its figures are no JSON", async () => {
    const inline = createInlineExecutor({ strategies: createStrategyRegistry() });
    const { service, jobs, run } = await startService({
      ...inline,
      async backtest(given, settings, context) {
        const { figures, trace } = await inline.backtest(given, settings, context);
        return { figures: { ...figures, finalCapital: Number.NaN }, trace };
      },
    });
    const { jobUuid } = await service.submitBacktest(base);
    await run(jobUuid);
    const { status, result } = await jobs.get(jobUuid);
    expect([status, result]).toEqual(["failed", null]);
  });

  test("keeps its trades and its equity beside its figures", async () => {
    const { service, jobs, run } = await startService();
    const { jobUuid } = await service.submitBacktest(base);
    await run(jobUuid);
    const expected = backtest(candles, {
      strategy: "ma_crossover",
      direction: "both",
      fee: 0.0005,
      interval: "1",
    });
    const trades = await jobs.trades(jobUuid);
    expect(trades).toHaveLength(expected.trades.length);
    for (const [k, trade] of trades.entries()) expect(expected.trades.at(k)).toMatchObject(trade);
    const equity = await jobs.equity(jobUuid);
    expect(equity.map((point) => point.equity)).toEqual([...expected.equity]);
    expect(equity.map((point) => point.timestamp)).toEqual([...expected.time]);
    const deepest = equity.map((point) => point.drawdown).reduce((a, b) => Math.max(a, b));
    expect(deepest).toBeCloseTo(expected.maxDrawdown, 12);
    expect((await jobs.get(jobUuid)).result).not.toHaveProperty("trades");
  });

  test("is listed with a sketch of its equity, from its first close to its last", async () => {
    const { service, jobs, run } = await startService();
    const { jobUuid } = await service.submitBacktest(base);
    await run(jobUuid);
    const { equitySketch: sketch = [], totalReturn } = (await jobs.list()).items[0]!
      .result as BacktestRun; // it was created
    const equity = await jobs.equity(jobUuid);
    const { initialCapital: initial } = (await jobs.get(jobUuid)).request as BacktestRequest;
    expect(sketch).toHaveLength(32);
    expect(sketch[0]).toBeCloseTo(equity[0]!.equity / initial - 1, 4);
    expect(sketch.at(-1)).toBeCloseTo(totalReturn, 4);
    const shares = equity.map((point) => point.equity / initial - 1);
    for (const value of sketch) {
      expect(shares.some((share) => Math.abs(share - value) < 1e-4)).toBe(true);
    }
  });

  test("gives as many points of its equity as are asked for, the first and the last among them", async () => {
    const { jobs, run } = await startService();
    const { jobUuid } = await jobs.create("backtest", base);
    await run(jobUuid);
    const all = await jobs.equity(jobUuid);
    const few = await jobs.equity(jobUuid, { points: 50 });
    expect(few).toHaveLength(50);
    expect([few[0], few.at(-1)]).toEqual([all[0], all.at(-1)]);
    expect(all.length).toBeLessThanOrEqual(maxEquityPoints);
    await expect(jobs.equity(jobUuid, { points: 1 })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
    });
  });

  test("that has not completed has neither, and says so", async () => {
    const { jobs } = setStage();
    const { jobUuid } = await jobs.create("backtest", base);
    const refusal = { code: "JOB_STATE", details: { status: "pending", jobType: "backtest" } };
    await expect(jobs.trades(jobUuid)).rejects.toMatchObject(refusal);
    await expect(jobs.equity(jobUuid)).rejects.toMatchObject(refusal);
    await expect(jobs.trades("none")).rejects.toMatchObject({ code: "JOB_UNKNOWN" });
  });
});

describe("a backtest request", () => {
  test.each([
    ["STRATEGY_UNKNOWN", { strategy: "none" }],
    ["PARAMETERS_INVALID", { parameters: { fast: 1 } }],
    ["INTERVAL_INVALID", { interval: "7 seconds" }],
    ["EXCHANGE_UNKNOWN", { exchange: "nowhere" }],
  ])("with a slip in it is refused with %s before anything is stored", async (code, change) => {
    const { service, jobs } = createService();
    const request = { ...base, ...change } as BacktestRequest;
    await expect(service.submitBacktest(request)).rejects.toMatchObject({ code });
    expect((await jobs.stats()).total).toBe(0);
  });

  test("for which there is no candle fails, and the job names symbol and interval", async () => {
    const { service, jobs, run } = await startService();
    const endTime = candles.time[0]!;
    for (const { jobUuid } of [
      await service.submitBacktest({ ...base, endTime }),
      await service.submitSweep({ ...sweepRequest, endTime }),
      await service.submitWalkForward({ ...walkRequest, endTime }),
    ]) {
      await run(jobUuid);
      const { status, error } = await jobs.get(jobUuid);
      expect([status, error]).toEqual(["failed", expect.stringMatching(/BTCUSDT .* 1m /u)]);
    }
  });
});

describe("a sweep job", () => {
  test("has the best of its grid with all figures, and the grid for a heat map", async () => {
    const { service, jobs, heard, run } = await startService();
    const { jobUuid } = await service.submitSweep(sweepRequest);
    await run(jobUuid);
    const result = (await jobs.get(jobUuid)).result as SweepRun;
    expect(result).toMatchObject({
      metric: "totalReturn",
      combinations: 4,
      skipped: 2,
      source: "live",
    });
    const best = result.grid.map(({ value }) => value!).reduce((a, b) => Math.max(a, b));
    expect(result.best?.totalReturn).toBe(best);
    expect(result.resultHash).toMatch(/^[0-9a-f]{64}$/u);
    expect(heard.map(({ type }) => type)).toEqual([
      "job.created",
      "job.started",
      "job.progress",
      "job.progress",
      "job.completed",
    ]);
    expect(heard[3]).toMatchObject({ progress: 1 });
  });

  test("with a slip in it is refused before anything is stored", async () => {
    const { service, jobs } = createService();
    for (const [change, code] of [
      [{ parameters: { fast: [1] } }, "PARAMETERS_INVALID"],
      [{ strategy: "none" }, "STRATEGY_UNKNOWN"],
      [{ interval: "7 seconds" }, "INTERVAL_INVALID"],
      [
        { strategy: "bollinger_bands", parameters: { std_dev: { from: 1, to: 3, step: 0.0001 } } },
        "OPTIONS_INVALID",
      ],
    ] as const) {
      await expect(service.submitSweep({ ...sweepRequest, ...change })).rejects.toMatchObject({
        code,
      });
    }
    const walk = { ...walkRequest, trainCandles: 800 };
    await expect(service.submitWalkForward(walk)).rejects.toMatchObject({
      code: "CANDLES_TOO_FEW",
    });
    expect((await jobs.stats()).total).toBe(0);
  });

  test("is listed and told of without its grid and its best run", async () => {
    const { service, jobs, heard, run } = await startService();
    const { jobUuid } = await service.submitSweep(sweepRequest);
    await run(jobUuid);
    const { grid: _, bestRun: __, ...light } = (await jobs.get(jobUuid)).result as SweepRun;
    expect((await jobs.list()).items[0]?.result).toEqual(light);
    expect(light).toMatchObject({ combinations: 4, best: expect.anything() as object });
    const end = heard.at(-1);
    expect(end?.type === "job.completed" && end.job.result).toEqual(light);
  });

  test("has the trades and the equity of its best combination", async () => {
    const { service, jobs, run } = await startService();
    const { jobUuid } = await service.submitSweep(sweepRequest);
    await run(jobUuid);
    const { best, bestRun } = (await jobs.get(jobUuid)).result as SweepRun;
    expect(bestRun).toMatchObject({ totalTrades: best?.totalTrades, sharpe: best?.sharpe });
    expect(await jobs.trades(jobUuid)).toHaveLength(best!.totalTrades);
    expect((await jobs.equity(jobUuid)).at(-1)?.equity).toBe(best!.finalCapital);
    const { equitySketch } = (await jobs.list()).items[0]!.result as SweepRun; // it was created
    expect(equitySketch?.at(-1)).toBeCloseTo(best!.totalReturn, 4);
  });

  test("counts the logits of its splits in steps that part at 0 what is overfitted", async () => {
    const { service, jobs, run } = await startService();
    const { jobUuid } = await service.submitSweep({ ...sweepRequest, overfitting: { blocks: 8 } });
    await run(jobUuid);
    const { overfitting } = (await jobs.list()).items[0]!.result as SweepRun; // it was created
    const { from, width, counts } = overfitting!.logits!;
    const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
    expect(sum(counts)).toBe(overfitting!.splits);
    expect(sum(counts.filter((_, at) => from + (at + 1) * width <= 0))).toBe(
      overfitting!.probability * overfitting!.splits,
    );
  });
});

test("a walk-forward job has its windows, and the trades and equity of all its tests", async () => {
  const { service, jobs, run } = await startService();
  const { jobUuid } = await service.submitWalkForward(walkRequest);
  await run(jobUuid);
  const result = (await jobs.get(jobUuid)).result as WalkForwardRun;
  expect((await jobs.list()).items[0]?.result).not.toHaveProperty("windows");
  expect(result.windows.map(({ testFrom }) => testFrom)).toEqual([300, 500, 700]);
  const equity = await jobs.equity(jobUuid);
  expect(equity).toHaveLength(600);
  expect(equity.at(-1)?.equity).toBe(result.outOfSample.finalCapital);
  expect(result.equitySketch).toHaveLength(32);
  expect(result.equitySketch?.at(-1)).toBeCloseTo(result.outOfSample.totalReturn, 4);
  expect(await jobs.trades(jobUuid)).toHaveLength(result.outOfSample.totalTrades);
});

describe("trying again", () => {
  test("makes a new job of the same request, and leaves the old one as it was", async () => {
    const { jobs, worker } = setStage();
    const { jobUuid } = await jobs.create("backtest", base);
    await jobs.cancel(jobUuid);
    const before = await jobs.get(jobUuid);
    const again = await jobs.retry(jobUuid, { idempotencyKey: "once" });
    expect(again.jobUuid).not.toBe(jobUuid);
    expect(await jobs.retry(jobUuid, { idempotencyKey: "once" })).toEqual(again);
    expect(await jobs.get(jobUuid)).toEqual(before);
    expect(await jobs.get(again.jobUuid)).toMatchObject({
      number: 2,
      jobType: "backtest",
      request: base,
    });
    await worker(async () => ({ done: true }));
    await until(async () => (await jobs.get(again.jobUuid)).status === "completed");
  });

  test("with the key of the first request is refused: the two are not the same request", async () => {
    const { jobs } = setStage();
    const key = { idempotencyKey: "once" };
    const { jobUuid } = await jobs.create("backtest", base, key);
    await jobs.cancel(jobUuid);
    const reused = { code: "IDEMPOTENCY_KEY_REUSED" };
    await expect(jobs.retry(jobUuid, key)).rejects.toMatchObject(reused);
    const other = await jobs.retry(jobUuid);
    await jobs.cancel(other.jobUuid);
    await jobs.retry(jobUuid, { idempotencyKey: "twice" });
    const otherAgain = jobs.retry(other.jobUuid, { idempotencyKey: "twice" });
    await expect(otherAgain).rejects.toMatchObject(reused);
  });

  test("is refused for a job that is under way or completed", async () => {
    const { jobs, worker } = setStage();
    const { jobUuid } = await jobs.create("backtest", base);
    const refused = (status: string) => ({ code: "JOB_STATE", details: { status } });
    await expect(jobs.retry(jobUuid)).rejects.toMatchObject(refused("pending"));
    await worker(async () => ({}));
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    await expect(jobs.retry(jobUuid)).rejects.toMatchObject(refused("completed"));
    await expect(jobs.retry("none")).rejects.toMatchObject({ code: "JOB_UNKNOWN" });
  });
});

describe("events", () => {
  test("of one job are told apart from those of the others", async () => {
    const { jobs, bus } = setStage();
    const first = await jobs.create("backtest", base);
    const heard: string[] = [];
    const listening = jobs.events.subscribe(
      (event) => heard.push(`${event.type} ${event.job.number}`),
      {
        jobUuid: first.jobUuid,
      },
    );
    await jobs.create("backtest", base);
    await jobs.cancel(first.jobUuid);
    await until(() => heard.length > 0);
    await listening.stop();
    expect(heard).toEqual(["job.cancelled 1"]);
    await bus.close();
  });

  test("of progress come at most five a second, rising, and none after a cancel was seen", async () => {
    const { jobs, clock, worker } = setStage();
    const told: number[] = [];
    jobs.events.subscribe((event) => {
      if (event.type === "job.progress") told.push(event.progress);
    });
    const held = createHeldRunner();
    let report: (share: number) => void = () => undefined;
    await worker((job, context) => {
      report = (progress) => context.progress({ progress, candlesPerSecond: 1 });
      return held.runner(job, context);
    });
    const { jobUuid } = await jobs.create("backtest", base);
    await until(() => held.runs.length === 1);
    for (const share of [0.1, 0.2, 0.15]) report(share);
    await clock.advance(200);
    for (const share of [0.3, 0.25, 1]) report(share);
    await until(() => told.length === 2);
    await jobs.cancel(jobUuid);
    await clock.advance(10_000);
    await until(() => held.runs[0]!.signal.aborted);
    report(2);
    expect(told, "the whole comes with the completion").toEqual([0.1, 0.3]);
  });
});
