/** Reads of the chain that waiting shares ask for, between the poller's own. */

import { createManualClock, createMemoryStore, type ManualClock } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { chainCollections } from "../../src/chain/collections.ts";
import { createComplianceIndex } from "../../src/chain/compliance/compliance-index.ts";
import type { ComplianceIndex } from "../../src/chain/compliance/port.ts";
import { address } from "./wallet.ts";

interface Watched {
  readonly index: ComplianceIndex;
  readonly clock: ManualClock;
  /** Number of reads so far. */
  readonly reads: () => number;
}

/** An index of a chain without blocks of its own, polled once a minute. */
function watched(confirmations: number): Watched {
  const clock = createManualClock();
  let reads = 0;
  const index = createComplianceIndex({
    rpc: {
      request: async () => {
        reads++;
        return "0x0";
      },
      batch: async () => [],
    },
    chainId: 31_337,
    contract: address(1),
    store: createMemoryStore({ collections: chainCollections }),
    fromBlock: 1,
    confirmations,
    pollMilliseconds: 60_000,
    clock,
  });
  onTestFinished(() => index.stop());
  return { index, clock, reads: () => reads };
}

test("an expected record is looked for at once, and ten times a second at most", async () => {
  const { index, clock, reads } = watched(1);
  await index.start();
  await expect.poll(reads).toBe(1);
  index.refreshSoon();
  await expect.poll(reads).toBe(2);
  for (let millisecond = 0; millisecond < 1000; millisecond++) {
    index.refreshSoon();
    await clock.advance(1);
  }
  expect(reads()).toBeGreaterThanOrEqual(11);
  expect(reads()).toBeLessThanOrEqual(12);
});

test("a record that was asked for during the pause is looked for after it", async () => {
  const { index, clock, reads } = watched(1);
  await index.start();
  index.refreshSoon();
  await clock.advance(50);
  const before = reads();
  index.refreshSoon();
  await clock.advance(100);
  expect(reads()).toBe(before + 1);
  await clock.advance(1000);
  expect(reads()).toBe(before + 1);
});

test("nothing is read early where records wait for confirmations, or before the start", async () => {
  const { index, clock, reads } = watched(2);
  index.refreshSoon();
  await clock.advance(500);
  expect(reads()).toBe(0);
  await index.start();
  index.refreshSoon();
  await clock.advance(500);
  expect(reads()).toBe(1);
});
