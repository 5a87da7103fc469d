/** The node below its APIs: store, keys, chain, peers, wired. */

import { meterStore, type ClosingStack, type HttpLogger, type Metrics } from "@bourse/http";
import type { Clock } from "@bourse/kernel";
import { makeFolder } from "@bourse/kernel/files";
import {
  chainCollections,
  checkCompliance,
  createEventBus,
  createNode,
  nodeCollections,
  peerCollections,
  type DataNode,
  type EventBus,
  type NodeIdentity,
} from "@bourse/node-core";
import { createLibp2pPeers } from "@bourse/peers-libp2p";
import { openStore } from "@bourse/store";

import type { OpenedChain } from "./chain/chain-sources.ts";
import { openChain } from "./chain/open-chain.ts";
import type { NodeEnvironment } from "./environment.ts";
import { layoutOf, type Layout } from "./layout.ts";
import { openPinnedIdentity } from "./pinned-identity.ts";

/** Parts that a caller may inject beside the environment, mainly for tests. */
export interface NodeServerParts {
  /** Clock of the rate limits and the dashboard's sessions. Default: the system clock. */
  readonly limitClock?: Clock;
  /** True when a person reads standard output, where the first API key may be shown. Default: it is a terminal. */
  readonly isTerminal?: boolean;
  /** Interval between two probes of a peer. 100–3,600,000 ms, default 60,000. */
  readonly probeIntervalMilliseconds?: number;
  /** Timeout of one request to an external chain. 100–60,000 ms, default 5000. */
  readonly rpcTimeoutMilliseconds?: number;
  /** Folder of the built web page. Default: the one of `@bourse/dashboard`, when it is built. */
  readonly pageDirectory?: string;
}

export interface OpenedNode {
  readonly node: DataNode;
  readonly events: EventBus;
  readonly identity: NodeIdentity;
  readonly chain: OpenedChain;
  readonly layout: Layout;
}

/**
 * Opens every part and starts only the embedded chain; what has to be closed is pushed on `opened`.
 *
 * @throws StoreError STORE_LOCKED when another node has the data, STORE_CORRUPT when a document was changed or the
 * compliance records do not follow from each other; NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID;
 * NodeServerError SETTINGS_CONFLICT
 */
export async function openNode(
  config: NodeEnvironment,
  logger: HttpLogger,
  opened: ClosingStack,
  parts: NodeServerParts = {},
  metrics?: Metrics,
): Promise<OpenedNode> {
  const warn = (message: string): void => logger.warn({}, message);
  const layout = layoutOf(config.DATA_DIR);
  await makeFolder(layout.folder);
  // The store comes first: its lock keeps a second process away from keys and chain too.
  const collections = [...nodeCollections, ...chainCollections, ...peerCollections];
  const bare = await openStore(`sqlite:${layout.database}`, { collections, warn });
  opened.push(() => bare.close());
  const store = meterStore(bare, metrics);
  await checkCompliance(store);
  const identity = await openPinnedIdentity(config, layout, store, warn);
  const events = createEventBus({
    onError: (error, type) => logger.error({ err: error, type }, "event could not be sent"),
  });
  logEvents(events, logger);
  const { rpcTimeoutMilliseconds } = parts;
  const chain = await openChain({
    config,
    layout,
    identity,
    store,
    opened,
    logger,
    rpcTimeoutMilliseconds,
  });
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
    peers,
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
  return { node, events, identity, chain, layout };
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
