import { expect, test, vi } from "vitest";

import { addressOf, connections, startRelayedNode } from "./support/quic-node.ts";

// Short time-outs stand for long ones; `defaults.long.test.ts` cuts for a minute with the defaults.
const BRISK = {
  idleTimeoutMilliseconds: 1000,
  dialTimeoutMilliseconds: 3000,
  probeIntervalMilliseconds: 1000,
};

test("two nodes that a partition has parted find each other when it heals, and shares go again", async () => {
  const bob = await startRelayedNode({ seed: 1 }, BRISK);
  const alice = await startRelayedNode({ seed: 2 }, { ...BRISK, initialPeers: [addressOf(bob)] });
  await vi.waitUntil(() => alice.peers.resolve(bob.identity.address), { timeout: 40_000 });
  for (const { relay } of [alice, bob]) relay.cut();
  await vi.waitUntil(() => connections(alice) + connections(bob) === 0, { timeout: 40_000 });
  const { address } = bob.identity;
  const sending = alice.peers.sendShare(address, new Uint8Array(1000));
  await expect(sending).rejects.toMatchObject({ code: "PEER_UNREACHABLE" });
  await vi.waitUntil(() => alice.peers.peers()[0]?.healthy === false, { timeout: 40_000 });
  for (const { relay } of [alice, bob]) relay.heal();
  await vi.waitUntil(() => connections(alice) + connections(bob) === 2, { timeout: 40_000 });
  expect(await alice.peers.sendShare(address, new Uint8Array(1000))).toEqual({ accepted: true });
  expect(bob.shares).toHaveLength(1);
  await vi.waitUntil(() => alice.peers.peers()[0]?.healthy === true, { timeout: 40_000 });
}, 120_000);

// A lost first packet of a handshake comes again after a second.
const PATIENT = { ...BRISK, dialTimeoutMilliseconds: 20_000 };

test("a share sent just after the link is cut arrives when the link is back in time", async () => {
  const bob = await startRelayedNode({ seed: 3 }, PATIENT);
  const alice = await startRelayedNode({ seed: 4 }, { ...PATIENT, initialPeers: [addressOf(bob)] });
  await vi.waitUntil(() => alice.peers.resolve(bob.identity.address), { timeout: 40_000 });
  for (const { relay } of [alice, bob]) relay.cut();
  const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(100_000));
  // The first try ends with the connection; the second one dials.
  await vi.waitUntil(() => connections(alice) === 0, { timeout: 40_000 });
  for (const { relay } of [alice, bob]) relay.heal();
  expect(await sending).toEqual({ accepted: true });
}, 120_000);
