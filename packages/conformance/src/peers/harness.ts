/** Requirements of the peer network's suite on an engine, and the small tools that its facts share. */
import assert from "node:assert/strict";

import { createMemoryStore, hasCode, type Store } from "@bourse/kernel";
import {
  createIdentity,
  peerCollections,
  type IncomingShare,
  type NodeIdentity,
  type PeerEvent,
  type PeerNetwork,
  type PeerNetworkOptions,
  type ShareAnswer,
} from "@bourse/node-core";

import { eventually } from "../eventually.ts";

export { eventually };

/** Options of {@link peerNetworkConformance}: the test runner and the engine. */
export interface PeerNetworkConformanceSetup {
  /** Declares one test: `test` of node:test or of vitest will do. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  /** A network of the engine under test that can reach all others of the suite; the suite starts and stops it. */
  readonly create: (options: PeerNetworkOptions) => PeerNetwork;
}

/** Started node of a fact. */
export interface TestNode {
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly peers: PeerNetwork;
  /** Everything so far. */
  readonly events: readonly PeerEvent[];
  readonly shares: readonly IncomingShare[];
}

/** Settings of a node in one fact, in addition to the suite's own. */
export interface TestNodeOptions extends Partial<PeerNetworkOptions> {
  readonly onShare?: (share: IncomingShare) => Promise<ShareAnswer>;
}

/** The nodes of one fact; all are stopped after it. */
export class World {
  readonly #create: PeerNetworkConformanceSetup["create"];
  readonly #started: PeerNetwork[] = [];

  constructor(create: PeerNetworkConformanceSetup["create"]) {
    this.#create = create;
  }

  /** A started node with probes every second, which accepts shares unless told otherwise. */
  async node(options: TestNodeOptions = {}): Promise<TestNode> {
    const { onShare = accept, ...given } = options;
    const identity = given.identity ?? createIdentity();
    const store = given.store ?? createMemoryStore({ collections: peerCollections });
    const peers = this.#create({ probeIntervalMilliseconds: 1000, ...given, identity, store });
    const events: PeerEvent[] = [];
    const shares: IncomingShare[] = [];
    peers.onEvent((event) => events.push(event));
    peers.onShare(async (share) => {
      shares.push(share);
      return onShare(share);
    });
    this.#started.push(peers);
    await peers.start();
    return { identity, store, peers, events, shares };
  }

  /** Two nodes that are connected and know each other's announcement. */
  async pair(
    left: TestNodeOptions = {},
    right: TestNodeOptions = {},
  ): Promise<[TestNode, TestNode]> {
    const first = await this.node(left);
    const second = await this.node({ ...right, initialPeers: [addressOf(first)] });
    await acquainted([first, second]);
    return [first, second];
  }

  async end(): Promise<void> {
    for (const peers of this.#started) await peers.stop();
  }
}

/** A fact about a fresh world of nodes, which are all stopped afterwards. */
export interface PeerFact {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
}

/** A multiaddr of the node, as an initial peer for others. */
export function addressOf({ peers }: TestNode): string {
  const [multiaddr] = peers.multiaddrs();
  assert.ok(multiaddr !== undefined, "a started network has a multiaddr");
  return multiaddr;
}

/** True when `node` has a connection to `other`. */
export function isConnected(node: TestNode, other: TestNode): boolean {
  return node.peers
    .peers()
    .some(({ nodeId, connected }) => connected && nodeId === other.peers.nodeId);
}

/** Waits until everybody is connected to everybody and has everybody's announcement. */
export async function acquainted(nodes: readonly TestNode[]): Promise<void> {
  for (const node of nodes) {
    for (const other of nodes) {
      if (node === other) continue;
      await eventually("a connection", () => isConnected(node, other));
      await eventually("an announcement", () => hasAnnouncement(node, other.identity.address));
    }
  }
}

/** True when the node was told of an announcement for the address. */
export function hasAnnouncement({ events }: TestNode, address: string): boolean {
  return events.some(
    (event) => event.type === "announced" && event.announcement.address === address,
  );
}

/** Rejects unless `promise` rejects with one of our errors that has `code`. */
export async function rejectsWith(promise: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(hasCode(error, code), `expected ${code}, found ${String(error)}`);
    return true;
  });
}

function accept(): Promise<ShareAnswer> {
  return Promise.resolve({ accepted: true });
}
