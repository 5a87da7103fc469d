/** Jobs whose worker fell silent, and workers that stop while they run jobs. */

import { createInProcessBus, type Bus, type Clock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { jobs as jobDocuments, jobWorkParts } from "../../src/jobs/collections.ts";
import type { JobContext, JobRunner } from "../../src/jobs/run-claimed-job.ts";
import { createHeldRunner, methodsOf, setStage, until } from "./stage.ts";

const request = { symbol: "BTCUSDT" };

describe("lost workers", () => {
  test("a job whose worker went silent is run by another one, and the silent one's late result is void", async () => {
    const { jobs, clock, store, worker } = setStage();
    const lost = createHeldRunner();
    const otherBus = createInProcessBus({ clock });
    const silent = await worker(lost.runner, { heartbeatMilliseconds: 1_000_000 });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => lost.runs.length === 1);

    await worker(async () => ({ by: "the other" }), { bus: otherBus });
    await clock.advance(29_000);
    expect((await jobs.get(jobUuid)).status).toBe("running");
    await clock.advance(10_000);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    lost.runs[0]!.finish(1);
    await silent.stop();
    expect((await jobs.get(jobUuid)).result).toEqual({ by: "the other" });
    expect(store.engine).toBe("memory");
  });

  test("a message that names no job is a dead letter at once, and the next job runs", async () => {
    const { jobs, bus, worker } = setStage();
    const stray = [null, 7, [], { uuid: 7 }, { uuid: "x".repeat(201) }];
    for (const [at, payload] of stray.entries()) await bus.enqueue("jobs", `stray-${at}`, payload);
    await worker(async () => ({ done: true }));
    const { jobUuid } = await jobs.create("backtest", request);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    const letters = await bus.deadLetters("jobs");
    expect(letters).toHaveLength(stray.length);
    expect(new Set(letters.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  test("three lost leases fail the job with the reason", async () => {
    const { jobs, clock, worker } = setStage();
    const held = createHeldRunner();
    const frozen = { heartbeatMilliseconds: 1_000_000 };
    await worker(held.runner, frozen);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    for (let more = 0; more < 3; more++) {
      await worker(held.runner, { ...frozen, bus: createInProcessBus({ clock }) });
      await clock.advance(40_000);
    }
    await until(async () => (await jobs.get(jobUuid)).status === "failed");
    expect((await jobs.get(jobUuid)).error).toContain("3 tries");
    expect(held.runs.length).toBe(3);
  });

  test("a job that keeps work between its tries is not given up, and keeps none when it has ended", async () => {
    const { jobs, clock, store, worker } = setStage();
    const seen: number[][] = [];
    const works: JobContext["work"][] = [];
    let isLast = false;
    const runner: JobRunner = async (_job, { work }) => {
      const parts = await work.read();
      seen.push(parts.map(([first = -1]) => first));
      works.push(work);
      expect(await work.keep(Uint8Array.of(parts.length))).toBe(true);
      return isLast ? { parts: parts.length } : await new Promise<never>(() => undefined);
    };
    const lose = async (tries: number): Promise<void> => {
      await worker(runner, {
        heartbeatMilliseconds: 1_000_000,
        bus: createInProcessBus({ clock }),
      });
      await until(async () => works.length === tries && (await keptParts()) === tries);
      await clock.advance(40_000);
    };
    const keptParts = async (): Promise<number> => (await store.find(jobWorkParts)).items.length;
    const { jobUuid } = await jobs.create("backtest", request);
    for (const tries of [1, 2, 3, 4, 5]) await lose(tries);
    isLast = true;
    await worker(runner, { bus: createInProcessBus({ clock }) });
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ parts: 5 });
    expect(seen).toEqual([[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4]]);
    expect(await keptParts()).toBe(0);
    expect(await works[0]!.keep(Uint8Array.of(9)), "a late worker keeps nothing").toBe(false);
    expect(await keptParts()).toBe(0);
  });

  test("a lease that only a jump of the clock ended costs no try: the worker that runs the job goes on", async () => {
    const queue = createInProcessBus();
    let handOut: (() => Promise<void>) | undefined;
    const bus: Bus = {
      ...methodsOf(queue),
      // Every message can be delivered once more, as a bus may.
      consume: (name, handler, options) =>
        queue.consume<never>(
          name,
          (delivery) => {
            handOut = () => handler(delivery);
            return handler(delivery);
          },
          options,
        ),
    };
    const { jobs, clock, store, worker } = setStage({ bus });
    let jump = 0;
    const jumping: Clock = {
      now: () => clock.now() + jump,
      monotonic: () => clock.monotonic(),
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    };
    const held = createHeldRunner();
    const busy = await worker(held.runner, { clock: jumping });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    const again: Promise<void>[] = [];
    for (jump of [86_400_000, 2 * 86_400_000]) {
      await busy.sweep();
      again.push(handOut!());
      await clock.advance(1);
    }
    expect(held.runs.length, "it runs once").toBe(1);
    held.runs[0]!.finish(7);
    await Promise.all(again);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ value: 7 });
    expect((await store.get(jobDocuments, jobUuid))!.value.attempt, "tries").toBe(1);
  });

  test("a heartbeat keeps a long job in one hand", async () => {
    const { jobs, clock, worker } = setStage();
    const held = createHeldRunner();
    await worker(held.runner);
    await worker(held.runner, { bus: createInProcessBus({ clock }) });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    await clock.advance(600_000);
    held.runs[0]!.finish(7);
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect(held.runs.length).toBe(1);
  });

  test("the only process of a store voids its dead predecessor's leases and runs the jobs at once", async () => {
    const { jobs, clock, worker } = setStage();
    const dead = createHeldRunner();
    await worker(dead.runner, { heartbeatMilliseconds: 1_000_000 });
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => dead.runs.length === 1);
    await worker(async () => ({ by: "the successor" }), {
      bus: createInProcessBus({ clock }),
      exclusive: true,
    });
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
    expect((await jobs.get(jobUuid)).result).toEqual({ by: "the successor" });
  });

  test("a job that was stored but never reached the queue is found at the start", async () => {
    const { jobs, bus, clock, worker } = setStage();
    await bus.close();
    const created = await Promise.all(
      Array.from({ length: 250 }, () => jobs.create("backtest", request)),
    );
    let runs = 0;
    const count = async (): Promise<{ run: number }> => ({ run: ++runs });
    await worker(count, { bus: createInProcessBus({ clock }), concurrency: 4 });
    await until(async () => (await jobs.stats()).completed === created.length);
    expect(runs).toBe(created.length);
  });
});

describe("stopping", () => {
  test("a stopped worker waits for what it runs", async () => {
    const { jobs, worker } = setStage();
    const held = createHeldRunner();
    const one = await worker(held.runner);
    const { jobUuid } = await jobs.create("backtest", request);
    await until(() => held.runs.length === 1);
    const stopped = one.stop();
    held.runs[0]!.finish(3);
    await stopped;
    expect(await jobs.get(jobUuid)).toMatchObject({ status: "completed", result: { value: 3 } });
  });

  test("what is not done by the deadline is given back, costs no try, and is run by the next worker", async () => {
    const { jobs, clock, worker } = setStage();
    const held = createHeldRunner();
    const { jobUuid } = await jobs.create("backtest", request);
    for (let round = 1; round <= 5; round++) {
      const one = await worker(held.runner, { bus: createInProcessBus({ clock }) });
      await until(() => held.runs.length === round);
      const stopped = one.stop({ deadlineMilliseconds: 100 });
      await clock.advance(100);
      await stopped;
      expect(held.runs.at(-1)!.signal.aborted).toBe(true);
      expect((await jobs.get(jobUuid)).status).toBe("pending");
    }
    await worker(async () => ({ finally: true }), { bus: createInProcessBus({ clock }) });
    await until(async () => (await jobs.get(jobUuid)).status === "completed");
  });
});
