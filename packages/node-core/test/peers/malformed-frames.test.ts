import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

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
import { ANNOUNCE_PROTOCOL, SHARE_PROTOCOL } from "../../src/peers/protocol.ts";
import type { TransportEvents } from "../../src/peers/transport.ts";
import { encodeAnnounceRequest } from "../../src/peers/wire/announce-message.ts";
import { brokenFrame } from "../support/broken-frame.ts";
import { addressOf, startQuicNode } from "../support/quic-node.ts";
import { startRawTransport } from "../support/raw-transport.ts";

/** Ten times as many were run by hand; the decoders alone see a hundred thousand in `wire.test.ts`. */
const FRAMES = 10_000;
const SILENT: TransportEvents = {
  connected: () => undefined,
  disconnected: () => undefined,
  discovered: () => undefined,
  admits: () => true,
  misbehaved: () => undefined,
};
const patience = (): AbortSignal => AbortSignal.timeout(60_000);

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
  const hub = createMemoryHub() as SharedMemory;
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
  await vi.waitUntil(() => honest.peers().some(({ connected }) => connected));
}, 120_000);

/** After a full collection. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test("a peer that keeps sending broken frames is not admitted any more", async () => {
  const node = await startQuicNode({ brokenFramesPerMinute: 3 });
  const attacker = await startRawTransport();
  const target = { nodeId: node.identity.nodeId, multiaddrs: [addressOf(node)] };
  for (let time = 0; time < 3; time++) {
    await attacker.transport.dial(target, patience());
    const broken = attacker.transport.request(
      node.identity.nodeId,
      ANNOUNCE_PROTOCOL,
      Uint8Array.of(99),
      { maxAnswerBytes: 1000, signal: patience() },
    );
    await expect(broken).rejects.toBeInstanceOf(Error);
    await vi.waitUntil(() => !attacker.transport.isConnected(node.identity.nodeId), {
      timeout: 20_000,
    });
  }
  await attacker.transport.dial(target, patience()).catch(() => undefined);
  // QUIC has let the handshake through; the node closes before anything is served.
  await vi.waitUntil(() => !attacker.transport.isConnected(node.identity.nodeId), {
    timeout: 20_000,
  });
  expect(node.peers.state).toBe("running");
}, 60_000);

test("frames of every broken length over QUIC are told, and good ones still answered", async () => {
  const server = await startRawTransport((request) => request);
  const client = await startRawTransport();
  const { nodeId } = server.identity;
  const target = { nodeId, multiaddrs: server.transport.multiaddrs() };
  await client.transport.dial(target, patience());
  const limits = { maxAnswerBytes: 1000, signal: patience() };
  const tooLong = new Uint8Array(1001);
  await expect(client.transport.request(nodeId, SHARE_PROTOCOL, tooLong, limits)).rejects.toThrow(
    "cut short",
  );
  expect(server.misbehaved).toEqual([client.identity.nodeId]);
  const longest = new Uint8Array(1000).fill(7);
  const echo = await client.transport.request(nodeId, SHARE_PROTOCOL, longest, limits);
  expect(Buffer.compare(echo, longest)).toBe(0);
  const short = { ...limits, maxAnswerBytes: 999 };
  await expect(client.transport.request(nodeId, SHARE_PROTOCOL, longest, short)).rejects.toThrow(
    "at most 999 bytes",
  );
  expect(client.misbehaved).toEqual([nodeId]);
}, 60_000);
