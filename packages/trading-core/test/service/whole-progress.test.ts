/** The last report of a run's progress. */

import { EngineError } from "@bourse/backtest-engine";
import { createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { backtestCollections } from "../../src/backtest-service.ts";
import { jobTopic, type JobEvent } from "../../src/jobs/job.ts";
import type { JobContext, JobRunner } from "../../src/jobs/run-claimed-job.ts";
import { setStage, until, withTransactions, type Stage } from "./stage.ts";

const request = { symbol: "BTCUSDT" };

/** A run as its test sees it. */
interface Run {
  readonly context: JobContext;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

/** A stage whose store commits when it is let, with a started worker; what it ran and told. */
async function stageOfHeldCommits(): Promise<
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
  const stage = setStage({ store });
  const told: JobEvent[] = [];
  stage.bus.subscribe<JobEvent>(jobTopic, (event) => void told.push(event));
  const runs: Run[] = [];
  const runner: JobRunner = (_, context) =>
    new Promise((resolve, reject) => {
      runs.push({ context, finish: () => resolve({}), fail: reject });
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

describe("the last report of a run's progress", () => {
  test("is told with the completion, once that is durable", async () => {
    const { jobs, runs, told, hold, letGo } = await stageOfHeldCommits();
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => runs.length === 1);
    hold();
    runs[0]!.context.progress({ progress: 1, candlesPerSecond: 10 });
    runs[0]!.finish();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(namesOf(told)).toEqual(["job.created", "job.started"]);
    letGo();
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(namesOf(told)).toEqual(["job.created", "job.started", "1", "job.completed"]);
  });

  test("is never told of a job that was cancelled meanwhile, or failed", async () => {
    const { jobs, runs, told } = await stageOfHeldCommits();
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => runs.length === 1);
    await jobs.cancel(jobUuid);
    const { jobUuid: failing } = await jobs.create("backtest", request);
    await until(() => runs.length === 2);
    for (const { context } of runs) context.progress({ progress: 1, candlesPerSecond: 10 });
    runs[0]!.finish();
    runs[1]!.fail(new EngineError("SYMBOL_UNKNOWN", "There is no such symbol."));
    await until(async () => (await jobs.get(failing)).status === "failed");
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(namesOf(told)).not.toContain("1");
  });
});
