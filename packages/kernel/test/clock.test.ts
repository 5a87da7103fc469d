import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createManualClock, systemClock } from "../src/index.ts";

describe("the system's clock", () => {
  test("tells the time in milliseconds since the epoch, and durations that never run backwards", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
  });

  test("sleeps at least as long as asked, less a timer's grain", async () => {
    const started = performance.now();
    await systemClock.sleep(20);
    expect(performance.now() - started).toBeGreaterThanOrEqual(19);
    await systemClock.sleep(0);
    await systemClock.sleep(-5);
  });

  test("is woken by an abort, before and during the sleep, with the signal's reason", async () => {
    await expect(
      systemClock.sleep(60_000, AbortSignal.abort(new Error("never mind"))),
    ).rejects.toThrow("never mind");
    const caller = new AbortController();
    const sleep = systemClock.sleep(60_000, caller.signal);
    caller.abort(new Error("wake up"));
    await expect(sleep).rejects.toThrow("wake up");
  });

  test("keeps sleeps that are longer than one timer can hold", async () => {
    const caller = new AbortController();
    const sleep = systemClock.sleep(2 ** 31 + 5000, caller.signal).then(() => "woke at once");
    const awake = await Promise.race([sleep, systemClock.sleep(30).then(() => "still asleep")]);
    expect(awake).toBe("still asleep");
    caller.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
  });

  test.each([NaN, Infinity])("refuses a sleep of %s", async (milliseconds) => {
    await expect(systemClock.sleep(milliseconds)).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
    });
  });
});

describe("a manual clock", () => {
  test("stands still until it is moved", async () => {
    const clock = createManualClock({ now: 1_000_000 });
    expect([clock.now(), clock.monotonic()]).toEqual([1_000_000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1_000_250, 250]);
    expect(createManualClock().now()).toBe(Date.UTC(2026, 0, 1));
  });

  test("wakes sleepers in the order of their due times, each at its own time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20, size: "max" }),
        async (sleeps) => {
          const clock = createManualClock();
          const woken: { index: number; at: number }[] = [];
          for (const [index, milliseconds] of sleeps.entries()) {
            void clock.sleep(milliseconds).then(() => woken.push({ index, at: clock.monotonic() }));
          }
          await clock.advance(50);
          const expected = sleeps
            .map((at, index) => ({ index, at }))
            .toSorted((a, b) => a.at - b.at || a.index - b.index);
          expect(woken).toEqual(expected);
          expect(clock.sleeping()).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("also wakes sleeps that were begun on the way", async () => {
    const clock = createManualClock();
    const ticks: number[] = [];
    void (async () => {
      for (;;) {
        await clock.sleep(10);
        ticks.push(clock.monotonic());
      }
    })();
    await clock.advance(35);
    expect(ticks).toEqual([10, 20, 30]);
    expect(clock.sleeping()).toBe(1);
  });

  test("does not wake anybody a moment early", async () => {
    const clock = createManualClock();
    let awake = false;
    void clock.sleep(100).then(() => (awake = true));
    await clock.advance(99);
    expect(awake).toBe(false);
    await clock.advance(1);
    expect(awake).toBe(true);
  });

  test("queues up moves that are asked for at once", async () => {
    const clock = createManualClock();
    const seen: number[] = [];
    await Promise.all(
      [10, 20].map((step) => clock.advance(step).then(() => seen.push(clock.monotonic()))),
    );
    expect(seen).toEqual([10, 30]);
  });

  test("lets a sleeper be aborted, which leaves nothing behind", async () => {
    const clock = createManualClock();
    const caller = new AbortController();
    const sleep = clock.sleep(100, caller.signal);
    caller.abort(new Error("wake up"));
    await expect(sleep).rejects.toThrow("wake up");
    expect(clock.sleeping()).toBe(0);
    await expect(clock.sleep(1, caller.signal)).rejects.toThrow("wake up");
  });

  test("never runs backwards", async () => {
    await expect(createManualClock().advance(-1)).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
    });
  });
});
