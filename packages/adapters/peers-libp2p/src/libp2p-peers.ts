import { booleanOption, integerOption, type OptionRules } from "@bourse/kernel";
import type { PeerNetwork, PeerNetworkOptions } from "@bourse/node-core";
import {
  createAnnouncementCheck,
  createPeerNetwork,
  resolvePeerOptions,
  stringListOption,
} from "@bourse/node-core/transport";

import { Libp2pTransport } from "./libp2p-transport.ts";

/** Options of the libp2p engine, beside those that every engine takes. */
export interface Libp2pPeersOptions extends PeerNetworkOptions {
  /** Multiaddrs of the UDP sockets to open, such as `/ip4/0.0.0.0/udp/8000/quic-v1`; port 0 takes any free port. */
  readonly listen: readonly string[];
  /**
   * Multiaddrs to tell other peers instead of those in `listen`, for a node behind a NAT or in a container. Default
   * none.
   */
  readonly announce?: readonly string[];
  /** Enables peer discovery on the local network by multicast DNS. Default false. */
  readonly mdns?: boolean;
  /** Idle timeout of a connection; keep-alives are sent at a quarter of it. 500–60,000 ms, default 4000. */
  readonly idleTimeoutMilliseconds?: number;
  /** Maximum new connections per second from one host; further ones are closed. 1–10,000, default 5. */
  readonly inboundConnectionsPerSecond?: number;
}

/**
 * Creates a peer network over libp2p: QUIC on UDP with the wallet's key, a private Kademlia table, peer exchange, and
 * mDNS by option. The handshake of each connection proves the peer's node id and so its wallet address.
 *
 * The network is created stopped; `start` rejects with libp2p's error when a socket cannot be opened.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
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
