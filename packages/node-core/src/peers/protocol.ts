/** The two protocols of the peer network and their limits. A change of either needs a new protocol name. */

/** Protocol name of share delivery: one share frame as the request, its acknowledgement as the answer. */
export const SHARE_PROTOCOL = "/bourse/share/1";
/** Protocol name of the announcement exchange: greeting on connect, look-up by address, and news. */
export const ANNOUNCE_PROTOCOL = "/bourse/announce/1";

/** Name of one of the two protocols. */
export type PeerProtocol = typeof SHARE_PROTOCOL | typeof ANNOUNCE_PROTOCOL;

/** Maximum length of a share frame: 1 MiB of data plus 4096 bytes for the envelope and the header. */
export const MAX_SHARE_FRAME_BYTES: number = 2 ** 20 + 4096;
/** Maximum length of the answer to a share. */
export const MAX_SHARE_ANSWER_BYTES = 1024;
/** Maximum length of an announce message, request or answer. */
export const MAX_ANNOUNCE_FRAME_BYTES: number = 128 * 1024;

/** Maximum number of announcements in one announce message. */
export const MAX_ANNOUNCEMENTS_A_MESSAGE = 64;
/** Maximum number of peers in one announce message. */
export const MAX_PEERS_A_MESSAGE = 64;
/** Maximum number of multiaddrs kept for one peer; the first ones are kept. */
export const MAX_MULTIADDRS_A_PEER = 8;
/** Maximum length of a multiaddr in characters: 200. */
export const MAX_MULTIADDR_LENGTH = 200;
