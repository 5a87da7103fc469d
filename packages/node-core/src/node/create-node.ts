/** A whole node without a server, wired from an identity, a store, a chain and a peer network. */

import type { NodeIdentity } from "../identity/port.ts";
import type { PeerNetwork } from "../peers/port.ts";
import { checkedParts } from "./checked-parts.ts";
import type { DataNode, NodeSelf } from "./data-node.ts";
import { noWebhooks } from "./no-webhooks.ts";
import { resolveNodeOptions, type NodeOptions } from "./node-options.ts";
import { createNodeParts } from "./node-parts.ts";
import { NodeRun } from "./node-run.ts";

/**
 * Creates a node from its parts. It is created stopped; `start` and `stop` also start and stop the chain and the peer
 * network. The store stays open.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
 */
export function createNode(given: NodeOptions): DataNode {
  const options = resolveNodeOptions(given);
  const { identity, chain, peers } = options;
  const parts = createNodeParts(options);
  const { health, reporter } = parts;
  const run = new NodeRun(options, parts);
  return Object.freeze({
    self: () => selfOf(identity, peers),
    ...checkedParts({
      payments: parts.payments,
      transactions: chain.lane,
      tokens: parts.tokens,
      shares: parts.shares,
      inbox: parts.inbox,
      compliance: parts.compliance,
      history: parts.history,
      fees: parts.fees,
      keys: parts.keys,
      webhooks: options.webhooks ?? noWebhooks,
      trail: parts.trail,
      peers: ({ healthy = false } = {}) => peers.peers().filter((peer) => !healthy || peer.healthy),
    }),
    health: () => health.report(),
    checkHealth: async () => {
      await health.probe();
      return health.report();
    },
    stats: () => reporter.stats(),
    start: () => run.start(),
    announceStop: () => run.announceStop(),
    stop: () => run.stop(),
  } satisfies DataNode);
}

function selfOf(identity: NodeIdentity, peers: Pick<PeerNetwork, "multiaddrs">): NodeSelf {
  const { nodeId, address, encryptionPublicKey } = identity;
  const encryptionKey = `0x${Buffer.from(encryptionPublicKey).toString("hex")}` as const;
  return { nodeId, address, multiaddrs: peers.multiaddrs(), encryptionKey };
}
