import { spawnSync } from "node:child_process";
import { getActiveResourcesInfo } from "node:process";

import { describe, expect, test } from "vitest";

import { createManualClock, keepAliveUntil, pauseInBackground, systemClock } from "../src/index.ts";

/** Number of the timers that keep this process alive. */
function holdingTimers(): number {
  return getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

describe("a sleep of the system's clock", () => {
  test("keeps the process alive until it ends", async () => {
    const before = holdingTimers();
    const sleep = systemClock.sleep(20);
    expect(holdingTimers()).toBe(before + 1);
    await sleep;
  });

  // In a process of its own: a test's has timers of others, which come and go meanwhile.
  test("lets the process end once it has ended, and not before", () => {
    const kernel = new URL("../src/index.ts", import.meta.url).href;
    const script = `import { systemClock } from ${JSON.stringify(kernel)};
      const count = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      await systemClock.sleep(20);
      console.log(count());`;
    const words = ["-C", "@bourse/source", "--input-type=module", "-e", script];
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "0\n" });
  });

  test("lets the process go once it is aborted", async () => {
    const before = holdingTimers();
    const caller = new AbortController();
    const sleep = systemClock.sleep(60_000, caller.signal);
    caller.abort(new Error("wake up"));
    expect(holdingTimers()).toBe(before);
    await expect(sleep).rejects.toThrow("wake up");
  });
});

describe("a pause in the background", () => {
  test("keeps no process alive", async () => {
    const before = holdingTimers();
    const stopping = new AbortController();
    const pause = pauseInBackground(systemClock, 60_000, stopping.signal);
    expect(holdingTimers()).toBe(before);
    stopping.abort();
    expect(await pause).toBe(false);
  });

  test("resolves to true at its end, to false for a signal that was aborted before or meanwhile", async () => {
    const clock = createManualClock();
    const stopping = new AbortController();
    const whole = pauseInBackground(clock, 10, stopping.signal);
    await clock.advance(10);
    expect(await whole).toBe(true);
    const cut = pauseInBackground(clock, 10, stopping.signal);
    stopping.abort();
    expect(await cut).toBe(false);
    expect(await pauseInBackground(clock, 10, stopping.signal)).toBe(false);
  });

  test("rejects with the clock's own error instead of making its loop a hot one", async () => {
    const { signal } = new AbortController();
    await expect(pauseInBackground(systemClock, NaN, signal)).rejects.toMatchObject({
      code: "ARGUMENT_INVALID",
    });
  });
});

test("a promise that holds the process does so until it settles, whichever way", async () => {
  const before = holdingTimers();
  const good = Promise.withResolvers<string>();
  const held = keepAliveUntil(good.promise);
  expect(holdingTimers()).toBe(before + 1);
  good.resolve("done");
  expect(await held).toBe("done");
  expect(holdingTimers()).toBe(before);
  await expect(keepAliveUntil(Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(holdingTimers()).toBe(before);
});
