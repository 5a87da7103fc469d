import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

/** A peer that was met or heard of; the id is its node id. */
export interface KnownPeerDocument extends Entity {
  readonly address: string;
  readonly multiaddrs: readonly string[];
  /** Unix milliseconds; null when it was only heard of. */
  readonly lastSeen: number | null;
}

/** The newest announcement of an address, which is the id. Kept past its end, so that no older one comes back. */
export interface AnnouncementDocument extends Entity {
  readonly peerId: string;
  readonly kemId: number;
  readonly encryptionKey: string;
  readonly sequence: number;
  readonly notAfter: number;
  readonly revoked: boolean;
  readonly signature: string;
}

export const knownPeers: Collection<KnownPeerDocument> = defineCollection<KnownPeerDocument>()({
  name: "node_peers",
});

export const announcements: Collection<AnnouncementDocument> =
  defineCollection<AnnouncementDocument>()({ name: "node_announcements" });

/** What a store for the peer network is opened with. */
export const peerCollections: readonly Collection<Entity>[] = [knownPeers, announcements];
