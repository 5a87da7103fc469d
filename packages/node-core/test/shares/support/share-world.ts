/** Nodes that share with each other: real shares over the twins of lane and peer network. */

import {
  createMemoryStore,
  seededRandom,
  systemClock,
  systemIds,
  type Clock,
  type Collection,
  type Entity,
  type Store,
} from "@bourse/kernel";
import { onTestFinished } from "vitest";

import { toAddress } from "../../../src/address.ts";
import type { TransactionIntent, TransactionLane } from "../../../src/chain/port.ts";
import { nodeCollections } from "../../../src/collections.ts";
import type { ActEvents } from "../../../src/events/act-events.ts";
import type { NodeEventPayloads, NodeEvents } from "../../../src/events/node-event.ts";
import { createIdempotency } from "../../../src/idempotency/index.ts";
import { createIdentity } from "../../../src/identity/index.ts";
import type { NodeIdentity } from "../../../src/identity/port.ts";
import { createInbox, type Inbox, type ReceiveOptions } from "../../../src/inbox/index.ts";
import {
  createMemoryLane,
  memoryLaneCollections,
  type Verdict,
} from "../../../src/memory/memory-lane.ts";
import {
  createMemoryHub,
  createMemoryPeers,
  peerCollections,
  type MemoryHub,
  type PeerNetwork,
} from "../../../src/peers/index.ts";
import { openEnvelope, sealEnvelope } from "../../../src/sealing/index.ts";
import { createShares, type Shares } from "../../../src/shares/index.ts";
import type { ShareProof } from "../../../src/shares/share-context.ts";
import { recordsOn } from "./share-records.ts";

export const shareWorldCollections: readonly Collection<Entity>[] = [
  ...nodeCollections,
  ...memoryLaneCollections,
  ...peerCollections,
];

interface ToldEvent {
  readonly type: string;
  readonly data: object;
}

export interface ShareNode {
  readonly identity: NodeIdentity;
  readonly store: Store;
  readonly shares: Shares;
  readonly inbox: Inbox;
  readonly lane: TransactionLane;
  readonly peers: PeerNetwork;
  readonly told: readonly ToldEvent[];
  readonly proofs: readonly ShareProof[];
  /** Answers of the lane's chain from now on. */
  verdict: Verdict;
  /** Thrown by the look before a proof. */
  beforeProof: () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ShareNodeOptions {
  readonly hub: MemoryHub;
  readonly identity?: NodeIdentity;
  readonly store?: Store;
  readonly initialPeers?: readonly string[];
  readonly clock?: Clock;
  readonly verdict?: Verdict;
  readonly receive?: ReceiveOptions;
  readonly acts?: ActEvents;
}

/** Not started yet; stopped at the end of the test. */
export function shareNode(options: ShareNodeOptions): ShareNode {
  const { identity = createIdentity(), clock = systemClock, initialPeers = [] } = options;
  const store = options.store ?? createMemoryStore({ collections: shareWorldCollections });
  const told: ToldEvent[] = [];
  const events: NodeEvents = {
    emit: (type, data: NodeEventPayloads[typeof type]) => void told.push({ type, data }),
  };
  const proofs: ShareProof[] = [];
  const peers = createMemoryPeers(options.hub, { identity, store, initialPeers });
  const lane = createMemoryLane({
    address: identity.address,
    store,
    clock,
    judge: () => node.verdict,
  });
  const records = recordsOn(options.hub);
  const inbox = createInbox({
    identity,
    store,
    peers,
    events,
    open: openEnvelope,
    proofs: records,
    clock,
    receive: options.receive,
    acts: options.acts,
  });
  const shares = createShares({
    identity,
    store,
    lane,
    peers,
    events,
    idempotency: createIdempotency(store, clock),
    seal: sealEnvelope,
    open: openEnvelope,
    readReceived: (dataHash) => inbox.read(dataHash),
    prove: async (proof) => {
      node.beforeProof();
      proofs.push(proof);
      return intentOf(proof);
    },
    isAway: () => false,
    afterProof: async (share) => records.add({ ...share, sender: identity.address }),
    clock,
    ids: systemIds,
    random: seededRandom(1),
    acts: options.acts,
  });
  const node: ShareNode = {
    identity,
    store,
    shares,
    inbox,
    lane,
    peers,
    told,
    proofs,
    verdict: options.verdict ?? { state: "confirmed" },
    beforeProof: () => undefined,
    start: async () => {
      await lane.start();
      await peers.start();
      inbox.start();
      shares.start();
    },
    stop: async () => {
      await shares.stop();
      await inbox.stop();
      await peers.stop();
      await lane.stop();
    },
  };
  onTestFinished(() => node.stop());
  return node;
}

/** Two nodes that know each other, running. */
export async function twoNodes(
  options: Partial<ShareNodeOptions> = {},
): Promise<{ readonly hub: MemoryHub; readonly alice: ShareNode; readonly bob: ShareNode }> {
  const hub = createMemoryHub();
  const bob = shareNode({ hub });
  await bob.start();
  const initialPeers = bob.peers.multiaddrs();
  const alice = shareNode({ hub, initialPeers, ...options });
  await alice.start();
  await expectKnown(alice, bob);
  return { hub, alice, bob };
}

async function expectKnown(one: ShareNode, other: ShareNode): Promise<void> {
  const { expect } = await import("vitest");
  await expect.poll(() => one.peers.resolve(other.identity.address)).toBeDefined();
}

/** A stranger whom nobody has announced. */
export const STRANGER: `0x${string}` = toAddress(`0x${"5a".repeat(20)}`, "stranger");

function intentOf(proof: ShareProof): TransactionIntent {
  return { id: proof.id, to: proof.recipient, data: `0x${proof.dataHash}`, value: 0n };
}
