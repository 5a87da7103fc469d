import { getActiveResourcesInfo } from "node:process";

import { expect, test } from "vitest";

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
