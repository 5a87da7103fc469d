import { expect, test } from "vitest";

import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  deadLetterCollection,
  type Bus,
} from "../../src/index.ts";

const ONCE = { concurrency: 10, leaseMilliseconds: 1000, maxDeliveries: 1 };

async function giveUp(bus: Bus, queue: string, ids: readonly string[]): Promise<void> {
  const before = await bus.countDeadLetters(queue);
  const failing = bus.consume(queue, ({ id }) => Promise.reject(new Error(`no ${id}`)), ONCE);
  for (const id of ids) await bus.enqueue(queue, id, { id });
  const after = Math.min(1000, before + ids.length);
  await expect.poll(() => bus.countDeadLetters(queue)).toBe(after);
  await failing.stop();
}

test("dead letters in a store outlive the bus, and later ones come after them", async () => {
  const clock = createManualClock();
  const deadLetterStore = createMemoryStore({ collections: [deadLetterCollection] });
  const first = createInProcessBus({ clock, deadLetterStore });
  await giveUp(first, "jobs", ["one", "two"]);
  await first.close();
  const second = createInProcessBus({ clock, deadLetterStore });
  await giveUp(second, "jobs", ["three"]);
  const letters = await second.deadLetters("jobs");
  expect(letters.map(({ id, payload, error }) => [id, payload, error])).toEqual([
    ["one", { id: "one" }, "no one"],
    ["two", { id: "two" }, "no two"],
    ["three", { id: "three" }, "no three"],
  ]);
  const sequences = letters.map(({ sequence }) => sequence);
  expect(new Set(sequences).size).toBe(3);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  expect(await second.removeDeadLetters("jobs", "two")).toBe(true);
  expect(await second.removeDeadLetters("jobs", "two")).toBe(false);
  await second.close();
  const third = createInProcessBus({ clock, deadLetterStore });
  expect((await third.deadLetters("jobs")).map(({ id }) => id)).toEqual(["one", "three"]);
  await third.close();
});

test("dead letters in a store keep their order when the clock went back", async () => {
  const deadLetterStore = createMemoryStore({ collections: [deadLetterCollection] });
  for (const [id, now] of [
    ["one", 5000],
    ["two", 3000],
    ["three", 4000],
  ] as const) {
    const bus = createInProcessBus({ clock: createManualClock({ now }), deadLetterStore });
    await giveUp(bus, "jobs", [id]);
    await bus.close();
  }
  const bus = createInProcessBus({ deadLetterStore });
  const letters = await bus.deadLetters("jobs");
  expect(letters.map(({ id, sequence }) => [id, sequence])).toEqual([
    ["one", 5000],
    ["two", 5001],
    ["three", 5002],
  ]);
  await bus.close();
});

test("dead letters in a store are told apart by queues whose long names begin alike", async () => {
  const deadLetterStore = createMemoryStore({ collections: [deadLetterCollection] });
  const bus = createInProcessBus({ clock: createManualClock({ now: 5000 }), deadLetterStore });
  const queues = ["a", "b"].map((end) => "long".repeat(49) + end);
  for (const queue of queues) await giveUp(bus, queue, [`of ${queue}`]);
  for (const queue of queues) {
    expect((await bus.deadLetters(queue)).map(({ id }) => id)).toEqual([`of ${queue}`]);
  }
  await bus.close();
});

test("of dead letters in a store the newest thousand of each queue are kept", async () => {
  const deadLetterStore = createMemoryStore({ collections: [deadLetterCollection] });
  const bus = createInProcessBus({ deadLetterStore });
  await giveUp(bus, "other", ["kept"]);
  await giveUp(
    bus,
    "jobs",
    Array.from({ length: 1003 }, (_, at) => `job-${at}`),
  );
  await bus.close();
  const again = createInProcessBus({ deadLetterStore });
  expect(await again.countDeadLetters("jobs")).toBe(1000);
  const letters = await again.deadLetters("jobs", { limit: 1000 });
  expect([letters[0]?.id, letters.at(-1)?.id]).toEqual(["job-3", "job-1002"]);
  expect(await again.countDeadLetters("other")).toBe(1);
  await again.close();
});

test("a dead letter that the store does not take is reported, and the queue goes on", async () => {
  const faults: string[] = [];
  const store = createMemoryStore({ collections: [deadLetterCollection] });
  await store.close();
  const bus = createInProcessBus({
    deadLetterStore: store,
    onFault: ({ error }) => void faults.push(String(error)),
  });
  const seen: string[] = [];
  bus.consume(
    "jobs",
    async ({ id }) => {
      seen.push(id);
      if (id === "bad") throw new Error("broken");
    },
    ONCE,
  );
  await bus.enqueue("jobs", "bad", {});
  await bus.enqueue("jobs", "good", {});
  await expect.poll(() => faults.length).toBe(2);
  expect(seen).toEqual(["bad", "good"]);
  expect(faults[1]).toContain("closed");
  await bus.close();
});
