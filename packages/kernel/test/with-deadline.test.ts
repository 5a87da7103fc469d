import { getEventListeners } from "node:events";

import { describe, expect, test } from "vitest";

import { createManualClock, untilAborted, withDeadline } from "../src/index.ts";

const never = (): Promise<never> => new Promise(() => undefined);

describe("withDeadline", () => {
  test("resolves to the work's result and removes its timer and listeners", async () => {
    const clock = createManualClock();
    const { signal } = new AbortController();
    const result = await withDeadline({ clock, milliseconds: 100, signal }, async () => 7);
    expect([result, clock.sleeping(), getEventListeners(signal, "abort")]).toEqual([7, 0, []]);
  });

  test("rejects with DEADLINE_EXCEEDED at the time limit and aborts the work's signal with it", async () => {
    const clock = createManualClock();
    let seen: AbortSignal | undefined;
    const late = withDeadline({ clock, milliseconds: 100 }, (signal) => {
      seen = signal;
      return never();
    });
    const refusal = late.catch((error: unknown) => error);
    await clock.advance(99);
    expect(seen?.aborted).toBe(false);
    await clock.advance(1);
    expect(await refusal).toMatchObject({
      code: "DEADLINE_EXCEEDED",
      message: "No result within 100 ms.",
      details: { milliseconds: 100 },
    });
    expect(seen?.reason).toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });

  test("resolves to what onTimeout returns and rejects with what it throws", async () => {
    const clock = createManualClock();
    const options = { clock, milliseconds: 5 };
    const fallback = withDeadline({ ...options, onTimeout: () => "silence" }, never);
    const fault = new Error("too late");
    const failing = withDeadline(
      {
        ...options,
        onTimeout: () => {
          throw fault;
        },
      },
      never,
    );
    const refusal = failing.catch((error: unknown) => error);
    await clock.advance(5);
    await expect(fallback).resolves.toBe("silence");
    expect(await refusal).toBe(fault);
  });

  test("ends with the caller's signal, before and during the work", async () => {
    const clock = createManualClock();
    const reason = new Error("never mind");
    const before = { clock, milliseconds: 5, signal: AbortSignal.abort(reason) };
    await expect(withDeadline(before, async () => 1)).rejects.toBe(reason);
    const caller = new AbortController();
    let seen: AbortSignal | undefined;
    const during = withDeadline({ clock, milliseconds: 5, signal: caller.signal }, (signal) => {
      seen = signal;
      return never();
    });
    caller.abort(reason);
    await expect(during).rejects.toBe(reason);
    expect([seen?.reason, clock.sleeping()]).toEqual([reason, 0]);
  });

  test("swallows the rejection of work that ends after the time limit", async () => {
    const clock = createManualClock();
    const work = Promise.withResolvers<never>();
    const onTimeout = (): string => "over";
    const over = withDeadline({ clock, milliseconds: 5, onTimeout }, () => work.promise);
    await clock.advance(5);
    await expect(over).resolves.toBe("over");
    // An unhandled rejection would fail this test file.
    work.reject(new Error("nobody listens"));
    await clock.advance(1);
  });

  test("refuses a time limit that the clock refuses", async () => {
    const clock = createManualClock();
    await expect(withDeadline({ clock, milliseconds: NaN }, never)).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
    });
  });
});

describe("untilAborted", () => {
  test("settles as the promise does, without a signal and with one that stays quiet", async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(1), undefined)).resolves.toBe(1);
    await expect(untilAborted(Promise.resolve(2), signal)).resolves.toBe(2);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("rejects with the signal's reason when it is aborted first or was already", async () => {
    const reason = new Error("never mind");
    await expect(untilAborted(Promise.resolve(1), AbortSignal.abort(reason))).rejects.toBe(reason);
    const caller = new AbortController();
    const waiting = untilAborted(never(), caller.signal);
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
