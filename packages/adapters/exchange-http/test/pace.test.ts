import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createPace } from "../src/pace.ts";

test("a burst goes out at once, the rest at the rate", async () => {
  const clock = createManualClock();
  const pace = createPace(clock, 10, 3);
  const sent: number[] = [];
  const all = Promise.all(
    Array.from({ length: 6 }, async () => {
      await pace();
      sent.push(clock.monotonic());
    }),
  );
  await clock.advance(1_000);
  await all;
  expect(sent).toEqual([0, 0, 0, 100, 200, 300]);
});

test("an idle time fills the burst again, never more", async () => {
  const clock = createManualClock();
  const pace = createPace(clock, 10, 2);
  await clock.advance(60_000);
  await pace();
  await pace();
  const third = pace();
  await expect.poll(() => clock.sleeping()).toBe(1);
  await clock.advance(100);
  await third;
});

test("a caller who leaves the queue gets the reason of the signal", async () => {
  const clock = createManualClock();
  const pace = createPace(clock, 1, 1);
  await pace();
  const controller = new AbortController();
  const waiting = pace({ signal: controller.signal });
  controller.abort(new Error("left"));
  await expect(waiting).rejects.toThrow("left");
});
