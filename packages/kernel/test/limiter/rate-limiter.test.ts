import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  createManualClock,
  createRateLimiter,
  systemClock,
  type RateLimiterOptions,
} from "../../src/index.ts";

function limiter(options: RateLimiterOptions) {
  const clock = createManualClock();
  return { clock, limiter: createRateLimiter({ ...options, clock }) };
}

describe("a bucket", () => {
  test("holds its burst, refills evenly, and says when to come back", async () => {
    const { clock, limiter: gate } = limiter({ limit: 10, burst: 2 });
    expect(gate.take("a")).toEqual({
      allowed: true,
      remaining: 1,
      retryAfterSeconds: 0,
      resetSeconds: 0.1,
    });
    expect(gate.take("a")).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 0.2 });
    expect(gate.take("a")).toEqual({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 0.1,
      resetSeconds: 0.2,
    });
    await clock.advance(99);
    expect(gate.take("a")).toMatchObject({ allowed: false, retryAfterSeconds: 0.001 });
    await clock.advance(1);
    expect(gate.take("a")).toMatchObject({ allowed: true, remaining: 0 });
  });

  test("is each key's own", () => {
    const { limiter: gate } = limiter({ limit: 1 });
    expect(gate.take("a").allowed).toBe(true);
    expect(gate.take("b").allowed).toBe(true);
    expect(gate.take("a").allowed).toBe(false);
  });

  test("gives all of a cost or nothing, and a refusal costs nothing", () => {
    const { limiter: gate } = limiter({ limit: 10, burst: 5 });
    expect(gate.take("a", 3).remaining).toBe(2);
    expect(gate.take("a", 3)).toMatchObject({
      allowed: false,
      remaining: 2,
      retryAfterSeconds: 0.1,
    });
    expect(gate.take("a", 2)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test("is only looked at for a cost of zero", () => {
    const { limiter: gate } = limiter({ limit: 1 });
    expect(gate.take("a", 0)).toMatchObject({ allowed: true, remaining: 1 });
    expect(gate.size()).toBe(0);
  });

  test("that took a third of a token's time keeps it: nothing is rounded over a million steps", async () => {
    const { clock, limiter: gate } = limiter({ limit: 3, periodMilliseconds: 1000, burst: 1 });
    let allowed = 0;
    for (let step = 0; step < 1000; step++) {
      await clock.advance(1);
      if (gate.take("a").allowed) allowed++;
    }
    expect(allowed).toBe(3);
  });

  test("refuses a cost that could never be allowed, and keys without bounds", () => {
    const { limiter: gate } = limiter({ limit: 5 });
    expect(() => gate.take("a", 6)).toThrow('"cost" must be a whole number from 0 to 5, found 6.');
    expect(() => gate.take("a", 0.5)).toThrow('"cost" must be a whole number');
    expect(() => gate.take("")).toThrow('"key" must be text of 1 to 256 characters');
    expect(() => gate.take("x".repeat(257))).toThrow('"key" must be text');
  });
});

const limits = fc.record({
  limit: fc.integer({ min: 1, max: 50 }),
  periodMilliseconds: fc.integer({ min: 1, max: 5000 }),
  burst: fc.integer({ min: 1, max: 20 }),
});
const steps = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 300 }), cost: fc.integer({ min: 0, max: 20 }) }),
  { maxLength: 60, size: "max" },
);

/** A clock that the test sets by hand, without letting anything run. */
function steppedClock() {
  let time = 0;
  return {
    clock: { ...systemClock, monotonic: () => time },
    step: (milliseconds: number) => (time += milliseconds),
    time: () => time,
  };
}

interface Taken {
  readonly at: number;
  readonly cost: number;
}

/** Number of tokens by which the worst span between two takings, both included, exceeds its burst and its refill. */
function worstExcess(
  taken: readonly Taken[],
  options: { readonly limit: number; readonly periodMilliseconds: number; readonly burst: number },
): number {
  let worst = 0;
  for (const [first, { at }] of taken.entries()) {
    let sum = 0;
    for (const next of taken.slice(first)) {
      sum += next.cost;
      const refill = (options.limit * (next.at - at)) / options.periodMilliseconds;
      worst = Math.max(worst, sum - options.burst - refill);
    }
  }
  return worst;
}

describe("in any sequence of calls", () => {
  test("no span of time t ever sees more than burst + limit · t / period tokens", () => {
    fc.assert(
      fc.property(limits, steps, (options, sequence) => {
        const { clock, step, time } = steppedClock();
        const gate = createRateLimiter({ ...options, clock });
        const taken: Taken[] = [];
        for (const { wait, cost } of sequence) {
          step(wait);
          const asked = Math.min(cost, options.burst);
          if (gate.take("a", asked).allowed) taken.push({ at: time(), cost: asked });
        }
        expect(worstExcess(taken, options)).toBeLessThan(1e-9);
      }),
    );
  });

  test("the retry time is honest to the millisecond, and so is the reset time", () => {
    fc.assert(
      fc.property(limits, steps, (options, sequence) => {
        const { clock, step } = steppedClock();
        const gate = createRateLimiter({ ...options, clock });
        for (const { wait, cost } of sequence) {
          step(wait);
          const asked = Math.min(cost, options.burst);
          const decision = gate.take("a", asked);
          if (decision.allowed) continue;
          const milliseconds = Math.round(decision.retryAfterSeconds * 1000);
          expect(milliseconds).toBeGreaterThan(0);
          step(milliseconds - 1);
          expect(gate.take("a", asked).allowed, "a millisecond early").toBe(false);
          step(1);
          const again = gate.take("a", asked);
          expect(again.allowed, "in time").toBe(true);
          step(Math.round(again.resetSeconds * 1000));
          expect(gate.take("a", 0)).toMatchObject({ remaining: options.burst, resetSeconds: 0 });
        }
      }),
    );
  });

  test("a key is held to its limits also while there is no room for it, and when room comes", () => {
    const calls = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 100 }), key: fc.integer({ min: 0, max: 6 }) }),
      { maxLength: 100, size: "max" },
    );
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 4 }), calls, (options, maxKeys, sequence) => {
        const { clock, step, time } = steppedClock();
        const gate = createRateLimiter({ ...options, maxKeys, clock });
        const taken = new Map<number, Taken[]>();
        for (const { wait, key } of sequence) {
          step(wait);
          const { allowed } = gate.take(`key ${key}`);
          expect(gate.size()).toBeLessThanOrEqual(maxKeys);
          const own = taken.get(key) ?? [];
          if (allowed) taken.set(key, [...own, { at: time(), cost: 1 }]);
        }
        for (const own of taken.values()) expect(worstExcess(own, options)).toBeLessThan(1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

describe("memory", () => {
  test("a million keys are held in the room of a thousand", { timeout: 60_000 }, () => {
    const { clock, step } = steppedClock();
    const gate = createRateLimiter({ limit: 10, burst: 20, maxKeys: 1000, clock });
    let most = 0;
    for (let count = 0; count < 1_000_000; count++) {
      if (count % 100 === 0) step(1);
      gate.take(`address ${count}`);
      most = Math.max(most, gate.size());
    }
    expect(most).toBe(1000);
  });

  test("a flood of invented keys frees nobody from a limit, and slows no known key down", () => {
    const { clock, step } = steppedClock();
    const gate = createRateLimiter({ limit: 1, burst: 3, maxKeys: 100, clock });
    for (let count = 0; count < 3; count++) gate.take("greedy");
    gate.take("modest");
    for (let count = 0; count < 10_000; count++) gate.take(`invented ${count}`);
    expect(gate.take("greedy").allowed).toBe(false);
    expect(gate.take("modest").allowed).toBe(true);
    expect(gate.take("a stranger").allowed, "strangers share one bucket, empty by now").toBe(false);
    step(1000);
    expect(gate.take("a stranger").allowed).toBe(true);
  });

  test("full buckets are forgotten as time goes on", () => {
    const { clock, step } = steppedClock();
    const gate = createRateLimiter({ limit: 1000, burst: 1, maxKeys: 1000, clock });
    for (let count = 0; count < 1000; count++) gate.take(`key ${count}`);
    expect(gate.size()).toBe(1000);
    step(1000);
    for (let count = 0; count < 1000; count++) gate.take("only me");
    expect(gate.size()).toBe(1);
  });
});

test("two limiters share nothing", () => {
  const [one, other] = [createRateLimiter({ limit: 1 }), createRateLimiter({ limit: 1 })];
  expect([one.take("a").allowed, one.take("a").allowed, other.take("a").allowed]).toEqual([
    true,
    false,
    true,
  ]);
});
