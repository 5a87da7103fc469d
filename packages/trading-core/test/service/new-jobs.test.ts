/** Jobs that a free worker takes in the transaction that creates them. */

import { PoolError } from "@bourse/backtest-engine/threads";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { backtestCollections } from "../../src/backtest-service.ts";
import { jobs as jobDocuments } from "../../src/jobs/collections.ts";
import { jobTopic, type JobEvent } from "../../src/jobs/job.ts";
import {
  createHeldRunner,
  methodsOf,
  setStage,
  until,
  withTransactions,
  type Stage,
} from "./stage.ts";

const request = { symbol: "BTCUSDT" };

/** A stage whose worker takes new jobs, and the ids of the jobs that came to its queue. */
function stageWithoutQueue(given: Parameters<typeof setStage>[0] = {}): Stage & {
  readonly queued: readonly string[];
} {
  const bus = createInProcessBus({ redeliveryDelayMilliseconds: 0 });
  const queued: string[] = [];
  const enqueue: typeof bus.enqueue = (queue, id, payload) => {
    queued.push(id);
    return bus.enqueue(queue, id, payload);
  };
  const stage = setStage({ ...given, bus: { ...methodsOf(bus), enqueue }, takesNewJobs: true });
  return { ...stage, queued };
}

describe("a new job and a free worker", () => {
  test("the job is claimed by the commit that creates it, and never queued", async () => {
    const { jobs, store, worker, queued } = stageWithoutQueue();
    const held = createHeldRunner();
    await worker(held.runner);
    const before = await store.count(jobDocuments);
    const { jobUuid, status, warning } = await jobs.create("backtest", request);
    expect([before, status, warning]).toEqual([0, "running", null]);
    expect((await store.get(jobDocuments, jobUuid))?.value).toMatchObject({
      status: "running",
      attempt: 1,
      workerId: expect.any(String) as string,
      leaseUntil: expect.any(Number) as number,
      startedAt: expect.any(Number) as number,
    });
    await until(() => held.runs.length === 1);
    held.runs[0]!.finish(4);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ value: 4 });
    expect(queued).toEqual([]);
  });

  test("it takes two commits instead of three", async () => {
    const commitsOf = async (takesNewJobs: boolean): Promise<number> => {
      const memory = createMemoryStore({ collections: backtestCollections });
      let commits = 0;
      const store = withTransactions(memory, (work) => {
        commits += 1;
        return memory.transaction(work);
      });
      const { jobs, worker } = setStage({ store, takesNewJobs });
      await worker(async () => ({ done: true }));
      const { jobUuid } = await jobs.create("backtest", request);
      await until(async () => (await jobs.get(jobUuid)).status === "completed");
      return commits;
    };
    expect([await commitsOf(false), await commitsOf(true)]).toEqual([3, 2]);
  });

  test("its creation and its start are told as two events, in this order", async () => {
    const { jobs, bus, worker } = stageWithoutQueue();
    const told: JobEvent[] = [];
    bus.subscribe<JobEvent>(jobTopic, (event) => void told.push(event));
    await worker(async () => ({ done: true }));
    await jobs.create("backtest", request);
    await until(() => told.some(({ type }) => type === "job.completed"));
    const steps = told.filter(({ type }) => type !== "job.progress");
    expect(steps).toMatchObject([
      { type: "job.created", sequence: 1, job: { status: "running", startedAt: null } },
      { type: "job.started", sequence: 2, job: { startedAt: expect.any(Number) as number } },
      { type: "job.completed", sequence: 3 },
    ]);
  });

  test("never more jobs run than there are places, wherever they come from, and each runs once", async () => {
    const { jobs, worker, queued } = stageWithoutQueue();
    let [running, most] = [0, 0];
    const ran: string[] = [];
    await worker(
      async ({ uuid }) => {
        ran.push(uuid);
        most = Math.max(most, ++running);
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        running -= 1;
        return { done: true };
      },
      { concurrency: 3 },
    );
    for (let wave = 0; wave < 5; wave++) {
      await Promise.all(Array.from({ length: 8 }, () => jobs.create("backtest", request)));
      if (wave % 2 === 0) await until(async () => (await jobs.stats()).running === 0);
    }
    await until(async () => (await jobs.stats()).completed === 40);
    expect([most, ran.length, new Set(ran).size]).toEqual([3, 40, 40]);
    expect(queued.length, "some came over the queue, and some did not").toBeGreaterThan(10);
    expect(queued.length).toBeLessThan(40);
  });

  test("a creation that fails, or was made before, gives its place back", async () => {
    const { jobs, worker, queued } = stageWithoutQueue({ quotas: { maxUnfinishedJobs: 1 } });
    const held = createHeldRunner();
    await worker(held.runner, { concurrency: 2 });
    const key = { idempotencyKey: "once" };
    const first = await jobs.create("backtest", request, key);
    expect(await jobs.create("backtest", request, key)).toEqual(first);
    await expect(jobs.create("backtest", request)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
    });
    await until(() => held.runs.length === 1);
    held.runs[0]!.finish(1);
    await until(async () => (await jobs.stats()).completed === 1);
    for (let more = 2; more < 5; more++) {
      await jobs.create("backtest", request);
      await until(() => held.runs.length === more);
      held.runs.at(-1)!.finish(more);
      await until(async () => (await jobs.stats()).completed === more);
    }
    expect(queued, "there was always a place").toEqual([]);
  });

  test("a job that the worker has no runner for goes to the queue", async () => {
    const { jobs, worker, queued } = stageWithoutQueue();
    await worker(async () => ({ done: true }));
    const { jobUuid } = await jobs.create("sweep", request);
    expect(queued).toEqual([jobUuid]);
  });
});

describe("a new job whose worker is lost or stops", () => {
  test("it is run again when its thread dies, and fails after three tries", async () => {
    const { jobs, worker } = stageWithoutQueue();
    let tries = 0;
    await worker(async () => {
      tries += 1;
      throw new PoolError("POOL_WORKER_CRASHED", "the thread died");
    });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect(tries).toBe(3);
    expect((await jobs.get(jobUuid)).error).toContain("3 tries");
  });

  test("it is run by the successor of the process, whose claim was its first try", async () => {
    const { jobs, store, clock, worker } = stageWithoutQueue();
    const dead = createHeldRunner();
    await worker(dead.runner, { heartbeatMilliseconds: 1_000_000 });
    const { jobUuid } = await jobs.create("backtest", request);
    await worker(async () => ({ by: "the successor" }), {
      bus: createInProcessBus({ clock }),
      exclusive: true,
    });
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await store.get(jobDocuments, jobUuid))?.value.attempt).toBe(2);
  });

  test("its lease is kept alive while it runs", async () => {
    const { jobs, clock, worker } = stageWithoutQueue();
    const held = createHeldRunner();
    await worker(held.runner);
    const other = createHeldRunner();
    const { jobUuid } = await jobs.create("backtest", request);
    await worker(other.runner, { bus: createInProcessBus({ clock }) });
    await clock.advance(600_000);
    held.runs[0]!.finish(7);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(other.runs).toEqual([]);
  });

  test("a worker that stops waits for it, and gives it back at the deadline without counting a try", async () => {
    const { jobs, store, clock, worker } = stageWithoutQueue();
    const held = createHeldRunner();
    const one = await worker(held.runner);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    const stopped = one.stop({ deadlineMilliseconds: 100 });
    expect((await jobs.get(jobUuid)).status).toBe("running");
    await clock.advance(100);
    await stopped;
    expect((await store.get(jobDocuments, jobUuid))?.value).toMatchObject({
      status: "pending",
      attempt: 1,
      releases: 1,
    });
    await worker(async () => ({ finally: true }));
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
  });

  test("a worker that stops, or is not started, reserves no place", async () => {
    const { jobs, worker, queued } = stageWithoutQueue();
    const { jobUuid: early } = await jobs.create("backtest", request);
    const one = await worker(async () => ({ done: true }));
    await one.stop();
    const { jobUuid: late } = await jobs.create("backtest", request);
    expect(queued.filter((uuid) => uuid === early || uuid === late)).toContain(late);
    expect((await jobs.get(late)).status).toBe("pending");
  });
});
