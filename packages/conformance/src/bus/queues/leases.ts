/** Facts about the leases of delivered messages. */

import assert from "node:assert/strict";

import { hasCode, type Delivery } from "@bourse/kernel";

import { aborted, eventually, type BusFact } from "../harness.ts";

export const leaseFacts: readonly BusFact[] = [
  {
    name: "a message whose lease runs out goes to another; the late acknowledgement counts for nothing",
    run: async ({ bus, other, pass, settle, leaseMilliseconds }) => {
      const gate = Promise.withResolvers<void>();
      const deliveries: Delivery<unknown>[] = [];
      const handler = async (delivery: Delivery<unknown>): Promise<void> => {
        deliveries.push(delivery);
        if (delivery.attempt === 1) await gate.promise;
        else await aborted(delivery.signal);
      };
      const options = { concurrency: 1, leaseMilliseconds };
      bus.consume("work", handler, options);
      const second = other.consume("work", handler, options);
      await bus.enqueue("work", "slow", { time: 1 });
      // At least: where time is real, a pause of the machine may take the following leases with it.
      await eventually("the first delivery", () => deliveries.length >= 1);
      await pass(leaseMilliseconds * 1.1);
      await eventually("the second delivery", () => deliveries.length >= 2);
      const [first, again] = deliveries;
      assert.ok(first!.signal.aborted && hasCode(first!.signal.reason, "BUS_LEASE_LOST"));
      assert.equal(again!.attempt, 2);
      gate.resolve();
      await settle();
      // Were it acknowledged by the late handler, this enqueue would bring a new message.
      await bus.enqueue("work", "slow", { time: 2 });
      await settle();
      for (const { payload } of deliveries) assert.deepEqual(payload, { time: 1 });
      await second.stop();
    },
  },
  {
    name: "a heartbeat prolongs the lease",
    run: async ({ bus, pass, leaseMilliseconds }) => {
      const gate = Promise.withResolvers<void>();
      const deliveries: Delivery<unknown>[] = [];
      bus.consume(
        "work",
        async (delivery) => {
          deliveries.push(delivery);
          await gate.promise;
        },
        { concurrency: 2, leaseMilliseconds },
      );
      await bus.enqueue("work", "long", {});
      await eventually("the delivery", () => deliveries.length >= 1);
      for (let beat = 0; beat < 6; beat++) {
        await pass(leaseMilliseconds / 4);
        deliveries[0]!.heartbeat();
      }
      assert.equal(deliveries[0]!.signal.aborted, false);
      assert.equal(deliveries.length, 1);
      gate.resolve();
    },
  },
];
