/** Parts for an engine of the peer network: the transport port, the shared options and the network over it. */
export {
  createAnnouncementCheck,
  type AnnouncementCheck,
} from "../peers/books/announcement-check.ts";
export { isNewer as isNewerAnnouncement } from "../peers/books/announcement-book.ts";
export {
  resolvePeerOptions,
  stringListOption,
  type PeerNetworkOptions,
  type PeerSettings,
} from "../peers/options.ts";
export { createPeerNetwork } from "../peers/peer-network.ts";
export {
  ANNOUNCE_PROTOCOL,
  MAX_MULTIADDR_LENGTH,
  SHARE_PROTOCOL,
  type PeerProtocol,
} from "../peers/protocol.ts";
export type { PeerLink } from "../peers/port.ts";
export type * from "../peers/transport.ts";
export { decodeAnnouncement, encodeAnnouncement } from "../peers/wire/announcement-record.ts";
