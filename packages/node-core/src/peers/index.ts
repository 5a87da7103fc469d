/** Peers as a node sees them, and a peer network in memory. */
export type { Address } from "../address.ts";
export {
  peerCollections,
  type AnnouncementDocument,
  type KnownPeerDocument,
} from "./collections.ts";
export { createMemoryHub, type MemoryHub } from "./memory/memory-hub.ts";
export { createMemoryPeers } from "./memory/memory-peers.ts";
export type { PeerNetworkOptions } from "./options.ts";
export type * from "./port.ts";
export { MAX_SHARE_FRAME_BYTES } from "./protocol.ts";
