/** Facts about messages that their consumer rejects. */

import assert from "node:assert/strict";

import { KernelError } from "@bourse/kernel";

import { eventually, ONE_AT_A_TIME, type BusFact } from "../harness.ts";

export const rejectedMessageFacts: readonly BusFact[] = [
  {
    name: "a rejected message comes again after its rest, with the next attempt",
    run: async ({ bus, pass, settle, redeliveryDelayMilliseconds }) => {
      const attempts: number[] = [];
      bus.consume(
        "work",
        async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error("not yet");
        },
        ONE_AT_A_TIME,
      );
      await bus.enqueue("work", "stubborn", {});
      await eventually("the first attempt", () => attempts.length >= 1);
      await settle();
      assert.deepEqual(attempts, [1], "it came again before its rest");
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the second attempt", () => attempts.length >= 2);
      await pass(redeliveryDelayMilliseconds + 5);
      await eventually("the third attempt", () => attempts.length >= 3);
      await pass(redeliveryDelayMilliseconds + 5);
      assert.deepEqual(attempts, [1, 2, 3]);
    },
  },
  {
    name: "a message that its consumer cannot read is a dead letter at once, and the next one comes",
    run: async ({ bus, other, settle }) => {
      const seen: string[] = [];
      other.consume<{ readonly job?: string } | null>(
        "work",
        async ({ id, payload }) => {
          seen.push(id);
          if (payload?.job !== undefined) return;
          throw new KernelError("BUS_MESSAGE_UNREADABLE", "It names no job.");
        },
        ONE_AT_A_TIME,
      );
      await bus.enqueue("work", "odd", null);
      await bus.enqueue("work", "good", { job: "a" });
      await eventually("the good message", () => seen.includes("good"));
      await eventually("the letter", async () => (await bus.countDeadLetters("work")) === 1);
      await settle();
      assert.deepEqual(seen, ["odd", "good"]);
      const [letter] = await bus.deadLetters("work");
      const { id, payload, attempts, error } = letter!;
      assert.deepEqual([id, payload, attempts, error], ["odd", null, 1, "It names no job."]);
    },
  },
];
