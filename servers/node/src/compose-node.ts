/** A node of its parts: chain, peers and core over an open store. */

import { wireEvent } from "@bourse/handlers/node";
import type { ClosingStack, Json } from "@bourse/kernel";
import { createNode, logEvents, openNodeWebhooks } from "@bourse/node-core";
import { layoutOf } from "@bourse/node-core/files";
import { fenceShares, type ComposedNode, type TermSources } from "@bourse/node-core/writer";
import type { WebhookOptions } from "@bourse/outbox";
import { openWebhookOptions, watchWebhooks } from "@bourse/outbox/webhooks";
import { createLibp2pPeers } from "@bourse/peers-libp2p";
import { storeWatermark } from "@bourse/store";

import type { StartDevelopment } from "./chain/chain-sources.ts";
import { openChain } from "./chain/open-chain.ts";
import type { NodeEnvironment } from "./environment.ts";
import type { NodeSources } from "./node-sources.ts";
import { sharedStoreUrl } from "./store-url.ts";

/**
 * Composes a node; of its parts only the lane of a development chain is started. What has to be closed is pushed on
 * `opened`.
 *
 * @throws NodeError VALIDATION_ERROR (COMPLIANCE_CONTRACT); DevelopmentChainError
 */
export async function composeNode(
  { config, logger, parts, metrics }: NodeSources,
  startDevelopment: StartDevelopment,
  term: TermSources,
  opened: ClosingStack,
): Promise<ComposedNode> {
  const { identity, store, events, confirm } = term;
  logEvents(events, logger);
  const chain = await openChain({ ...term, config, logger, parts, startDevelopment, opened });
  const peers = (parts.openPeers ?? createLibp2pPeers)({
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
  const options = openWebhookOptions(config, opened);
  const webhooks = openNodeWebhooks({
    identity,
    store,
    events,
    apiKeys: config.API_KEYS,
    options:
      options === undefined
        ? undefined
        : { ...options, ...besides(config), ...watchWebhooks(logger, metrics) },
    spell: (event) => ({ ...wireEvent(event).data }) as { readonly [name: string]: Json },
  });
  const node = createNode({
    identity,
    store,
    chain: chain.chain,
    peers: fenceShares(peers, confirm),
    events,
    apiKeys: config.API_KEYS,
    keySharesPerDay: config.KEY_SHARES_PER_DAY,
    keyGasPerDay: config.KEY_GAS_PER_DAY,
    receive: {
      ...(config.RECEIVE_FROM.length === 0 ? {} : { from: config.RECEIVE_FROM }),
      maxBytesPerSender: config.RECEIVE_MAX_BYTES_PER_SENDER,
      maxBytes: config.RECEIVE_MAX_BYTES,
      maxCountPerSender: config.RECEIVE_MAX_COUNT_PER_SENDER,
      maxCount: config.RECEIVE_MAX_COUNT,
      retentionDays: config.RECEIVE_RETENTION_DAYS,
    },
    trusted: config.TRUSTED_WALLETS,
    webhooks,
    onAuditFault: (error) => logger.error({ err: error }, "audit trail cannot be written"),
  });
  return { node, events, chain };
}

/** The number beside a store of this node's own, by which a restored backup is recognised. */
function besides(config: NodeEnvironment): Pick<WebhookOptions, "watermark"> {
  if (sharedStoreUrl(config) !== undefined) return {};
  const watermark = storeWatermark(`sqlite:${layoutOf(config.DATA_DIR).database}`);
  return watermark === undefined ? {} : { watermark };
}

function ipVersion(host: string): "ip4" | "ip6" | "dns4" {
  if (host.includes(":")) return "ip6";
  return /^[\d.]+$/.test(host) ? "ip4" : "dns4";
}
