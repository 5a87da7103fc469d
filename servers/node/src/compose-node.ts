/** A node of its parts: chain, peers and core over an open store. */

import type { HttpLogger } from "@bourse/http";
import type { ClosingStack } from "@bourse/kernel";
import {
  chainCollections,
  createNode,
  nodeCollections,
  peerCollections,
  type DataNode,
  type EventBus,
} from "@bourse/node-core";
import { createLibp2pPeers } from "@bourse/peers-libp2p";

import type { OpenedChain } from "./chain/chain-sources.ts";
import { openChain } from "./chain/open-chain.ts";
import type { NodeSources } from "./node-sources.ts";
import { fenceShares } from "./send-fence.ts";

/** A node that was not started. */
export interface ComposedNode {
  readonly node: DataNode;
  readonly events: EventBus;
  readonly chain: OpenedChain;
}

/** Collections of the node's store. */
export const storeCollections: typeof nodeCollections = [
  ...nodeCollections,
  ...chainCollections,
  ...peerCollections,
];

/**
 * Composes a node; of its parts only the lane of a development chain is started. What has to be closed is pushed on
 * `opened`.
 *
 * @throws NodeError VALIDATION_ERROR (COMPLIANCE_CONTRACT); DevelopmentChainError
 */
export async function composeNode(
  sources: NodeSources,
  opened: ClosingStack,
): Promise<ComposedNode> {
  const { config, logger, parts, identity, store, events, confirm } = sources;
  logEvents(events, logger);
  const chain = await openChain({ ...sources, opened });
  const peers = createLibp2pPeers({
    identity,
    store,
    listen: [`/${ipVersion(config.P2P_HOST)}/${config.P2P_HOST}/udp/${config.P2P_PORT}/quic-v1`],
    initialPeers: config.INITIAL_PEERS,
    mdns: config.P2P_MDNS,
    onFault: (error) => logger.error({ err: error }, "internal error in the peer network"),
    ...(parts.probeIntervalMilliseconds === undefined
      ? {}
      : { probeIntervalMilliseconds: parts.probeIntervalMilliseconds }),
  });
  const node = createNode({
    identity,
    store,
    chain: chain.chain,
    peers: fenceShares(peers, confirm),
    events,
    apiKeys: config.API_KEYS,
    receive: {
      ...(config.RECEIVE_FROM.length === 0 ? {} : { from: config.RECEIVE_FROM }),
      maxBytesPerSender: config.RECEIVE_MAX_BYTES_PER_SENDER,
      maxBytes: config.RECEIVE_MAX_BYTES,
      maxCountPerSender: config.RECEIVE_MAX_COUNT_PER_SENDER,
      maxCount: config.RECEIVE_MAX_COUNT,
      retentionDays: config.RECEIVE_RETENTION_DAYS,
    },
    trusted: config.TRUSTED_WALLETS,
    onAuditFault: (error) => logger.error({ err: error }, "audit trail cannot be written"),
  });
  return { node, events, chain };
}

function ipVersion(host: string): "ip4" | "ip6" | "dns4" {
  if (host.includes(":")) return "ip6";
  return /^[\d.]+$/.test(host) ? "ip4" : "dns4";
}

/** Logs events: errors as errors, health changes as warnings, all others at debug level. No event contains a secret. */
function logEvents(events: EventBus, logger: HttpLogger): void {
  events.subscribe(({ type, data }, isRecorded) => {
    if (type === "system.error") logger.error({ event: data }, data.message);
    else if (type === "health.component_change") logger.warn({ event: data }, type);
    else if (isRecorded) logger.debug({ event: data }, type);
  });
}
