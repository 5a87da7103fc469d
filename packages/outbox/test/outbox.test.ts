import { describe, expect, test } from "vitest";

import { outboxEntries } from "../src/entries/entry-document.ts";
import { isOutboxError, OutboxError } from "../src/index.ts";
import { acts, fixture, post } from "./support/box.ts";

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const payloads = (deliveries: readonly { readonly payload: string }[]): string[] =>
  deliveries.map(({ payload }) => payload);

describe("an entry", () => {
  test("is delivered once, with its id and its content", async () => {
    const box = fixture();
    const id = await post(box, "hello");
    expect(await box.outbox.deliverDue()).toBe(1);
    expect(await box.outbox.deliverDue()).toBe(0);
    expect(box.deliveries).toMatchObject([{ id, payload: "hello", attempt: 1 }]);
    expect(await box.store.count(outboxEntries)).toBe(0);
  });

  test("of a transaction that is rolled back is never delivered", async () => {
    const { store, outbox, deliveries } = fixture();
    const entry = await outbox.prepare("never");
    const work = store.transaction(async (tx) => {
      await tx.insert(acts, { id: "one" });
      await outbox.add(tx, entry);
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    await outbox.deliverDue();
    expect(deliveries).toEqual([]);
  });

  test("that fails is delivered again after twice the time, up to the longest", async () => {
    const box = fixture({
      deliver: () => Promise.reject(new Error("away")),
      longestRetrySeconds: 60,
      maxAttempts: 6,
    });
    await post(box, "later");
    const times: number[] = [];
    const start = box.clock.now();
    for (let second = 0; second < 300; second++) {
      const before = box.deliveries.length;
      await box.outbox.deliverDue();
      if (box.deliveries.length > before) times.push((box.clock.now() - start) / SECOND);
      await box.clock.advance(SECOND);
    }
    expect(times).toEqual([0, 10, 30, 70, 130, 190]);
    expect((await box.outbox.listDead()).items).toMatchObject([{ attempts: 6, error: "away" }]);
  });

  test("is delivered 50 to 150 % of its delay later, by chance", async () => {
    for (const [chance, seconds] of [
      [0, 5],
      [1, 15],
    ] as const) {
      const box = fixture({
        deliver: () => Promise.reject(new Error("away")),
        random: { next: () => chance },
      });
      await post(box, "later");
      await box.outbox.deliverDue();
      await box.clock.advance(seconds * SECOND - 1);
      await box.outbox.deliverDue();
      expect(box.deliveries).toHaveLength(1);
      await box.clock.advance(1);
      await box.outbox.deliverDue();
      expect(box.deliveries).toHaveLength(2);
    }
  });

  test("that its receiver refuses is a dead letter at once", async () => {
    const refusal = new OutboxError("DELIVERY_REFUSED", "no such mailbox", { details: {} });
    const box = fixture({ deliver: () => Promise.reject(refusal) });
    const id = await post(box, "nobody");
    await box.outbox.deliverDue();
    expect((await box.outbox.listDead()).items).toMatchObject([
      { id, attempts: 1, error: "no such mailbox" },
    ]);
  });

  test("that takes longer than its limit is broken off and delivered again", async () => {
    const box = fixture({
      deliver: ({ attempt, signal }) =>
        attempt > 1
          ? Promise.resolve()
          : new Promise((_, reject) => {
              signal.addEventListener("abort", () => reject(new Error("too late")));
            }),
    });
    await post(box, "slow");
    const first = box.outbox.deliverDue();
    await expect.poll(() => box.deliveries).toHaveLength(1);
    await box.clock.advance(30 * SECOND);
    expect(await first).toBe(0);
    await box.clock.advance(10 * SECOND);
    expect(await box.outbox.deliverDue()).toBe(1);
  });

  test("cannot be read in the store, nor be delivered under another key", async () => {
    const box = fixture();
    await post(box, "the secret link");
    const [stored] = (await box.store.find(outboxEntries)).items;
    expect(JSON.stringify(stored)).not.toContain("secret");
    const other = box.again({ key: new Uint8Array(32).fill(8) });
    await other.deliverDue();
    expect(box.deliveries).toEqual([]);
    expect((await other.listDead()).items[0]?.error).toContain("another key");
  });

  test("cannot take the place of another one", async () => {
    const box = fixture();
    await post(box, "for Ada");
    await post(box, "for Eve");
    const [one, two] = (await box.store.find(outboxEntries)).items;
    if (one === undefined || two === undefined) throw new Error("there are two");
    await box.store.replace(outboxEntries, { ...one.value, sealed: two.value.sealed }, 1);
    await box.outbox.deliverDue();
    expect(box.deliveries).toHaveLength(1);
  });

  test("is at most 256 KiB of JSON", async () => {
    const { outbox } = fixture();
    await outbox.prepare("x".repeat(262_142));
    await expect(outbox.prepare("x".repeat(262_143))).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
    });
  });
});

describe("several processes", () => {
  test("deliver each entry once", async () => {
    const box = fixture({ concurrency: 3 });
    const others = [box.outbox, box.again(), box.again()];
    for (let count = 0; count < 100; count++) await post(box, `${count}`);
    await Promise.all(others.map((one) => one.deliverDue()));
    const expected = Array.from({ length: 100 }, (_, count) => `${count}`);
    expect(payloads(box.deliveries).toSorted()).toEqual(expected.toSorted());
  });

  test("deliver what a killed one has claimed, once its lease is over", async () => {
    const box = fixture({ deliver: () => new Promise(() => undefined) });
    await post(box, "hello");
    // The process is gone: nothing of it settles.
    void box.outbox.deliverDue();
    while (box.deliveries.length === 0) await new Promise(setImmediate);
    const other = box.again({ deliver: async () => undefined });
    expect(await other.deliverDue()).toBe(0);
    await box.store.transaction(async (tx) => {
      const [found] = (await tx.find(outboxEntries)).items;
      if (found === undefined) throw new Error("there is one");
      const overdue = { ...found.value, dueAt: box.clock.now() };
      await tx.replace(outboxEntries, overdue, found.version);
    });
    expect(await other.deliverDue()).toBe(1);
  });

  test("give up an entry whose deliveries all ended with their process", async () => {
    const box = fixture({ maxAttempts: 1 });
    const id = await post(box, "deadly");
    const [found] = (await box.store.find(outboxEntries)).items;
    if (found === undefined) throw new Error("there is one");
    await box.store.replace(outboxEntries, { ...found.value, attempts: 1 }, found.version);
    await box.outbox.deliverDue();
    expect(box.deliveries).toEqual([]);
    expect((await box.outbox.listDead()).items).toMatchObject([{ id }]);
  });
});

describe("the loop", () => {
  test("delivers at once what is added, and retries at its polls", async () => {
    let isAway = true;
    const box = fixture({
      deliver: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()),
    });
    await box.outbox.start();
    await box.outbox.start();
    await post(box, "hello");
    await expect.poll(() => box.deliveries.length).toBe(1);
    isAway = false;
    await box.clock.advance(15 * SECOND);
    await expect.poll(() => box.outbox.measure()).toMatchObject({ waiting: 0 });
    await box.outbox.close();
    await post(box, "after the end");
    expect(box.deliveries).toHaveLength(2);
  });

  test("delivers a new entry while an older one takes its time", async () => {
    const held = Promise.withResolvers<void>();
    const box = fixture({
      deliver: ({ payload }) => (payload === "slow" ? held.promise : Promise.resolve()),
    });
    await box.outbox.start();
    await post(box, "slow");
    await expect.poll(() => box.deliveries.length).toBe(1);
    await post(box, "fast");
    await expect.poll(() => payloads(box.deliveries)).toEqual(["slow", "fast"]);
    held.resolve();
    await box.outbox.close();
  });

  test("waits at its end for what is under way, and gives back what takes too long", async () => {
    const box = fixture({ deliver: () => new Promise(() => undefined) });
    await box.outbox.start();
    await post(box, "slow");
    await expect.poll(() => box.deliveries.length).toBe(1);
    const closing = box.outbox.close();
    await box.clock.advance(5 * SECOND);
    await closing;
    const other = box.again({ deliver: async () => undefined });
    expect(await other.deliverDue()).toBe(1);
    expect(box.deliveries.at(-1)).toMatchObject({ payload: "slow", attempt: 1 });
  });

  test("tells of failures and goes on", async () => {
    const failures: unknown[] = [];
    const box = fixture({
      deliver: () => Promise.reject(new Error("away")),
      onFailure: (failure) => failures.push(failure),
      maxAttempts: 1,
    });
    await box.outbox.start();
    const id = await post(box, "hello");
    await expect.poll(() => failures).toMatchObject([{ id, attempt: 1, dead: true }]);
    await box.outbox.close();
  });
});

describe("dead letters", () => {
  test("are delivered again, or deleted, when their operator says so", async () => {
    let isAway = true;
    const box = fixture({
      maxAttempts: 1,
      deliver: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()),
    });
    const first = await post(box, "first");
    const second = await post(box, "second");
    await box.outbox.deliverDue();
    isAway = false;
    await box.outbox.retryDead(first);
    await box.outbox.removeDead(second);
    expect(await box.outbox.deliverDue()).toBe(1);
    for (const call of ["retryDead", "removeDead"] as const) {
      const error: unknown = await box.outbox[call](first).catch((reason: unknown) => reason);
      expect(isOutboxError(error, "ENTRY_NOT_FOUND")).toBe(true);
    }
  });

  test("and delivered entries are kept for as long as the options say", async () => {
    const box = fixture({
      keepDeadSeconds: 2 * 86_400,
      keepDeliveredSeconds: 86_400,
      pollSeconds: 3600,
    });
    const refusal = new OutboxError("DELIVERY_REFUSED", "no", { details: {} });
    const refusing = box.again({ deliver: () => Promise.reject(refusal) });
    await post(box, "delivered");
    await box.outbox.deliverDue();
    await post(box, "dead");
    await refusing.deliverDue();
    const kept = (await box.store.find(outboxEntries)).items.map(({ value }) => value);
    expect(kept.find(({ status }) => status === "delivered")?.sealed).toBe("");
    const rows = () => box.store.count(outboxEntries);
    await box.outbox.start();
    await box.clock.advance(DAY - SECOND);
    expect(await rows()).toBe(2);
    await box.clock.advance(3600 * SECOND);
    await expect.poll(rows).toBe(1);
    await box.clock.advance(DAY);
    await expect.poll(rows).toBe(0);
    await box.outbox.close();
  });
});

test("its figures are the entries that wait, the dead ones and the age of the oldest", async () => {
  const box = fixture({ maxAttempts: 1, deliver: () => Promise.reject(new Error("away")) });
  expect(await box.outbox.measure()).toEqual({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 });
  await post(box, "dead");
  await box.outbox.deliverDue();
  await post(box, "old");
  await box.clock.advance(90 * SECOND);
  await post(box, "new");
  expect(await box.outbox.measure()).toEqual({ waiting: 2, held: 0, dead: 1, oldestSeconds: 90 });
});

test("outboxes of one store with different names keep apart", async () => {
  const box = fixture();
  const hooks = box.again({ name: "webhooks" });
  await post(box, "mail");
  expect(await hooks.deliverDue()).toBe(0);
  expect(await box.outbox.deliverDue()).toBe(1);
});

test("entries of one instant are delivered in the order in which they were added", async () => {
  const { store, outbox, deliveries } = fixture();
  const payloads = Array.from({ length: 30 }, (_, at) => `entry ${at}`);
  for (const payload of payloads) await post({ store, outbox }, payload);
  await outbox.deliverDue();
  expect(deliveries.map(({ payload }) => payload)).toEqual(payloads);
});
