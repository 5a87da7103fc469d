/** Facts about messages that fail at every delivery. */

import assert from "node:assert/strict";

import { eventually, ONE_AT_A_TIME, type BusFact } from "../harness.ts";

export const deadLetterFacts: readonly BusFact[] = [
  {
    name: "a message that fails at every delivery becomes a dead letter, and its id may come again",
    run: async ({ bus, other, pass, settle, redeliveryDelayMilliseconds }) => {
      const runs: string[] = [];
      bus.consume(
        "work",
        async ({ id, attempt }) => {
          runs.push(`${id} ${attempt}`);
          if (id === "bad") throw new Error(`broken at ${attempt}`);
        },
        { ...ONE_AT_A_TIME, maxDeliveries: 2 },
      );
      await bus.enqueue("work", "bad", { size: 7 });
      await eventually("the first delivery", () => runs.length >= 1);
      await settle();
      assert.deepEqual(await bus.deadLetters("work"), []);
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the second delivery", () => runs.length >= 2);
      await settle();
      await pass(redeliveryDelayMilliseconds + 5);
      await bus.enqueue("work", "good", {});
      await eventually("the next message", () => runs.length >= 3);
      assert.deepEqual(runs, ["bad 1", "bad 2", "good 1"]);
      const [letter, ...more] = await other.deadLetters("work");
      assert.deepEqual(more, []);
      assert.deepEqual(
        [letter?.id, letter?.payload, letter?.attempts, letter?.error],
        ["bad", { size: 7 }, 2, "broken at 2"],
      );
      assert.deepEqual(await other.deadLetters("rest"), [], "another queue's");
      await bus.enqueue("work", "bad", { size: 8 });
      await eventually("the same id again", () => runs.length >= 4);
      assert.equal(runs[3], "bad 1");
    },
  },
];
