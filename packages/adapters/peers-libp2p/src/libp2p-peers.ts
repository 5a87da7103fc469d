import { booleanOption, integerOption, type OptionRules } from "@bourse/kernel";
import type { PeerNetwork, PeerNetworkOptions } from "@bourse/node-core";
import {
  createAnnouncementCheck,
  createPeerNetwork,
  resolvePeerOptions,
  stringListOption,
} from "@bourse/node-core/transport";

import { Libp2pTransport } from "./libp2p-transport.ts";

/** What the engine over libp2p takes besides what every engine takes. */
export interface Libp2pPeersOptions extends PeerNetworkOptions {
  /** Multiaddrs of UDP sockets: `/ip4/0.0.0.0/udp/8000/quic-v1`; port 0 is any free one. */
  readonly listen: readonly string[];
  /** What is told to others in place of the addresses listened on: behind a NAT or in a container. Default none. */
  readonly announce?: readonly string[];
  /** Look for peers on the local network by multicast DNS. Default false. */
  readonly mdns?: boolean;
  /** A connection that is silent for so long is dead; kept alive at a quarter of it. 500–60,000. Default 4000. */
  readonly idleTimeoutMilliseconds?: number;
  /** New connections of one host; more are closed. 1–10,000. Default 5. */
  readonly inboundConnectionsPerSecond?: number;
}

/**
 * The peer network over libp2p: QUIC with the wallet's key on UDP, a Kademlia table of its own, peer exchange, mDNS by
 * option. Its node id is the identity's, and a peer's address is proved by the connection's handshake.
 *
 * `start` rejects with libp2p's error when a socket cannot be opened.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createLibp2pPeers(options: Libp2pPeersOptions): PeerNetwork {
  const settings = resolvePeerOptions("createLibp2pPeers", options, ENGINE_RULES);
  const { identity } = settings;
  const check = createAnnouncementCheck(settings.clock);
  const transport = new Libp2pTransport({
    nodeId: identity.nodeId,
    privateKey: identity.peerPrivateKey,
    listen: settings.listen,
    announce: settings.announce,
    mdns: settings.mdns,
    idleTimeoutMilliseconds: settings.idleTimeoutMilliseconds,
    inboundConnectionsPerSecond: settings.inboundConnectionsPerSecond,
    dialTimeoutMilliseconds: settings.dialTimeoutMilliseconds,
    exchangeTimeoutMilliseconds: settings.shareTimeoutMilliseconds,
    check,
  });
  return createPeerNetwork(settings, transport, check);
}

interface EngineSettings {
  readonly listen: readonly string[];
  readonly announce: readonly string[];
  readonly mdns: boolean;
  readonly idleTimeoutMilliseconds: number;
  readonly inboundConnectionsPerSecond: number;
}

const ENGINE_RULES: OptionRules<EngineSettings> = {
  listen: { ...stringListOption(), absent: null },
  announce: stringListOption(),
  mdns: booleanOption({ default: false }),
  idleTimeoutMilliseconds: integerOption({ min: 500, max: 60_000, default: 4000 }),
  inboundConnectionsPerSecond: integerOption({ min: 1, max: 10_000, default: 5 }),
};
