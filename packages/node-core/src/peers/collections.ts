import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

/** Known peer in the store; the id is its node id. */
export interface KnownPeerDocument extends Entity {
  /** Wallet address of the peer. */
  readonly address: string;
  /** Addresses of the peer. */
  readonly multiaddrs: readonly string[];
  /** Time of the last contact in epoch milliseconds; null when the peer was never reached. */
  readonly lastSeen: number | null;
}

/**
 * Newest announcement of an address, which is the id. It is kept after its expiry, so that no older one is accepted.
 */
export interface AnnouncementDocument extends Entity {
  /** Peer id of the account's node. */
  readonly peerId: string;
  /** KEM identifier of RFC 9180. */
  readonly kemId: number;
  /** Public encryption key in hex. */
  readonly encryptionKey: string;
  /** Version number of the announcement. */
  readonly sequence: number;
  /** Expiry in epoch milliseconds. */
  readonly notAfter: number;
  /** True for a revocation. */
  readonly revoked: boolean;
  /** EIP-712 signature in hex. */
  readonly signature: string;
  /** Node id of the peer that told of the account; null when the account has shown that it exists. */
  readonly source: string | null;
}

export const knownPeers: Collection<KnownPeerDocument> = defineCollection<KnownPeerDocument>()({
  name: "node_peers",
});

export const announcements: Collection<AnnouncementDocument> =
  defineCollection<AnnouncementDocument>()({ name: "node_announcements" });

/** Store collections of the peer network. */
export const peerCollections: readonly Collection<Entity>[] = [knownPeers, announcements];
