import { getActiveResourcesInfo } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { Watchers } from "../../src/chain/lane/watchers.ts";

function holdingTimers(): number {
  return getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

test("whoever awaits a transaction keeps the process alive, for the lane looks at the chain in the background", async () => {
  const watchers = new Watchers(
    () => Promise.resolve(undefined),
    () => undefined,
  );
  const before = holdingTimers();
  const caller = new AbortController();
  const waiting = watchers.until("payment", () => true, caller.signal);
  await Promise.resolve();
  await Promise.resolve();
  expect(holdingTimers()).toBe(before + 1);
  caller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(holdingTimers()).toBe(before);
});

test("whoever stops waiting while the store is slow is told so at once, and nothing is left to reject", async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  for (const read of [
    () => new Promise<undefined>(() => undefined),
    () => sleep(5).then(() => undefined),
    () => sleep(5).then(() => Promise.reject(new Error("no connection"))),
  ]) {
    const watchers = new Watchers(read, () => undefined);
    const waiting = watchers.until("payment", () => true, AbortSignal.timeout(1));
    await expect(waiting).rejects.toThrow("aborted due to timeout");
  }
  await sleep(20);
  expect(unhandled).toEqual([]);
});
