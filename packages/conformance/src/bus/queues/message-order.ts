/** Facts about the order of messages, and about the ids under which they wait. */

import assert from "node:assert/strict";

import { eventually, ONE_AT_A_TIME, type BusFact } from "../harness.ts";

export const messageOrderFacts: readonly BusFact[] = [
  {
    name: "messages wait for a consumer and come in their order, once each",
    run: async ({ bus, other, settle }) => {
      for (const id of ["a", "b", "c"]) {
        assert.equal((await bus.enqueue("work", id, { id })).hasConsumer, false);
      }
      const seen: unknown[] = [];
      other.consume<{ id: string }>(
        "work",
        async (message) => void seen.push([message.id, message.payload.id, message.attempt]),
        ONE_AT_A_TIME,
      );
      await eventually("three messages", () => seen.length === 3);
      assert.equal((await bus.enqueue("work", "d", { id: "d" })).hasConsumer, true);
      await eventually("four messages", () => seen.length === 4);
      await settle();
      assert.deepEqual(seen, [
        ["a", "a", 1],
        ["b", "b", 1],
        ["c", "c", 1],
        ["d", "d", 1],
      ]);
    },
  },
  {
    name: "queues don't share messages",
    run: async ({ bus, settle }) => {
      const seen: string[] = [];
      bus.consume("mine", async ({ id }) => void seen.push(id), ONE_AT_A_TIME);
      await bus.enqueue("other", "x", {});
      await bus.enqueue("mine", "y", {});
      await eventually("my message", () => seen.length > 0);
      await settle();
      assert.deepEqual(seen, ["y"]);
    },
  },
  {
    name: "an id that waits or runs is not taken twice; once acknowledged it may come again",
    run: async ({ bus, other, settle }) => {
      const gate = Promise.withResolvers<void>();
      let runs = 0;
      await bus.enqueue("work", "same", {});
      await other.enqueue("work", "same", {});
      bus.consume(
        "work",
        async () => {
          runs++;
          await gate.promise;
        },
        { ...ONE_AT_A_TIME, concurrency: 5 },
      );
      await eventually("the first run", () => runs === 1);
      await bus.enqueue("work", "same", {});
      gate.resolve();
      await settle();
      assert.equal(runs, 1);
      await bus.enqueue("work", "same", {});
      await eventually("the second run", () => runs === 2);
    },
  },
];
