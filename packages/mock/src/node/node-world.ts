/** Two real nodes in memory: the one that is mocked, and a partner that takes what it shares. */

import { createHash } from "node:crypto";

import { createMemoryStore, systemClock, type Clock } from "@bourse/kernel";
import {
  chainCollections,
  createChain,
  createEventBus,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  identityOfKeys,
  nodeCollections,
  peerCollections,
  type DataNode,
  type EventBus,
  type MemoryChain,
  type MemoryHub,
  type NodeIdentity,
} from "@bourse/node-core";

export interface WorldOptions {
  /** Of the two identities. */
  readonly seed: number;
  /** The key that the mocked node takes. */
  readonly apiKey: string;
  /** Events kept. Default 100. */
  readonly historySize?: number;
}

/** One node with what it stands on. */
interface Inhabitant {
  readonly node: DataNode;
  readonly events: EventBus;
  readonly identity: NodeIdentity;
}

export interface NodeWorld {
  readonly chain: MemoryChain;
  readonly main: Inhabitant;
  readonly partner: Inhabitant;
  readonly stop: () => Promise<void>;
}

const ETHER = 10n ** 18n;
/** Between two looks at the chain: it answers from memory. */
const POLL_MILLISECONDS = 5;

/** Both run, know each other, and have 100 ETH and 1,000,000 DEMO each; the token is not listed yet. */
export async function createNodeWorld(options: WorldOptions): Promise<NodeWorld> {
  const clock = systemClock;
  const hub = createMemoryHub();
  const chain = createMemoryChain({ now: () => clock.now() });
  const partner = inhabitant({ hub, chain, clock, name: `partner ${options.seed}` });
  await partner.node.start();
  const main = inhabitant({
    hub,
    chain,
    clock,
    name: `node ${options.seed}`,
    apiKeys: [options.apiKey],
    initialPeers: partner.node.self().multiaddrs,
    ...(options.historySize === undefined ? {} : { historySize: options.historySize }),
  });
  await main.node.start();
  return {
    chain,
    main,
    partner,
    stop: async () => {
      await main.node.stop();
      await partner.node.stop();
    },
  };
}

interface InhabitantOptions {
  readonly hub: MemoryHub;
  readonly chain: MemoryChain;
  readonly clock: Clock;
  /** Its keys follow from it. */
  readonly name: string;
  readonly apiKeys?: readonly string[];
  readonly initialPeers?: readonly string[];
  readonly historySize?: number;
}

function inhabitant(options: InhabitantOptions): Inhabitant {
  const { hub, chain: rpc, clock, name, apiKeys = [], initialPeers = [], historySize } = options;
  const identity = identityOfKeys({
    walletKey: keyOf(`${name} wallet`),
    encryptionKey: keyOf(`${name} encryption`),
  });
  rpc.give(identity.address, 100n * ETHER);
  rpc.give(identity.address, 1_000_000n * ETHER, rpc.demoToken);
  const collections = [...nodeCollections, ...chainCollections, ...peerCollections];
  const store = createMemoryStore({ collections });
  const events = createEventBus({ clock, ...(historySize === undefined ? {} : { historySize }) });
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    clock,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: POLL_MILLISECONDS,
    development: true,
  });
  const peers = createMemoryPeers(hub, { identity, store, clock, initialPeers });
  const node = createNode({ identity, store, chain, peers, events, apiKeys, clock });
  return { node, events, identity };
}

function keyOf(text: string): Uint8Array {
  return createHash("sha256").update(`bourse mock: ${text}`).digest();
}
