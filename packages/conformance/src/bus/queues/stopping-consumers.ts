/** Facts about consumers that stop. */

import assert from "node:assert/strict";

import { hasCode, type Delivery } from "@bourse/kernel";

import { aborted, eventually, ONE_AT_A_TIME, type BusFact } from "../harness.ts";

export const stoppingConsumerFacts: readonly BusFact[] = [
  {
    name: "a stopped consumer takes no more, aborts what runs, waits for it, and gives back what rejects",
    run: async ({ bus, other, settle }) => {
      const held: Delivery<unknown>[] = [];
      let ended = false;
      const consumer = bus.consume(
        "work",
        async (delivery) => {
          held.push(delivery);
          await aborted(delivery.signal);
          await settle();
          ended = true;
          throw new Error("given back");
        },
        ONE_AT_A_TIME,
      );
      await bus.enqueue("work", "first", {});
      await bus.enqueue("work", "second", {});
      await eventually("the delivery", () => held.length === 1);
      await consumer.stop();
      assert.ok(ended, "stop() resolved while the handler still ran");
      assert.ok(hasCode(held[0]!.signal.reason, "BUS_CLOSED"));
      assert.equal((await bus.enqueue("work", "third", {})).hasConsumer, false);
      const seen = new Map<string, number>();
      other.consume("work", async ({ id, attempt }) => void seen.set(id, attempt), ONE_AT_A_TIME);
      await eventually("all three", () => seen.size === 3);
      assert.deepEqual(Object.fromEntries(seen), { first: 2, second: 1, third: 1 });
    },
  },
  {
    name: "a message that is acknowledged while its consumer stops is done",
    run: async ({ bus, settle }) => {
      let runs = 0;
      const gate = Promise.withResolvers<void>();
      const handler = async (): Promise<void> => {
        runs++;
        await gate.promise;
      };
      const consumer = bus.consume("work", handler, ONE_AT_A_TIME);
      await bus.enqueue("work", "last", {});
      await eventually("the run", () => runs === 1);
      const stopped = consumer.stop();
      gate.resolve();
      await stopped;
      bus.consume("work", handler, ONE_AT_A_TIME);
      await settle();
      assert.equal(runs, 1);
    },
  },
];
