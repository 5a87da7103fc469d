import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createMemoryStore } from "@bourse/kernel";
import {
  createIdentity,
  peerCollections,
  type NodeIdentity,
  type PeerNetwork,
} from "@bourse/node-core";
import { ANNOUNCE_PROTOCOL, SHARE_PROTOCOL } from "@bourse/node-core/transport";
import { expect, onTestFinished, test, vi } from "vitest";

import { isLongRun, rounds } from "../../../../test/support/rounds.ts";
import { decodeShareFrame, encodeShareFrame } from "../../../node-core/src/shares/share-frame.ts";
import { heapInUse } from "../../../node-core/test/support/heap-in-use.ts";
import { createLibp2pPeers } from "../src/index.ts";
import type { Thrown } from "./support/frame-thrower.ts";
import { addressOf, startQuicNode } from "./support/quic-node.ts";
import { startRawTransport } from "./support/raw-transport.ts";

const patience = (): AbortSignal => AbortSignal.timeout(60_000);
const THROWER = fileURLToPath(new URL("./support/frame-thrower.ts", import.meta.url));
/** Each broken frame costs its sender the connection: a hundred thousand take half an hour. */
const QUIC_FRAMES = 100_000;
const QUIC_MILLISECONDS = rounds(4000, 120_000);
/** After 30 s the native part and the collector have taken the memory that an attack lets them have. */
const WARM_UP_MILLISECONDS = rounds(2000, 30_000);

/** Starts a node like `startQuicNode`, but keeps none of its events: their number would grow with the attack. */
async function startQuicVictim(identity: NodeIdentity): Promise<PeerNetwork> {
  const peers = createLibp2pPeers({
    identity,
    store: createMemoryStore({ collections: peerCollections }),
    listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
    inboundConnectionsPerSecond: 1000,
    brokenFramesPerMinute: 1_000_000,
    requestsPerSecond: 1_000_000,
  });
  peers.onShare(async ({ frame }) => {
    decodeShareFrame(frame);
    return { accepted: true };
  });
  onTestFinished(() => peers.stop());
  await peers.start();
  return peers;
}

test("a hundred thousand broken frames over QUIC, or what fits the time, leave a node that takes a share", async () => {
  const identity = createIdentity();
  const victim = await startQuicVictim(identity);
  const [target = ""] = victim.multiaddrs();
  await throwFrames(target, QUIC_FRAMES, WARM_UP_MILLISECONDS);
  const before = { heap: heapInUse(), resident: process.memoryUsage().rss };
  const { frames, connections } = await throwFrames(target, QUIC_FRAMES, QUIC_MILLISECONDS);
  const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  const heap = mebibytes(heapInUse() - before.heap);
  const resident = mebibytes(process.memoryUsage().rss - before.resident);
  process.stdout.write(
    `${frames} broken frames over ${connections} QUIC connections: heap ${heap} MiB more, resident ${resident} MiB\n`,
  );
  expect(victim.state).toBe("running");
  expect(connections).toBeGreaterThan(10);
  expect(frames).toBeGreaterThan(100);
  expect(heap).toBeLessThan(20);
  // A short attack is measured while the native part still takes its memory.
  if (isLongRun) expect(resident).toBeLessThan(100);
  const honest = await startQuicNode({ initialPeers: [target] });
  await vi.waitUntil(() => honest.peers.resolve(identity.address), { timeout: 20_000 });
  const share = encodeShareFrame({
    sender: honest.identity.address,
    recipient: identity.address,
    dataHash: "0".repeat(64),
    txHash: `0x${"0".repeat(64)}`,
    envelope: new Uint8Array(2 ** 20),
  });
  const answer = await honest.peers.sendShare(identity.address, share);
  expect(answer).toEqual({ accepted: true });
}, 1_800_000);

async function throwFrames(target: string, frames: number, milliseconds: number): Promise<Thrown> {
  const args = [THROWER, target, frames, milliseconds, "frames over QUIC"].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, ["-C", "@bourse/source", ...args]);
  return JSON.parse(stdout) as Thrown;
}

test("an exchange that has ended holds nothing until its time would have been over", async () => {
  const server = await startRawTransport((request) => request);
  const client = await startRawTransport();
  const { nodeId } = server.identity;
  await client.transport.dial({ nodeId, multiaddrs: server.transport.multiaddrs() }, patience());
  const exchange = async (): Promise<void> => {
    const limits = { maxAnswerBytes: 1000, signal: new AbortController().signal };
    await client.transport.request(nodeId, SHARE_PROTOCOL, new Uint8Array(1000), limits);
  };
  await exchange();
  const before = heapInUse();
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 40 }, exchange));
  }
  // libp2p itself holds a stream for the ten seconds that it might have taken to agree on a protocol.
  const isFree = (): boolean => heapInUse() - before < 8 * 2 ** 20;
  await vi.waitUntil(isFree, { timeout: 40_000, interval: 1000 });
  expect(isFree()).toBe(true);
}, 120_000);

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
    "Truncated frame",
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
