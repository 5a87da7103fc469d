import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createRecentDigests } from "../src/api-keys/recent-digests.ts";

test("a key's digest is known for a minute and no longer, however often it is asked for", async () => {
  const clock = createManualClock();
  const recent = createRecentDigests(clock);
  recent.keep("bk_live_a", "digest");
  await clock.advance(59_999);
  expect(recent.recall("bk_live_a")).toBe("digest");
  await clock.advance(1);
  expect(recent.recall("bk_live_a")).toBeUndefined();
  expect(recent.recall("bk_live_b")).toBeUndefined();
});

test("no more than ten thousand keys are held", () => {
  const recent = createRecentDigests(createManualClock());
  for (let i = 0; i < 10_000; i++) recent.keep(`key ${i}`, `digest ${i}`);
  expect(recent.recall("key 0")).toBeUndefined();
});
