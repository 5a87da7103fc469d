import { EngineError } from "@bourse/backtest-engine";
import { PoolError } from "@bourse/backtest-engine/threads";
import { createAuditTrail, createInProcessBus, type Bus } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import type { JobRequestOptions } from "../../src/jobs/job-service.ts";
import { jobTopic, type JobEvent } from "../../src/jobs/job.ts";
import { createHeldRunner, methodsOf, setStage, until } from "./stage.ts";

const request = { symbol: "BTCUSDT" };

describe("creating and dispatching", () => {
  test("a job that a worker can take is running at once, then completed with the runner's result", async () => {
    const { jobs, worker } = setStage();
    await worker(async (job) => ({ echo: job.request }));
    const { jobUuid, status, warning } = await jobs.create("backtest", request);
    expect({ status, warning }).toEqual({ status: "running", warning: null });
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(await jobs.get(jobUuid)).toMatchObject({
      number: 1,
      uuid: jobUuid,
      request,
      result: { echo: request },
      error: null,
      startedAt: expect.any(Number) as number,
      completedAt: expect.any(Number) as number,
    });
  });

  test("work that joins the creation is stored with the job or not at all, once for a repeated request", async () => {
    const { jobs, store, clock, worker } = setStage();
    const trail = createAuditTrail({ store, clock });
    await worker(async () => ({ done: true }));
    const also: JobRequestOptions["also"] = (tx, uuid) =>
      trail.appendIn(tx, { action: "job.dispatched", actor: "me", subject: uuid });
    const key = { idempotencyKey: "once", also };
    const { jobUuid } = await jobs.create("backtest", request, key);
    expect((await jobs.create("backtest", request, key)).jobUuid).toBe(jobUuid);
    expect((await trail.find()).items).toMatchObject([{ subject: jobUuid }]);
    const fails = jobs.create("backtest", request, {
      also: async (...creation) => {
        await also(...creation);
        throw new Error("not this one");
      },
    });
    await expect(fails).rejects.toThrow("not this one");
    expect((await jobs.stats()).total).toBe(1);
    expect((await trail.find()).items).toHaveLength(1);
  });

  test("without a worker a job is pending with a warning, and runs when one arrives", async () => {
    const { jobs, worker } = setStage();
    const dispatch = await jobs.create("backtest", request);
    expect(dispatch).toMatchObject({
      status: "pending",
      warning: expect.stringContaining("no worker") as string,
    });
    expect((await jobs.get(dispatch.jobUuid)).status).toBe("pending");
    await worker(async () => ({ done: true }));
    await until(async () => (await jobs.get(dispatch.jobUuid)).status === "completed");
  });

  test("jobs past the queue's bound are pending with a warning, and all are run in the end", async () => {
    const { jobs, clock, worker } = setStage({ maxWaiting: 3 });
    const held = createHeldRunner();
    await worker(held.runner);
    const dispatches = await Promise.all(
      Array.from({ length: 20 }, () => jobs.create("backtest", request)),
    );
    expect(dispatches.filter(({ warning }) => warning?.includes("full")).length).toBeGreaterThan(
      10,
    );
    for (let run = 0; run < 20; run++) {
      if (held.runs.length <= run) await clock.advance(5000);
      await until(() => held.runs.length > run);
      held.runs[run]!.finish(run);
    }
    await until(async () => (await jobs.stats()).completed === 20);
    expect(new Set(held.runs.map(({ uuid }) => uuid)).size, "each ran once").toBe(20);
  });

  test("a bus that never answers costs at most the dispatch time-out", async () => {
    const silent: Bus = {
      ...methodsOf(createInProcessBus()),
      enqueue: () => new Promise(() => {}),
    };
    const { jobs, clock } = setStage({ bus: silent });
    const creation = jobs.create("backtest", request);
    await until(() => clock.sleeping() === 1);
    await clock.advance(1500);
    expect(await creation).toMatchObject({
      status: "pending",
      warning: expect.stringContaining("did not answer") as string,
    });
  });

  test("a closed bus leaves the job pending and stored", async () => {
    const { jobs, bus } = setStage();
    await bus.close();
    const { jobUuid, status } = await jobs.create("backtest", request);
    expect(status).toBe("pending");
    expect((await jobs.get(jobUuid)).status).toBe("pending");
  });

  test("a page of jobs leads to the next one, whatever is created and deleted in between", async () => {
    const { jobs } = setStage();
    for (let made = 0; made < 5; made += 1) await jobs.create("backtest", request);
    const first = await jobs.list({ limit: 2 });
    expect(first.items.map(({ number }) => number)).toEqual([5, 4]);
    await jobs.create("backtest", request);
    const last = first.items.at(-1)!.uuid;
    await jobs.cancel(last);
    await jobs.delete(last);
    const second = await jobs.list({ limit: 2, cursor: first.next! });
    expect(second.items.map(({ number }) => number)).toEqual([3, 2]);
    const third = await jobs.list({ limit: 2, cursor: second.next! });
    expect(third).toMatchObject({ items: [{ number: 1 }], next: null });
  });

  test("a cursor of other filters, an altered one and a made-up one are refused", async () => {
    const { jobs } = setStage();
    for (let made = 0; made < 3; made += 1) await jobs.create("backtest", request);
    const { next } = await jobs.list({ limit: 1 });
    const altered = `${next!.slice(0, 20)}${next![20] === "Z" ? "Y" : "Z"}${next!.slice(21)}`;
    for (const query of [
      { jobType: "backtest", cursor: next! },
      { status: "running", cursor: next! },
      { cursor: altered },
      { cursor: "made-up" },
      { cursor: "" },
    ] as const) {
      await expect(jobs.list(query)).rejects.toMatchObject({ code: "STORE_CURSOR_INVALID" });
    }
  });

  test("jobs are listed newest first, by state, by type, and by both, up to the limit", async () => {
    const { jobs } = setStage();
    for (const type of ["backtest", "signal", "backtest"] as const)
      await jobs.create(type, request);
    const [newest] = (await jobs.list()).items;
    await jobs.cancel(newest!.uuid);
    const numbers = async (query: Parameters<typeof jobs.list>[0]): Promise<number[]> =>
      (await jobs.list(query)).items.map(({ number }) => number);
    expect(await numbers({})).toEqual([3, 2, 1]);
    expect(await numbers({ limit: 2 })).toEqual([3, 2]);
    expect(await numbers({ status: "pending" })).toEqual([2, 1]);
    expect(await numbers({ jobType: "backtest" })).toEqual([3, 1]);
    expect(await numbers({ jobType: "backtest", status: "pending" })).toEqual([1]);
  });

  test("listeners hear of every step after it was stored", async () => {
    const { jobs, bus, worker } = setStage();
    const heard: string[] = [];
    bus.subscribe<JobEvent>(jobTopic, (event) => heard.push(`${event.type} ${event.job.status}`));
    await worker(async () => ({}));
    await jobs.create("backtest", request);
    await until(() => heard.length === 3);
    expect(heard).toEqual([
      "job.created running",
      "job.started running",
      "job.completed completed",
    ]);
  });
});

describe("idempotency keys", () => {
  const key = { idempotencyKey: "k-1" };

  test("the same key with the same request makes one job and gives the first answer again", async () => {
    const { jobs } = setStage();
    const first = await jobs.create("backtest", { a: 1, b: { c: [1, 2] } }, key);
    const again = await jobs.create("backtest", { b: { c: [1, 2] }, a: 1 }, key);
    expect(first.warning).not.toBeNull();
    expect(again).toEqual(first);
    expect((await jobs.stats()).total).toBe(1);
  });

  test("a hundred calls at once with one key make one job", async () => {
    const { jobs } = setStage();
    const calls = Array.from({ length: 100 }, () => jobs.create("backtest", request, key));
    const uuids = new Set((await Promise.all(calls)).map(({ jobUuid }) => jobUuid));
    expect(uuids.size).toBe(1);
    expect((await jobs.stats()).total).toBe(1);
  });

  test("the same key of two owners is two jobs, each given again to its own", async () => {
    const { jobs } = setStage();
    const of = async (owner: string, asked: { symbol: string } = request): Promise<string> =>
      (await jobs.create("backtest", asked, { ...key, owner })).jobUuid;
    const [ada, bob] = [await of("ada"), await of("bob", { symbol: "ETHUSDT" })];
    expect([await of("ada"), await of("bob", { symbol: "ETHUSDT" })]).toEqual([ada, bob]);
    await expect(of("ada", { symbol: "ETHUSDT" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect((await jobs.stats()).total).toBe(2);
  });

  test("a job that was made under a key without an owner is found by a repeat with one, for its 24 hours", async () => {
    const { jobs, clock } = setStage();
    const before = await jobs.create("backtest", request, key);
    const repeat = () => jobs.create("backtest", request, { ...key, owner: "ada" });
    expect(await repeat()).toEqual(before);
    await clock.advance(24 * 60 * 60 * 1000);
    expect((await repeat()).jobUuid).not.toBe(before.jobUuid);
  });

  test("the same key with another request is refused and makes no job", async () => {
    const { jobs } = setStage();
    await jobs.create("backtest", request, key);
    await expect(jobs.create("backtest", { symbol: "ETHUSDT" }, key)).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect((await jobs.stats()).total).toBe(1);
  });

  test("a key is free again after 24 hours", async () => {
    const { jobs, clock } = setStage();
    await jobs.create("backtest", request, key);
    await clock.advance(24 * 60 * 60 * 1000);
    await jobs.create("backtest", { symbol: "ETHUSDT" }, key);
    expect((await jobs.stats()).total).toBe(2);
  });
});

describe("cancelling", () => {
  test("a pending job is cancelled and never run", async () => {
    const { jobs, worker } = setStage();
    const { jobUuid } = await jobs.create("backtest", request);
    expect(await jobs.cancel(jobUuid)).toMatchObject({ status: "cancelled", uuid: jobUuid });
    const held = createHeldRunner();
    await worker(held.runner);
    const other = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    expect(held.runs[0]!.uuid).toBe(other.jobUuid);
  });

  test("a running job stops at its worker's next heartbeat", async () => {
    const { jobs, clock, worker } = setStage();
    const held = createHeldRunner();
    await worker(held.runner);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    await jobs.cancel(jobUuid);
    expect(held.runs[0]!.signal.aborted).toBe(false);
    await clock.advance(10_000);
    expect(held.runs[0]!.signal.aborted).toBe(true);
  });

  test("a result that comes after the mark never overwrites it", async () => {
    const { jobs, worker } = setStage();
    const held = createHeldRunner();
    await worker(held.runner);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    const cancelled = await jobs.cancel(jobUuid);
    held.runs[0]!.finish(1);
    await jobs.create("backtest", request);
    await until(() => held.runs.length === 2);
    expect(await jobs.get(jobUuid)).toEqual(cancelled);
  });

  test("a job that has ended, and one that is unknown, can't be cancelled", async () => {
    const { jobs, worker } = setStage();
    await worker(async () => ({}));
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    await expect(jobs.cancel(jobUuid)).rejects.toMatchObject({
      code: "JOB_STATE",
      details: { status: "completed" },
    });
    await expect(jobs.cancel("nobody")).rejects.toMatchObject({ code: "JOB_UNKNOWN" });
    await expect(jobs.get("nobody")).rejects.toMatchObject({ code: "JOB_UNKNOWN" });
  });
});

describe("failures", () => {
  test("an error of the engine fails the job at once, with its sentence", async () => {
    const { jobs, worker } = setStage();
    let runs = 0;
    await worker(async () => {
      runs += 1;
      throw new EngineError("CANDLES_TOO_FEW", "Only 3 candles.");
    });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect(await jobs.get(jobUuid)).toMatchObject({ error: "Only 3 candles.", result: null });
    expect(runs).toBe(1);
  });

  test("a fault of ours fails the job without a word of its text, and is reported", async () => {
    const { jobs, worker } = setStage();
    const reported: unknown[] = [];
    const fault = new TypeError("secret path /etc");
    await worker(() => Promise.reject(fault), { onError: (error) => reported.push(error) });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect((await jobs.get(jobUuid)).error).not.toContain("secret");
    expect(reported).toEqual([fault]);
  });

  test("a result that is no JSON fails the job instead of running it again", async () => {
    const { jobs, worker } = setStage();
    await worker(async () => ({ sharpe: Number.NaN }));
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect((await jobs.get(jobUuid)).error).toContain("internal");
  });

  test("a job of a type that no runner takes fails", async () => {
    const { jobs, worker } = setStage();
    await worker(async () => ({}));
    const { jobUuid } = await jobs.create("signal", request);
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect((await jobs.get(jobUuid)).error).toContain("signal");
  });

  test("a crashed worker thread costs a try; the third one fails the job", async () => {
    const { jobs, clock, worker } = setStage();
    let runs = 0;
    await worker(() => {
      runs += 1;
      return Promise.reject(new PoolError("POOL_WORKER_CRASHED", "gone"));
    });
    const { jobUuid } = await jobs.create("backtest", request);
    for (const expected of [1, 2, 3]) {
      await until(() => runs === expected);
      await clock.advance(1000);
    }
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect((await jobs.get(jobUuid)).error).toContain("3 tries");
    await clock.advance(60_000);
    expect(runs).toBe(3);
  });
});
