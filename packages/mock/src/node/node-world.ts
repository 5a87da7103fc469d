/** Two real nodes in memory: the mocked one, and a partner that receives its shares. */

import { createMemoryStore, systemClock, type Clock } from "@bourse/kernel";
import { fromHex, sha256 } from "@bourse/kernel/platform";
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
  /** Seed of the two identities. */
  readonly seed: number;
  /** API key of the mocked node. */
  readonly apiKey: string;
  /** Number of events in the history. */
  readonly historySize: number;
}

/** One node with its event bus and identity. */
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
/** Poll interval of the chain, short because it answers from memory. */
const POLL_MILLISECONDS = 5;

/** Creates two running, connected nodes with 100 ETH and 1,000,000 DEMO each; the token is not listed yet. */
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
    historySize: options.historySize,
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
  /** Name from which its keys are derived. */
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
  return fromHex(sha256(`bourse mock: ${text}`, "hex"));
}
