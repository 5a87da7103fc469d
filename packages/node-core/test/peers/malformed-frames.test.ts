import { createMemoryStore, seededRandom } from "@bourse/kernel";
import { expect, onTestFinished, test, vi } from "vitest";

import {
  createIdentity,
  createMemoryHub,
  createMemoryPeers,
  peerCollections,
  type PeerNetwork,
} from "../../src/index.ts";
import type { SharedMemory } from "../../src/peers/memory/memory-hub.ts";
import { MemoryTransport } from "../../src/peers/memory/memory-transport.ts";
import { ANNOUNCE_PROTOCOL } from "../../src/peers/protocol.ts";
import type { TransportEvents } from "../../src/peers/transport.ts";
import { encodeAnnounceRequest } from "../../src/peers/wire/announce-message.ts";
import { brokenFrame } from "../support/broken-frame.ts";
import { heapInUse } from "../support/heap-in-use.ts";

/** Ten times as many were run by hand; the decoders alone see a hundred thousand in `wire.test.ts`. */
const FRAMES = 10_000;
const SILENT: TransportEvents = {
  connected: () => undefined,
  disconnected: () => undefined,
  discovered: () => undefined,
  admits: () => true,
  misbehaved: () => undefined,
};

async function startVictim(hub: SharedMemory): Promise<PeerNetwork> {
  const peers = createMemoryPeers(hub, {
    identity: createIdentity(),
    store: createMemoryStore({ collections: peerCollections }),
    brokenFramesPerMinute: 1_000_000,
    requestsPerSecond: 1_000_000,
  });
  onTestFinished(() => peers.stop());
  await peers.start();
  return peers;
}

test("ten thousand broken frames cost connections, never the node or its memory", async () => {
  const hub = createMemoryHub() as SharedMemory<MemoryTransport>;
  const victim = await startVictim(hub);
  const attacker = new MemoryTransport(hub, createIdentity().nodeId);
  await attacker.start(SILENT, {} as never);
  const random = seededRandom("broken frames");
  const model = encodeAnnounceRequest({ kind: "hello", multiaddrs: ["/x"], announcements: [] });
  const target = { nodeId: victim.nodeId, multiaddrs: [] };
  let dials = 0;
  const never = new AbortController().signal;
  const before = heapInUse();
  for (let sent = 0; sent < FRAMES; sent++) {
    if (!attacker.isConnected(victim.nodeId)) {
      dials++;
      await attacker.dial(target, never);
    }
    const frame = brokenFrame(random, model);
    const limits = { maxAnswerBytes: 1_000_000, signal: never };
    await attacker.request(victim.nodeId, ANNOUNCE_PROTOCOL, frame, limits).catch(() => undefined);
  }
  expect(victim.state).toBe("running");
  expect(victim.peers()).toHaveLength(1);
  expect(dials).toBeGreaterThan(FRAMES / 4);
  expect(heapInUse() - before).toBeLessThan(20 * 2 ** 20);
  const honest = createMemoryPeers(hub, {
    identity: createIdentity(),
    store: createMemoryStore({ collections: peerCollections }),
  });
  onTestFinished(() => honest.stop());
  await honest.start();
  await honest.connect(victim.multiaddrs()[0] ?? "");
  await vi.waitUntil(() => honest.peers().some(({ connected }) => connected), {
    timeout: 20_000,
  });
}, 120_000);
