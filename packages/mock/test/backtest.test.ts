import { createBacktestClient, type BacktestClient } from "@bourse/client/backtest";
import { backtestAnswers } from "@bourse/client/backtest/validation";
import { jobStatuses } from "@bourse/trading-core";
import { afterEach, describe, expect, test } from "vitest";

import {
  createBacktestMock,
  type BacktestMock,
  type BacktestMockOptions,
} from "../src/backtest/index.ts";

let mock: BacktestMock | undefined;

async function start(options?: BacktestMockOptions, apiKey?: string): Promise<BacktestClient> {
  mock = await createBacktestMock(options);
  return createBacktestClient({
    validateAnswers: backtestAnswers,
    baseUrl: mock.baseUrl,
    fetch: mock.fetch,
    retry: false,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}

afterEach(async () => {
  await mock?.close();
});

describe("the backtest mock", () => {
  test("runs a backtest on the real engine, with simulated candles", async () => {
    const client = await start();
    const { job_id: uuid, status, message } = await client.createBacktest();
    expect({ status, message }).toMatchObject({ status: "running" });
    await mock!.settled();
    const job = await client.getJob({ params: { uuid } });
    expect(job).toMatchObject({
      id: 1,
      status: "completed",
      payload: { symbol: "BTCUSDT", limit: 1000 },
      result: { candles: 1000, source: "simulated", strategy: "wavelet_reversal" },
    });
    expect(await client.jobStats()).toMatchObject({ total: 1, completed: 1 });
  });

  test("gives the same ids, times and results for the same seed, and others for another", async () => {
    const story = async (seed: number): Promise<unknown> => {
      const client = await start({ seed });
      await client.createBacktest({ body: { strategy: "ma_crossover", interval: "60" } });
      await mock!.settled();
      const jobs = await client.listJobs();
      await mock!.close();
      return jobs;
    };
    expect(await story(7)).toEqual(await story(7));
    expect(await story(7)).not.toEqual(await story(8));
  });

  test("begins again at reset", async () => {
    const client = await start();
    const first = await client.createBacktest();
    mock!.fault("health", { status: 500 });
    await mock!.reset();
    expect(await client.health()).toMatchObject({ stats: { total: 0 } });
    expect(await client.createBacktest()).toEqual(first);
    expect(mock!.calls().map((call) => call.key)).toEqual(["health", "createBacktest"]);
  });

  test("wants a key where it was given keys, but not for health", async () => {
    const key = "a-key-of-the-caller";
    const stranger = await start({ apiKeys: [key] });
    expect(await stranger.health()).toMatchObject({ status: "ok" });
    expect(await stranger.listJobs.safe()).toMatchObject({ error: { code: "UNAUTHORIZED" } });
    const friend = createBacktestClient({
      baseUrl: mock!.baseUrl,
      fetch: mock!.fetch,
      apiKey: key,
    });
    expect(await friend.listJobs()).toEqual([]);
  });
});

describe("a scenario", () => {
  test("history: one job completed, one failed, one cancelled", async () => {
    const client = await start();
    const handedOut = await mock!.scenario("history");
    expect(mock!.calls()).toEqual([]);
    const jobs = await client.listJobs();
    expect(jobs.map((job) => job.status)).toEqual(["cancelled", "failed", "completed"]);
    expect(Object.fromEntries(jobs.map((job) => [job.status, job.uuid]))).toEqual(handedOut);
    expect(jobs[1]?.error).toMatch(/NO-SUCH-SYMBOL/);
  });

  test("jobs: one in each state, and the running one runs until it is cancelled", async () => {
    const client = await start();
    const jobs = await mock!.scenario("jobs");
    for (const [status, uuid] of Object.entries(jobs)) {
      expect((await client.getJob({ params: { uuid } })).status).toBe(status);
    }
    expect(Object.keys(jobs).toSorted()).toEqual([...jobStatuses].toSorted());
    const another = await client.createBacktest();
    expect(another).toMatchObject({ status: "pending", warning: expect.any(String) as string });
    await client.cancelJob({ params: { job_uuid: jobs.running } });
    await mock!.settled();
    expect((await client.getJob({ params: { uuid: jobs.running } })).status).toBe("cancelled");
    expect(await mock!.scenario("fresh")).toBeUndefined();
  });

  test("no-worker: jobs are recorded with a warning and stay pending", async () => {
    const client = await start();
    await mock!.scenario("no-worker");
    const reply = await client.createBacktest();
    expect(reply).toMatchObject({ status: "pending", warning: expect.any(String) as string });
    expect(reply.message).toBeUndefined();
    expect(await client.jobStats()).toMatchObject({ total: 1, pending: 1 });
  });

  test("data-away: klines and signals are 503, a job fails with the reason", async () => {
    const client = await start();
    await mock!.scenario("data-away");
    const away = { ok: false, error: { code: "MARKET_DATA_UNAVAILABLE", status: 503 } };
    expect(await client.getKlines.safe()).toMatchObject(away);
    const signal = client.generateSignal.safe({ params: { strategy_name: "rsi" } });
    expect(await signal).toMatchObject(away);
    const { job_id: uuid } = await client.createBacktest();
    await mock!.settled();
    expect(await client.getJob({ params: { uuid } })).toMatchObject({
      status: "failed",
      result: null,
      error: expect.stringMatching(/can't be reached/) as string,
    });
  });
});
