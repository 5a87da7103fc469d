/** Facts about what a queue keeps of a payload. */

import assert from "node:assert/strict";

import { eventually, ONE_AT_A_TIME, rejectsWith, type BusFact } from "../harness.ts";

export const payloadFacts: readonly BusFact[] = [
  {
    name: "a message's payload is the queue's own copy",
    run: async ({ bus }) => {
      const payload = { list: [1] };
      const enqueued = bus.enqueue("work", "copy", payload);
      payload.list.push(2);
      await enqueued;
      await rejectsWith(bus.enqueue("work", "odd", { value: Infinity }), "JSON_INVALID");
      const seen: unknown[] = [];
      bus.consume("work", async (delivery) => void seen.push(delivery.payload), ONE_AT_A_TIME);
      await eventually("the delivery", () => seen.length === 1);
      assert.deepEqual(seen, [{ list: [1] }]);
    },
  },
];
