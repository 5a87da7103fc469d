import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backtestCollections } from "../../src/backtest-service.ts";
import { jobCounters, jobOwners } from "../../src/jobs/collections.ts";
import type { JobQuotas } from "../../src/jobs/job-quotas.ts";
import { createHeldRunner, setStage, until, type Stage } from "./stage.ts";

const request = { symbol: "BTCUSDT" };
const refused = (what: string, limit: number) =>
  expect.objectContaining({
    code: "QUOTA_EXCEEDED",
    details: { what, limit, held: limit },
  }) as Error;

/** Creates a job that ends at once, as nobody has to wait for a worker. */
async function finished({ jobs }: Stage, owner?: string): Promise<string> {
  const { jobUuid } = await jobs.create("backtest", request, owner === undefined ? {} : { owner });
  await jobs.cancel(jobUuid);
  return jobUuid;
}

describe("a quota of jobs", () => {
  test("refuses an owner with as many unfinished jobs as may be, until one ends; others go on", async () => {
    const { jobs } = setStage({ quotas: { maxUnfinishedJobsPerOwner: 2 } });
    const first = await jobs.create("backtest", request, { owner: "ada" });
    await jobs.create("backtest", request, { owner: "ada" });
    await expect(jobs.create("backtest", request, { owner: "ada" })).rejects.toThrow(
      refused("unfinished jobs of this caller", 2),
    );
    await jobs.create("backtest", request, { owner: "bob" });
    await jobs.create("backtest", request);
    await jobs.cancel(first.jobUuid);
    await jobs.create("backtest", request, { owner: "ada" });
    expect(await jobs.stats()).toMatchObject({ total: 5, pending: 4, cancelled: 1 });
  });

  test("holds for all callers together, with and without a name", async () => {
    const { jobs } = setStage({ quotas: { maxUnfinishedJobs: 2 } });
    await jobs.create("backtest", request, { owner: "ada" });
    await jobs.create("sweep", request);
    await expect(jobs.create("backtest", request)).rejects.toThrow(refused("unfinished jobs", 2));
  });

  test("counts kept jobs until they are deleted, for an owner and in all", async () => {
    const stage = setStage({ quotas: { maxJobs: 3, maxJobsPerOwner: 2 } });
    const { jobs } = stage;
    const first = await finished(stage, "ada");
    await finished(stage, "ada");
    await expect(finished(stage, "ada")).rejects.toThrow(refused("kept jobs of this caller", 2));
    await finished(stage, "bob");
    await expect(finished(stage, "bob")).rejects.toThrow(refused("kept jobs", 3));
    await jobs.delete(first);
    await finished(stage, "ada");
  });

  test("counts a retry of a failed or cancelled job too", async () => {
    const stage = setStage({ quotas: { maxJobs: 1 } });
    await expect(stage.jobs.retry(await finished(stage))).rejects.toThrow(refused("kept jobs", 1));
  });

  test("does not count a repeated request under an idempotency key twice", async () => {
    const { jobs } = setStage({ quotas: { maxJobs: 1 } });
    const key = { idempotencyKey: "k-1", owner: "ada" };
    const first = await jobs.create("backtest", request, key);
    expect(await jobs.create("backtest", request, key)).toEqual(first);
    expect(await jobs.stats()).toMatchObject({ total: 1 });
  });

  test("lets one of many calls at once take the last place, and the refused ones leave nothing", async () => {
    const { jobs, store } = setStage({ quotas: { maxJobs: 4 } });
    for (let count = 0; count < 3; count++) await jobs.create("backtest", request);
    const calls = Array.from({ length: 10 }, (_, index) =>
      jobs.create("backtest", request, { idempotencyKey: `k-${index}`, owner: `o-${index}` }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await jobs.list()).items.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect((await store.find(jobOwners, {})).items).toHaveLength(1);
  });
});

describe("deleting", () => {
  test("a job goes with everything that belongs to it, and its number is not given out again", async () => {
    const { jobs, store, worker } = setStage();
    await worker(async (_job, { storeSeparately, storeTrace }) => {
      storeSeparately({ grid: [] });
      storeTrace({ trades: [new Uint8Array(60), new Uint8Array(9)], equity: new Uint8Array(30) });
      return {};
    });
    const options = { owner: "ada", idempotencyKey: "k-1" };
    const { jobUuid } = await jobs.create("backtest", request, options);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(await jobs.delete(jobUuid)).toMatchObject({ uuid: jobUuid, status: "completed" });
    for (const collection of backtestCollections) {
      if ([jobCounters.name, "service_event_counter"].includes(collection.name)) continue;
      expect([collection.name, (await store.find(collection, {})).items]).toEqual([
        collection.name,
        [],
      ]);
    }
    expect(await jobs.stats()).toMatchObject({ total: 0, completed: 0 });
    for (const gone of [jobs.get(jobUuid), jobs.trades(jobUuid), jobs.delete(jobUuid)]) {
      await expect(gone).rejects.toThrow(expect.objectContaining({ code: "JOB_UNKNOWN" }) as Error);
    }
    const again = await jobs.create("backtest", request, options);
    expect((await jobs.get(again.jobUuid)).number).toBe(2);
  });

  test("an unfinished job is refused and stays", async () => {
    const { jobs } = setStage();
    const { jobUuid } = await jobs.create("backtest", request);
    await expect(jobs.delete(jobUuid)).rejects.toThrow(
      "Only a completed, failed or cancelled job can be deleted; this one is pending. Cancel it first.",
    );
    expect((await jobs.get(jobUuid)).status).toBe("pending");
  });

  test("finished jobs are deleted after keepFinishedDays, unfinished and younger ones never", async () => {
    const stage = setStage();
    const { jobs, clock, worker } = stage;
    const old = await finished(stage);
    await clock.advance(86_400_000);
    const young = await finished(stage);
    const held = createHeldRunner();
    const open = await jobs.create("backtest", request);
    const tidy = await worker(held.runner, { keepFinishedDays: 2 });
    await tidy.sweep();
    expect((await jobs.stats()).total, "a day old").toBe(3);
    await clock.advance(86_400_000);
    await tidy.sweep();
    expect((await jobs.list()).items.map(({ uuid }) => uuid)).toEqual([open.jobUuid, young]);
    await expect(jobs.get(old)).rejects.toThrow("No job has the uuid");
  });

  test("without keepFinishedDays a finished job is kept for good", async () => {
    const stage = setStage();
    const uuid = await finished(stage);
    await stage.clock.advance(50 * 365 * 86_400_000);
    const worker = await stage.worker(createHeldRunner().runner);
    await worker.sweep();
    expect((await stage.jobs.get(uuid)).status).toBe("cancelled");
  });
});

test("under any order of calls at once, what is kept is what was created and not deleted, never beyond a quota", async () => {
  const quotas = {
    maxJobs: 6,
    maxJobsPerOwner: 4,
    maxUnfinishedJobs: 4,
    maxUnfinishedJobsPerOwner: 3,
  } satisfies JobQuotas;
  const owners = [undefined, "ada", "bob"];
  const step = fc.record({
    act: fc.constantFrom("create", "create", "cancel", "delete"),
    pick: fc.nat(20),
  });
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rounds, async (sequence) => {
      const { jobs, store } = setStage({ quotas });
      const created: { readonly uuid: string; readonly owner: string | undefined }[] = [];
      for (const round of sequence) {
        await Promise.allSettled(
          round.map(async ({ act, pick }) => {
            const owner = owners[pick % owners.length];
            if (act === "create") {
              const options = owner === undefined ? {} : { owner };
              const { jobUuid } = await jobs.create("backtest", request, options);
              created.push({ uuid: jobUuid, owner });
            }
            const chosen = created[pick % (created.length || 1)];
            if (act === "cancel" && chosen) await jobs.cancel(chosen.uuid);
            if (act === "delete" && chosen) await jobs.delete(chosen.uuid);
          }),
        );
        const { items: kept } = await jobs.list({ limit: 100 });
        const unfinished = kept.filter(({ status }) => status === "pending");
        const stats = await jobs.stats();
        expect(stats).toMatchObject({ total: kept.length, pending: unfinished.length });
        expect(stats.total).toBeLessThanOrEqual(quotas.maxJobs);
        expect(stats.pending).toBeLessThanOrEqual(quotas.maxUnfinishedJobs);
        const ownersNow = (await store.find(jobOwners, {})).items.map(({ value }) => value);
        const counts = owners.slice(1).map((owner) => {
          const uuids = new Set(
            created.filter((job) => job.owner === owner).map(({ uuid }) => uuid),
          );
          const count = (list: typeof kept) => list.filter(({ uuid }) => uuids.has(uuid)).length;
          return { kept: count(kept), unfinished: count(unfinished) };
        });
        const sorted = (list: readonly { kept: number; unfinished: number }[]) =>
          list.map((one) => `${one.kept} ${one.unfinished}`).toSorted();
        expect(sorted(ownersNow)).toEqual(sorted(counts.filter((one) => one.kept > 0)));
        for (const one of counts) {
          expect(one.kept).toBeLessThanOrEqual(quotas.maxJobsPerOwner);
          expect(one.unfinished).toBeLessThanOrEqual(quotas.maxUnfinishedJobsPerOwner);
        }
      }
    }),
    { numRuns: 150 },
  );
});
