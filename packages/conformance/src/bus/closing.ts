/** Facts about closing. */

import assert from "node:assert/strict";

import { aborted, eventually, rejectsWith, type BusFact } from "./harness.ts";

export const closingFacts: readonly BusFact[] = [
  {
    name: "a closed bus refuses everything with BUS_CLOSED, and publishes into the void",
    run: async ({ bus }) => {
      await bus.close();
      await bus.close();
      await rejectsWith(bus.enqueue("any", "any", {}), "BUS_CLOSED");
      assert.throws(() => bus.subscribe("any", () => undefined), { code: "BUS_CLOSED" });
      const options = { concurrency: 1, leaseMilliseconds: 1000 };
      assert.throws(() => bus.consume("any", async () => undefined, options), {
        code: "BUS_CLOSED",
      });
      await rejectsWith(bus.deadLetters("any"), "BUS_CLOSED");
      await rejectsWith(bus.countDeadLetters("any"), "BUS_CLOSED");
      await rejectsWith(bus.removeDeadLetters("any", "id"), "BUS_CLOSED");
      await rejectsWith(bus.probe(), "BUS_CLOSED");
      const limits = { timeoutMilliseconds: 1000 };
      await rejectsWith(bus.request("any", "any", {}, limits), "BUS_CLOSED");
      assert.throws(() => bus.serve("any", {}), { code: "BUS_CLOSED" });
      bus.publish("any", {});
    },
  },
  {
    name: "closing tells running handlers to stop, and waits for them",
    run: async ({ bus, settle }) => {
      let running = 0;
      const wait = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
        running++;
        await aborted(signal);
        await settle();
        running--;
      };
      bus.consume("work", wait, { concurrency: 1, leaseMilliseconds: 1000 });
      await bus.enqueue("work", "one", {});
      await eventually("the handler runs", () => running === 1);
      await bus.close();
      assert.equal(running, 0, "close() resolved while a handler still ran");
    },
  },
];
