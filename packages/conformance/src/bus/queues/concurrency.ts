/** Facts about how much consumers take at a time, and about how much a queue holds. */

import assert from "node:assert/strict";

import { eventually, MAX_WAITING, ONE_AT_A_TIME, rejectsWith, type BusFact } from "../harness.ts";

export const concurrencyFacts: readonly BusFact[] = [
  {
    name: "a consumer never holds more than its concurrency",
    run: async ({ bus, settle }) => {
      let running = 0;
      let most = 0;
      let done = 0;
      bus.consume(
        "work",
        async () => {
          most = Math.max(most, ++running);
          await settle();
          running--;
          done++;
        },
        { ...ONE_AT_A_TIME, concurrency: 3 },
      );
      for (let id = 0; id < MAX_WAITING; id++) await bus.enqueue("work", String(id), {});
      await eventually("all messages", () => done === MAX_WAITING);
      assert.equal(most, 3);
    },
  },
  {
    name: "consumers share the work: each message goes to exactly one",
    run: async ({ bus, other, settle }) => {
      const seen: string[] = [];
      const shares = [0, 0];
      for (const [place, at] of [bus, other].entries()) {
        at.consume(
          "work",
          async ({ id }) => {
            seen.push(id);
            shares[place]! += 1;
            await settle();
          },
          ONE_AT_A_TIME,
        );
      }
      const ids = Array.from({ length: MAX_WAITING }, (_, id) => String(id));
      for (const id of ids) await bus.enqueue("work", id, {});
      await eventually("all messages", () => seen.length >= ids.length);
      await settle();
      assert.deepEqual(seen.toSorted(), ids.toSorted());
      assert.ok(
        shares.every((share) => share > 0),
        `one consumer got nothing: ${shares.join(", ")}`,
      );
    },
  },
  {
    name: "a full queue refuses with BUS_QUEUE_FULL, but not an id that it holds already",
    run: async ({ bus }) => {
      for (let id = 0; id < MAX_WAITING; id++) await bus.enqueue("work", String(id), {});
      await rejectsWith(bus.enqueue("work", "one too many", {}), "BUS_QUEUE_FULL");
      await bus.enqueue("work", "0", {});
      let done = 0;
      bus.consume("work", async () => void done++, ONE_AT_A_TIME);
      await eventually("room again", () => done === MAX_WAITING);
      await bus.enqueue("work", "one too many", {});
      await eventually("the last one", () => done === MAX_WAITING + 1);
    },
  },
];
