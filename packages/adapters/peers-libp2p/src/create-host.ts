/**
 * The libp2p host and its settings, with reasons: QUIC on UDP, identify, ping, a private Kademlia table, and mDNS by
 * option.
 */
import type { AnnouncementCheck } from "@bourse/node-core/transport";
import { quic } from "@chainsafe/libp2p-quic";
import { privateKeyFromRaw } from "@libp2p/crypto/keys";
import { identify, type Identify } from "@libp2p/identify";
import type { Libp2p } from "@libp2p/interface";
import type { KadDHT } from "@libp2p/kad-dht";
import { mdns } from "@libp2p/mdns";
import { ping, type Ping } from "@libp2p/ping";
import { createLibp2p } from "libp2p";

import { announcementTable } from "./directory.ts";
import { withLargeReads } from "./large-reads.ts";

/** libp2p services of the host. */
interface HostServices extends Record<string, unknown> {
  readonly identify: Identify;
  readonly ping: Ping;
  readonly table: KadDHT;
}

export type Host = Libp2p<HostServices>;

export interface HostSettings {
  /** Raw secp256k1 private key of the node. */
  readonly privateKey: Uint8Array;
  readonly listen: readonly string[];
  /** Multiaddrs to tell other peers; empty announces those in `listen`. */
  readonly announce: readonly string[];
  readonly mdns: boolean;
  readonly idleTimeoutMilliseconds: number;
  readonly dialTimeoutMilliseconds: number;
  readonly inboundConnectionsPerSecond: number;
  readonly check: AnnouncementCheck;
  /** Decides if a peer may connect; called after the handshake has proved its key. */
  readonly admits: (nodeId: string) => boolean;
}

/** Creates a stopped host. */
export function createHost(settings: HostSettings): Promise<Host> {
  const denies = (peer: { toString(): string }): boolean => !settings.admits(peer.toString());
  return createLibp2p<HostServices>({
    start: false,
    privateKey: privateKeyFromRaw(settings.privateKey),
    addresses: { listen: [...settings.listen], announce: [...settings.announce] },
    transports: [
      withLargeReads(
        quic({
          // A killed peer is noticed within the idle timeout; keep-alives at a quarter of it tolerate packet loss.
          maxIdleTimeout: settings.idleTimeoutMilliseconds,
          keepAliveInterval: Math.ceil(settings.idleTimeoutMilliseconds / 4),
          handshakeTimeout: settings.dialTimeoutMilliseconds,
        }),
      ),
    ],
    services: {
      identify: identify({ protocolPrefix: "bourse" }),
      ping: ping({ protocolPrefix: "bourse" }),
      table: announcementTable(settings.check),
    },
    peerDiscovery: settings.mdns ? [mdns({ serviceTag: "_bourse._udp.local" })] : [],
    connectionGater: {
      denyInboundUpgradedConnection: denies,
      denyOutboundUpgradedConnection: denies,
      // In some environments libp2p refuses to dial private addresses, which most nodes have.
      denyDialMultiaddr: () => false,
    },
    connectionManager: {
      dialTimeout: settings.dialTimeoutMilliseconds,
      addressDialTimeout: settings.dialTimeoutMilliseconds,
      inboundConnectionThreshold: settings.inboundConnectionsPerSecond,
      maxIncomingPendingConnections: 100,
      // The connection manager of node-core redials.
      reconnectRetries: 0,
    },
    // QUIC's keep-alives watch the connection; a second monitor would close slow links under load.
    connectionMonitor: { enabled: false },
  });
}
