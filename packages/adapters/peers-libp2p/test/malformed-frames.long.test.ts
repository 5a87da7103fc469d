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
/** Broken frames of one attack. Each costs its sender the connection: one takes a quarter of a minute or more. */
const FRAMES = rounds(200, 2000);
/** The native part takes its memory during the first attacks: how many of them depends on the machine's load. */
const MOST_ATTACKS = rounds(3, 20);
/** Memory that two attacks in a row may take once the node has what it needs: 5 KiB for each of their frames. */
const SETTLED_BYTES = 20 * 2 ** 20;

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

test("broken frames over QUIC leave a node that takes a share, and at last no memory", async ({
  annotate,
}) => {
  const identity = createIdentity();
  const victim = await startQuicVictim(identity);
  const [target = ""] = victim.multiaddrs();
  const heaps: number[] = [];
  const residents: number[] = [];
  const growth = (readings: readonly number[]): number =>
    readings.length < 3 ? Number.POSITIVE_INFINITY : readings.at(-1)! - readings.at(-3)!;
  const isSettled = (): boolean =>
    growth(heaps) < SETTLED_BYTES && growth(residents) < SETTLED_BYTES;
  for (let attack = 0; attack < MOST_ATTACKS && !isSettled(); attack++) {
    const { frames, connections } = await throwFrames(target, `attack ${attack}`);
    expect(frames).toBeGreaterThanOrEqual(FRAMES);
    expect(connections).toBeGreaterThan(10);
    heaps.push(heapInUse());
    residents.push(process.memoryUsage().rss);
  }
  const mebibytes = (readings: readonly number[]): string =>
    readings.map((bytes) => Math.round(bytes / 2 ** 20)).join(", ");
  await annotate(
    `MiB after each ${FRAMES} frames: heap ${mebibytes(heaps)}; resident ${mebibytes(residents)}`,
  );
  expect(victim.state).toBe("running");
  expect(growth(heaps)).toBeLessThan(SETTLED_BYTES);
  // A short attack is measured while the native part still takes its memory.
  if (isLongRun) expect(growth(residents)).toBeLessThan(SETTLED_BYTES);
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

async function throwFrames(target: string, seed: string): Promise<Thrown> {
  const args = [THROWER, target, FRAMES, 300_000, seed].map(String);
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
