/** Nodes over libp2p for tests: on the loopback, with cheap stores, stopped when the test ends. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

import { createMemoryStore, type Store } from "@bourse/kernel";
import {
  createIdentity,
  peerCollections,
  type IncomingShare,
  type NodeIdentity,
  type PeerEvent,
  type PeerNetwork,
} from "@bourse/node-core";
import { onTestFinished } from "vitest";

import { createLibp2pPeers, type Libp2pPeersOptions } from "../../src/index.ts";
import { startUdpRelay, type Impairment, type UdpRelay } from "./udp-relay.ts";

export interface QuicNode {
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly peers: PeerNetwork;
  readonly events: readonly PeerEvent[];
  readonly shares: readonly IncomingShare[];
}

/** A started node on a free port of the loopback, which accepts every share. */
export async function startQuicNode(options: Partial<Libp2pPeersOptions> = {}): Promise<QuicNode> {
  const identity = options.identity ?? createIdentity();
  const store = options.store ?? createMemoryStore({ collections: peerCollections });
  const peers = createLibp2pPeers({
    listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
    inboundConnectionsPerSecond: 1000,
    ...options,
    identity,
    store,
  });
  const events: PeerEvent[] = [];
  const shares: IncomingShare[] = [];
  peers.onEvent((event) => events.push(event));
  peers.onShare((share) => {
    shares.push(share);
    return Promise.resolve({ accepted: true });
  });
  onTestFinished(() => peers.stop());
  await peers.start();
  return { identity, store, peers, events, shares };
}

/** A node that others only reach through a relay of its own. */
export async function startRelayedNode(
  impairment: Impairment,
  options: Partial<Libp2pPeersOptions> = {},
): Promise<QuicNode & { readonly relay: UdpRelay }> {
  const port = await freeUdpPort();
  const relay = await startUdpRelay(() => port, impairment);
  onTestFinished(() => relay.close());
  const node = await startQuicNode({
    ...options,
    listen: [`/ip4/127.0.0.1/udp/${port}/quic-v1`],
    announce: [`/ip4/127.0.0.1/udp/${relay.port}/quic-v1`],
  });
  return { ...node, relay };
}

/** The first multiaddr that the node tells others. */
export function addressOf({ peers }: QuicNode): string {
  const [multiaddr] = peers.multiaddrs();
  if (multiaddr === undefined) throw new Error("The node listens nowhere.");
  return multiaddr;
}

/** Number of peers that the node is connected to. */
export function connections({ peers }: QuicNode): number {
  return peers.peers().filter(({ connected }) => connected).length;
}

/** A port that nobody has at this moment. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  await once(socket, "close");
  return port;
}
