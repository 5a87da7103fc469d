/**
 * Claim: a share of a mebibyte and its acknowledgement cost little more than the same bytes on a bare libp2p stream:
 * books, budgets and frames are small beside the transport.
 *
 * Both pairs of nodes live in this one process, on the loopback, over QUIC; the figures are of whole round trips.
 *
 * Run: node -C @bourse/source bench/peers/bench.ts
 */
import { createMemoryStore } from "@bourse/kernel";
import { createIdentity, peerCollections, type PeerNetwork } from "@bourse/node-core";
import { createLibp2pPeers } from "@bourse/peers-libp2p";

import { startBareStreams } from "./bare-streams.ts";

const ROUNDS = 8;
const TIMES = 12;
const FRAME = new Uint8Array(2 ** 20).fill(7);

async function startPeers(initialPeers: readonly string[]): Promise<[PeerNetwork, `0x${string}`]> {
  const identity = createIdentity();
  const peers = createLibp2pPeers({
    identity,
    store: createMemoryStore({ collections: peerCollections }),
    listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
    initialPeers,
  });
  peers.onShare(() => Promise.resolve({ accepted: true }));
  await peers.start();
  return [peers, identity.address];
}

async function roundTrips(send: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    await send();
    times.push(performance.now() - start);
  }
  return times;
}

function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0;
}

const [receiver, address] = await startPeers([]);
const [sender] = await startPeers(receiver.multiaddrs());
while ((await sender.resolve(address)) === undefined) await new Promise(setImmediate);
const bare = await startBareStreams();

const shares: number[] = [];
const streams: number[] = [];
const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const ofShares = await roundTrips(() => sender.sendShare(address, FRAME));
  const ofStreams = await roundTrips(() => bare.roundTrip(FRAME));
  // The first round warms up.
  if (round === 0) continue;
  shares.push(...ofShares);
  streams.push(...ofStreams);
  ratios.push(percentile(ofShares, 0.5) / percentile(ofStreams, 0.5));
}
console.log(
  `1 MiB share, round trip: ×${percentile(ratios, 0.5).toFixed(2)} of a bare libp2p stream (median of rounds); ` +
    `p95 ×${(percentile(shares, 0.95) / percentile(streams, 0.95)).toFixed(2)}, ` +
    `${percentile(shares, 0.95).toFixed(1)} ms here against ${percentile(streams, 0.95).toFixed(1)} ms`,
);

await bare.stop();
await sender.stop();
await receiver.stop();
