import { createManualClock } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { createFailureThrottle } from "../src/index.ts";

test("the tenth failure in the window blocks, until the first of the ten is old enough", async () => {
  const clock = createManualClock({ now: 0 });
  const throttle = createFailureThrottle({ maxFailures: 10, windowSeconds: 900, clock });
  for (let i = 0; i < 9; i++) throttle.fail("a");
  expect(throttle.retryAfterSeconds("a")).toBe(0);
  await clock.advance(60_000);
  throttle.fail("a");
  expect(throttle.retryAfterSeconds("a")).toBe(840);
  expect(throttle.retryAfterSeconds("b")).toBe(0);
  await clock.advance(840_000);
  expect(throttle.retryAfterSeconds("a")).toBe(0);
});

test("a success forgives", () => {
  const throttle = createFailureThrottle({ maxFailures: 1, windowSeconds: 60 });
  throttle.fail("a");
  throttle.forgive("a");
  expect(throttle.retryAfterSeconds("a")).toBe(0);
});

test("a million keys are remembered up to the bound only", () => {
  const throttle = createFailureThrottle({ maxFailures: 1, windowSeconds: 60, maxKeys: 1000 });
  for (let i = 0; i < 1_000_000; i++) throttle.fail(`key ${i}`);
  expect(throttle.retryAfterSeconds("key 998999")).toBe(0);
  expect(throttle.retryAfterSeconds("key 999000")).toBeGreaterThan(0);
});

test("it blocks exactly when a list of all failures says so", async () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 40_000 }), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = createManualClock({ now: 0 });
      const throttle = createFailureThrottle({ maxFailures: 3, windowSeconds: 60, clock });
      const all: number[] = [];
      for (const { wait, fails } of steps) {
        await clock.advance(wait);
        if (fails) {
          throttle.fail("k");
          all.push(clock.now());
        }
        const recent = all.filter((time) => time > clock.now() - 60_000);
        expect(throttle.retryAfterSeconds("k") > 0).toBe(recent.length >= 3);
      }
    }),
  );
});
