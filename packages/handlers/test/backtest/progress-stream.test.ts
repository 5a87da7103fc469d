import type { ProofState } from "@bourse/contract";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
  StoreError,
  type Bus,
  type Store,
} from "@bourse/kernel";
import { createJobService, jobCollections, type JobService } from "@bourse/trading-core";
import { expect, test } from "vitest";

import { progressStream } from "../../src/backtest/progress-stream.ts";

const SECOND = 1000;

/** Jobs over a store that can be made to fail, on a bus that tells how many listen. */
function setDesk() {
  const clock = createManualClock();
  const memory = createMemoryStore({ collections: jobCollections });
  const inner = createInProcessBus({ clock });
  const desk = { listeners: 0, isBroken: false };
  const store: Store = {
    ...memory,
    transaction: (work) => memory.transaction(work),
    find: (collection, query) => memory.find(collection, query),
    get(collection, id) {
      if (desk.isBroken) return Promise.reject(new StoreError("STORE_IO", "the disk is away"));
      return memory.get(collection, id);
    },
  };
  const bus: Pick<Bus, "enqueue" | "publish" | "subscribe"> = {
    enqueue: (queue, id, message) => inner.enqueue(queue, id, message),
    publish: (topic, event) => inner.publish(topic, event),
    subscribe(topic, listener) {
      const subscription = inner.subscribe(topic, listener);
      desk.listeners += 1;
      return {
        async stop() {
          desk.listeners -= 1;
          await subscription.stop();
        },
      };
    },
  };
  const jobs: JobService = createJobService({ store, bus: bus as Bus, clock, ids: seededIds(1) });
  const watch = (uuid: string, recheck?: () => Promise<ProofState>) =>
    progressStream(jobs, uuid, { clock, heartbeatMilliseconds: 10 * SECOND, recheck }).getReader();
  return { clock, desk, jobs, watch };
}

const textOf = ({ value }: { value?: Uint8Array | undefined }): string =>
  new TextDecoder().decode(value);

test("a job that has ended is told once, and nobody listens any more", async () => {
  const { desk, jobs, watch } = setDesk();
  const { jobUuid } = await jobs.create("backtest", {});
  await jobs.cancel(jobUuid);
  const reader = watch(jobUuid);
  expect(textOf(await reader.read())).toMatch(/^event: job\ndata: \{.*"status":"cancelled"/u);
  expect(await reader.read()).toMatchObject({ done: true });
  expect(desk.listeners).toBe(0);
});

test("a stream ends within five seconds of the reader's proof, and nobody listens any more", async () => {
  const { clock, desk, jobs, watch } = setDesk();
  const { jobUuid } = await jobs.create("backtest", {});
  let proof: ProofState = "valid";
  const reader = watch(jobUuid, () => Promise.resolve(proof));
  const beat = reader.read();
  await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
  await clock.advance(5 * SECOND);
  expect(textOf(await beat)).toBe(":\n\n");
  proof = "ended";
  await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
  await clock.advance(5 * SECOND);
  expect(textOf(await reader.read())).toBe(":\n\n");
  expect(await reader.read()).toMatchObject({ done: true });
  expect([desk.listeners, clock.sleeping()]).toEqual([0, 0]);
});

test("a stream goes on through two judgements without an answer, and ends at the third", async () => {
  const { clock, jobs, watch } = setDesk();
  const { jobUuid } = await jobs.create("backtest", {});
  let asked = 0;
  const reader = watch(jobUuid, () => {
    asked += 1;
    return Promise.resolve("unknown");
  });
  const isDone = (async (): Promise<void> => {
    while (!(await reader.read()).done);
  })();
  for (let beats = 0; beats < 3; beats += 1) {
    await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
    await clock.advance(5 * SECOND);
  }
  await isDone;
  expect(asked).toBe(3);
});

test("a reader that goes away is not listened for, and no timer is left behind", async () => {
  const { clock, desk, jobs, watch } = setDesk();
  const { jobUuid } = await jobs.create("backtest", {});
  const reader = watch(jobUuid);
  await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
  await reader.cancel();
  await clock.advance(0);
  expect([desk.listeners, clock.sleeping()]).toEqual([0, 0]);
});

test("a job that ends while it is watched is told as one that comes later finds it", async () => {
  const { clock, jobs, watch } = setDesk();
  const sweep = { parameters: { period: [7, 14] }, strategy: "rsi" };
  for (const creation of [jobs.create("backtest", {}), jobs.create("sweep", sweep)]) {
    const { jobUuid } = await creation;
    const reader = watch(jobUuid);
    await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
    await jobs.cancel(jobUuid);
    const text = textOf(await reader.read());
    expect(await reader.read()).toMatchObject({ done: true });
    expect(text).toBe(textOf(await watch(jobUuid).read()));
    expect(text).toContain('"status":"cancelled"');
  }
});

test("a store that fails ends the stream, and nobody listens any more", async () => {
  const { clock, desk, jobs, watch } = setDesk();
  const { jobUuid } = await jobs.create("backtest", {});
  const reader = watch(jobUuid);
  await expect.poll(() => clock.sleeping(), { interval: 1 }).toBe(1);
  desk.isBroken = true;
  await clock.advance(10 * SECOND);
  expect(textOf(await reader.read())).toBe(":\n\n");
  await expect(reader.read()).rejects.toMatchObject({ code: "STORE_IO" });
  expect([desk.listeners, clock.sleeping()]).toEqual([0, 0]);
});
