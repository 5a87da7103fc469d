/** Facts about dead letters that are counted and deleted. */

import assert from "node:assert/strict";

import type { DeadLetter } from "@bourse/kernel";

import { eventually, ONE_AT_A_TIME, rejectsWith, type BusFact } from "../harness.ts";

export const removedDeadLetterFacts: readonly BusFact[] = [
  {
    name: "dead letters are counted and deleted by their id, those of other ids and queues stay",
    run: async ({ bus, other, settle }) => {
      const fail = async (): Promise<void> => Promise.reject(new Error("broken"));
      for (const queue of ["work", "rest"])
        bus.consume(queue, fail, { ...ONE_AT_A_TIME, maxDeliveries: 1 });
      assert.equal(await bus.countDeadLetters("work"), 0);
      assert.equal(await bus.removeDeadLetters("work", "one"), false);
      for (const id of ["one", "two", "three"]) await bus.enqueue("work", id, { id });
      await bus.enqueue("rest", "two", {});
      const ids = async (queue: string, limit = 100): Promise<readonly string[]> =>
        (await other.deadLetters(queue, { limit })).map((letter) => letter.id);
      await eventually("three dead letters", async () => (await ids("work")).length === 3);
      await eventually("another queue's", async () => (await ids("rest")).length === 1);
      await settle();
      assert.equal(await other.removeDeadLetters("work", "two"), true);
      assert.deepEqual(await ids("work"), ["one", "three"]);
      assert.deepEqual(await ids("work", 2), ["one", "three"], "a deleted one takes no place");
      assert.equal(await other.countDeadLetters("work"), 2);
      assert.equal(await other.removeDeadLetters("work", "two"), false, "it is gone");
      assert.deepEqual(await ids("rest"), ["two"]);
      assert.equal(await bus.removeDeadLetters("work", "three"), true, "the newest");
      assert.deepEqual(await ids("work"), ["one"]);
      await rejectsWith(bus.removeDeadLetters("work", ""), "ARGUMENT_INVALID");
    },
  },
  {
    name: "a letter that a new attempt left while the old one was being removed stays",
    run: async ({ bus, other, settle }) => {
      const fail = async (): Promise<void> => Promise.reject(new Error("broken"));
      bus.consume("work", fail, { ...ONE_AT_A_TIME, maxDeliveries: 1 });
      const letters = async (): Promise<readonly DeadLetter[]> => await other.deadLetters("work");
      await bus.enqueue("work", "one", {});
      await eventually("a dead letter", async () => (await letters()).length === 1);
      await settle();
      const [first] = await letters();
      await eventually("another dead letter", async () => {
        // Without effect while the queue is still giving the first one up.
        await other.enqueue("work", "one", {});
        await settle();
        return (await letters()).length >= 2;
      });
      const until = first?.sequence ?? 0;
      assert.ok(until >= 1);
      assert.deepEqual(await other.deadLetters("work", { until }), [first]);
      assert.deepEqual(await other.deadLetters("work", { until: until - 1 }), []);
      assert.equal(await other.removeDeadLetters("work", "one", { until }), true);
      const left = await letters();
      assert.ok(left.length > 0, "the later one stays");
      assert.ok(
        left.every(({ sequence }) => sequence > until),
        "later letters have larger sequences",
      );
      assert.equal(await other.removeDeadLetters("work", "one", { until }), false);
      for (const wrong of [-1, 0.5, Number.NaN]) {
        await rejectsWith(other.deadLetters("work", { until: wrong }), "ARGUMENT_INVALID");
        await rejectsWith(
          other.removeDeadLetters("work", "one", { until: wrong }),
          "ARGUMENT_INVALID",
        );
      }
    },
  },
];
