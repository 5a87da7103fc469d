import { expect, test, vi } from "vitest";

import { addressOf, startRelayedNode } from "./support/quic-node.ts";

const MEBIBYTE = 2 ** 20;

// A tenth of the delay that `defaults.long.test.ts` takes: loss-driven congestion control carries about 1.2 segments ·
// √loss⁻¹ a round trip, so that at 200 ms a mebibyte takes a minute.
test("a share of a mebibyte arrives whole over a link that loses 5 %, delays and reorders", async () => {
  const link = { loss: 0.05, duplication: 0.01, delayMilliseconds: 10, jitterMilliseconds: 3 };
  const bob = await startRelayedNode({ ...link, seed: 11 });
  const alice = await startRelayedNode({ ...link, seed: 12 }, { initialPeers: [addressOf(bob)] });
  await vi.waitUntil(() => alice.peers.resolve(bob.identity.address), { timeout: 20_000 });
  const frame = new Uint8Array(MEBIBYTE).map((_byte, place) => (place * 31) % 256);
  const answer = await alice.peers.sendShare(bob.identity.address, frame);
  expect(answer).toEqual({ accepted: true });
  expect(bob.shares).toHaveLength(1);
  expect(Buffer.compare(bob.shares[0]?.frame ?? new Uint8Array(0), frame)).toBe(0);
  expect(bob.relay.counts.lost).toBeGreaterThan(10);
}, 120_000);
