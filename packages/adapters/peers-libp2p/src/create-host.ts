/** The libp2p host: QUIC on UDP, identify, ping, our own table, mDNS when asked; and its settings, with reasons. */
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

/** What the host runs besides our protocols. */
interface HostServices extends Record<string, unknown> {
  readonly identify: Identify;
  readonly ping: Ping;
  readonly table: KadDHT;
}

export type Host = Libp2p<HostServices>;

export interface HostSettings {
  /** secp256k1, raw. */
  readonly privateKey: Uint8Array;
  readonly listen: readonly string[];
  /** Empty: what it listens on. */
  readonly announce: readonly string[];
  readonly mdns: boolean;
  readonly idleTimeoutMilliseconds: number;
  readonly dialTimeoutMilliseconds: number;
  readonly inboundConnectionsPerSecond: number;
  readonly check: AnnouncementCheck;
  /** Asked once a peer's key is proved. */
  readonly admits: (nodeId: string) => boolean;
}

/** A host that is not started yet. */
export function createHost(settings: HostSettings): Promise<Host> {
  const denies = (peer: { toString(): string }): boolean => !settings.admits(peer.toString());
  return createLibp2p<HostServices>({
    start: false,
    privateKey: privateKeyFromRaw(settings.privateKey),
    addresses: { listen: [...settings.listen], announce: [...settings.announce] },
    transports: [
      withLargeReads(
        quic({
          // A killed peer is noticed within the idle timeout; keep-alives at a quarter of it survive some loss.
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
      // libp2p refuses private addresses by default in some environments; ours are mostly that.
      denyDialMultiaddr: () => false,
    },
    connectionManager: {
      dialTimeout: settings.dialTimeoutMilliseconds,
      addressDialTimeout: settings.dialTimeoutMilliseconds,
      inboundConnectionThreshold: settings.inboundConnectionsPerSecond,
      maxIncomingPendingConnections: 100,
      // Redialling is the link keeper's.
      reconnectRetries: 0,
    },
    // QUIC's keep-alives watch the connection; a second watch would cut slow links under load.
    connectionMonitor: { enabled: false },
  });
}
