/** The two protocols of the peer network and their bounds. A change of either is another protocol name. */

/** A share frame out, its acknowledgement back. */
export const SHARE_PROTOCOL = "/bourse/share/1";
/** Announcements and addresses of peers: told on connecting, asked for by address, passed on when new. */
export const ANNOUNCE_PROTOCOL = "/bourse/announce/1";

export type PeerProtocol = typeof SHARE_PROTOCOL | typeof ANNOUNCE_PROTOCOL;

/** 1 MiB of data and what an envelope and its header add. */
export const MAX_SHARE_FRAME_BYTES: number = 2 ** 20 + 4096;
export const MAX_SHARE_ANSWER_BYTES = 1024;
export const MAX_ANNOUNCE_FRAME_BYTES: number = 128 * 1024;

/** How many of each one announce message carries at most. */
export const MAX_ANNOUNCEMENTS_A_MESSAGE = 64;
export const MAX_PEERS_A_MESSAGE = 64;
/** Of one peer; the first ones are kept. */
export const MAX_MULTIADDRS_A_PEER = 8;
/** Characters. */
export const MAX_MULTIADDR_LENGTH = 200;
