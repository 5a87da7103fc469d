/** Runs that begin while their job is being stored. */

import { EngineError } from "@bourse/backtest-engine";
import { createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { backtestCollections } from "../../src/backtest-service.ts";
import { jobs as jobDocuments } from "../../src/jobs/collections.ts";
import { jobTopic, type JobEvent } from "../../src/jobs/job.ts";
import type { JobContext, JobRunner } from "../../src/jobs/run-claimed-job.ts";
import { setStage, until, withTransactions, type Stage } from "./stage.ts";

const request = { symbol: "BTCUSDT" };

/** A run as its test sees it. */
interface Run {
  readonly uuid: string;
  readonly context: JobContext;
  readonly finish: (value: number) => void;
  readonly fail: (error: Error) => void;
}

/** A stage whose store commits when it is let, with a started worker; what it ran and told. */
async function stageOfEarlyRuns(given: Parameters<typeof setStage>[0] = {}): Promise<
  Stage & {
    readonly runs: readonly Run[];
    readonly told: readonly JobEvent[];
    /** Makes transactions wait from now on, before their commit. */
    readonly hold: () => void;
    /** Lets them all commit. */
    readonly letGo: () => void;
  }
> {
  const memory = createMemoryStore({ collections: backtestCollections });
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const store = withTransactions(memory, (work) =>
    memory.transaction(async (tx) => {
      const value = await work(tx);
      await gate;
      return value;
    }),
  );
  const stage = setStage({ store, takesNewJobs: true, early: ["backtest"], ...given });
  const told: JobEvent[] = [];
  stage.bus.subscribe<JobEvent>(jobTopic, (event) => void told.push(event));
  const runs: Run[] = [];
  const runner: JobRunner = ({ uuid }, context) =>
    new Promise((resolve, reject) => {
      runs.push({ uuid, context, finish: (value) => resolve({ value }), fail: reject });
    });
  await stage.worker(runner, { concurrency: 2 });
  return {
    ...stage,
    runs,
    told,
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      open = () => held.resolve();
    },
    letGo: () => open(),
  };
}

const namesOf = (events: readonly JobEvent[]): string[] =>
  events.map((event) => (event.type === "job.progress" ? `${event.progress}` : event.type));

describe("a run that begins while its job is being stored", () => {
  test("is under way before the commit, and is heard of after it", async () => {
    const { jobs, store, runs, told, hold, letGo } = await stageOfEarlyRuns();
    hold();
    const creation = jobs.create("backtest", request);
    await until(() => runs.length === 1);
    runs[0]!.context.progress({ progress: 0.25, candlesPerSecond: 10 });
    runs[0]!.context.progress({ progress: 0.5, candlesPerSecond: 10 });
    expect([await store.count(jobDocuments), told.length]).toEqual([0, 0]);
    letGo();
    const { jobUuid } = await creation;
    expect(runs[0]!.uuid).toBe(jobUuid);
    await until(() => told.length === 3);
    expect(namesOf(told)).toEqual(["job.created", "job.started", "0.5"]);
    runs[0]!.finish(4);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ value: 4 });
    expect(runs.length, "it ran once").toBe(1);
  });

  test("comes to its thread before anything is written, where its candles are in memory", async () => {
    const order: string[] = [];
    const memory = createMemoryStore({ collections: backtestCollections });
    const store = withTransactions(memory, (work) =>
      memory.transaction((tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              if (name === "insert" || name === "replace") order.push("write");
              const value: unknown = Reflect.get(target, name, target);
              return typeof value === "function" ? (value.bind(target) as unknown) : value;
            },
          }),
        ),
      ),
    );
    const stage = setStage({ store, takesNewJobs: true, early: ["backtest"] });
    await stage.worker(async () => {
      for (let step = 0; step < 100; step++) await Promise.resolve();
      order.push("thread");
      return {};
    });
    await stage.jobs.create("backtest", request);
    expect(order.slice(0, 2)).toEqual(["thread", "write"]);
  });

  test("may end before the commit, in a result or in an error", async () => {
    const { jobs, runs, hold, letGo } = await stageOfEarlyRuns();
    for (const end of [
      (run: Run) => run.finish(7),
      (run: Run) => run.fail(new EngineError("SYMBOL_UNKNOWN", "There is no such symbol.")),
    ]) {
      hold();
      const creation = jobs.create("backtest", request);
      const before = runs.length;
      await until(() => runs.length > before);
      end(runs.at(-1)!);
      await new Promise(setImmediate);
      letGo();
      const { jobUuid } = await creation;
      await until(async () => (await jobs.get(jobUuid)).completedAt !== null);
      const { result, error } = await jobs.get(jobUuid);
      expect(result ?? error).toEqual(before === 0 ? { value: 7 } : "There is no such symbol.");
    }
  });

  test("is ended where its job could not be stored, and gives its place back", async () => {
    const { jobs, store, runs, told } = await stageOfEarlyRuns();
    const also = async (): Promise<void> => {
      throw new Error("the disk is full");
    };
    for (const _ of [1, 2, 3]) {
      await expect(jobs.create("backtest", request, { also })).rejects.toThrow("the disk is full");
    }
    expect(runs.length, "until the store takes a job, none begins before it is stored").toBe(1);
    expect(runs[0]!.context.signal.aborted).toBe(true);
    runs[0]!.context.progress({ progress: 0.5, candlesPerSecond: 10 });
    runs[0]!.finish(1);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => runs.length === 2);
    runs[1]!.finish(2);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(await store.count(jobDocuments)).toBe(1);
    expect(namesOf(told)).toEqual(["job.created", "job.started", "job.completed"]);
    await expect(jobs.create("backtest", request, { also })).rejects.toThrow("the disk is full");
    expect(runs.length, "it has taken one").toBe(3);
  });

  test("never begins for a job that is refused or was created before", async () => {
    const { jobs, runs } = await stageOfEarlyRuns({ quotas: { maxUnfinishedJobs: 1 } });
    const key = { idempotencyKey: "once" };
    const first = await jobs.create("backtest", request, key);
    expect(await jobs.create("backtest", request, key)).toEqual(first);
    await expect(jobs.create("backtest", request)).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
    });
    expect(runs.length).toBe(1);
  });

  test("goes on where the store calls the transaction again", async () => {
    const memory = createMemoryStore({ collections: backtestCollections });
    let conflicts = 2;
    const store = withTransactions(memory, async (work) => {
      while (conflicts > 0) {
        conflicts -= 1;
        const undone = memory.transaction(async (tx) => {
          await work(tx);
          throw new Error("conflict");
        });
        await undone.catch(() => undefined);
      }
      return memory.transaction(work);
    });
    const { jobs, worker } = setStage({ store, takesNewJobs: true, early: ["backtest"] });
    let ran = 0;
    await worker(async () => ({ ran: ++ran }));
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ ran: 1 });
  });

  test("waits for the commit where its type has effects of its own", async () => {
    const { jobs, runs, hold, letGo } = await stageOfEarlyRuns({ early: [] });
    hold();
    const creation = jobs.create("backtest", request);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(runs.length).toBe(0);
    letGo();
    await creation;
    expect(runs.length).toBe(1);
  });
});

describe("the last report of a run's progress", () => {
  test("is told with the completion, once that is durable", async () => {
    const { jobs, runs, told, hold, letGo } = await stageOfEarlyRuns();
    const { jobUuid } = await jobs.create("backtest", request);
    hold();
    runs[0]!.context.progress({ progress: 1, candlesPerSecond: 10 });
    runs[0]!.finish(1);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(namesOf(told)).toEqual(["job.created", "job.started"]);
    letGo();
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(namesOf(told)).toEqual(["job.created", "job.started", "1", "job.completed"]);
  });

  test("is never told of a job that was cancelled meanwhile, or failed", async () => {
    const { jobs, runs, told } = await stageOfEarlyRuns();
    const { jobUuid } = await jobs.create("backtest", request);
    await jobs.cancel(jobUuid);
    const { jobUuid: failing } = await jobs.create("backtest", request);
    for (const { context } of runs) context.progress({ progress: 1, candlesPerSecond: 10 });
    runs[0]!.finish(1);
    runs[1]!.fail(new EngineError("SYMBOL_UNKNOWN", "There is no such symbol."));
    await until(async () => (await jobs.get(failing)).status === "failed");
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(namesOf(told)).not.toContain("1");
  });
});
