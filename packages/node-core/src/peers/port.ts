/** The peer network as the node sees it: share frames to addresses, with acknowledgements. */
import type { Address } from "../address.ts";
import type { Announcement } from "../identity/port.ts";

/** Known peer; known peers are kept over restarts. */
export interface Peer {
  /** Node id of the peer. */
  readonly nodeId: string;
  /** Wallet address that belongs to the peer's key. */
  readonly address: Address;
  /** True when the peer was reached within the last 300 s and (success rate > 0.5, or fewer than 3 tries). */
  readonly healthy: boolean;
  /** True while a connection is open. */
  readonly connected: boolean;
  /** Time of the last contact in epoch milliseconds; null when the peer was never reached. */
  readonly lastSeen: number | null;
  /** Round-trip time of the last probe in milliseconds; null before the first one. */
  readonly latencyMilliseconds: number | null;
  /** Successful tries divided by all tries, 0–1; null before the first try. */
  readonly successRate: number | null;
  /** Addresses at which the peer was reached or announced itself. */
  readonly multiaddrs: readonly string[];
  /** Newest open connection to the peer; null without one. Absent: the engine does not tell. */
  readonly link?: PeerLink | null;
}

/** Open connection to a peer. */
export interface PeerLink {
  /** Program and version that the peer names, at most 100 printable characters; null when it has named none. */
  readonly version: string | null;
  /** Side that has dialled: `outbound` for this node. */
  readonly direction: "inbound" | "outbound";
  /** Address (multiaddr) of the other end; null when it is not known. */
  readonly remoteAddress: string | null;
}

/** Event of the peer network. The type narrows the rest. */
export type PeerEvent =
  | {
      /** First connection opened, or last connection closed. */
      readonly type: "connected" | "disconnected";
      /** Peer after the change. */
      readonly peer: Peer;
    }
  | {
      /** Changed health of a peer. */
      readonly type: "health";
      /** Peer after the change. */
      readonly peer: Peer;
    }
  | {
      /** New valid announcement; shares that wait for its address can be delivered. */
      readonly type: "announced";
      /** Announcement that is now in force. */
      readonly announcement: Announcement;
    };

/** Share frame from a peer. The handler's answer acknowledges it, so accept only a durable share. */
export interface IncomingShare {
  /** Sender, proved by the connection's handshake. */
  readonly from: {
    /** Node id of the sender. */
    readonly nodeId: string;
    /** Wallet address of the sender. */
    readonly address: Address;
  };
  /** Bytes of the frame. */
  readonly frame: Uint8Array;
}

/** Acknowledgement of a share. A refusal is final; after any error the sender tries again. */
export type ShareAnswer =
  | {
      /** The share is durable at the recipient. */
      readonly accepted: true;
    }
  | {
      /** The recipient refuses the share for good: wrong recipient or invalid envelope. */
      readonly accepted: false;
      /** Reason as a sentence, at most 200 characters. */
      readonly reason: string;
    };

/**
 * Verdict of the handler of incoming shares: its answer, or `later` when it cannot take the share now and the sender
 * should try again.
 */
export type ShareVerdict = ShareAnswer | "later";

/** Peer network of a node. Start it once; create a new one to start again. */
export interface PeerNetwork {
  /** Node id of this node. */
  readonly nodeId: string;
  /** `running` between `start` and `stop`. */
  readonly state: "running" | "stopped";
  /** Opens the sockets and connects to known peers. Rejects when a socket cannot be opened. */
  start(): Promise<void>;
  /** Closes every connection and socket. Idempotent. */
  stop(): Promise<void>;
  /** Lists the addresses at which others reach this node. */
  multiaddrs(): readonly string[];
  /** Lists the known peers. */
  peers(): readonly Peer[];
  /** Returns the payload bytes since the start. */
  traffic(): { readonly sent: number; readonly received: number };
  /** Returns the newest valid announcement of an address: from memory, else from the network within 3 s. */
  resolve(
    address: Address,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Announcement | undefined>;
  /**
   * Sends one share frame (at most 1 MiB of data plus header) and waits for the acknowledgement. It is sent once more
   * when it went over a connection that turned out to be dead.
   *
   * @throws NodeError PEER_UNREACHABLE, RECIPIENT_UNKNOWN, VALIDATION_ERROR (the frame is too long)
   */
  sendShare(
    to: Address,
    frame: Uint8Array,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ShareAnswer>;
  /** Sets the single handler of incoming shares; call it before `start`. */
  onShare(handler: (share: IncomingShare) => Promise<ShareVerdict>): void;
  /** Calls `listener` at every event; returns the function that removes it. */
  onEvent(listener: (event: PeerEvent) => void): () => void;
  /**
   * Publishes an announcement of this or another account, such as a new key or a revocation. Resolves to true when it
   * is valid and newer than the known one; then it is stored and sent to every connected peer.
   */
  publish(announcement: Announcement): Promise<boolean>;
  /** Dials a multiaddr now. @throws NodeError PEER_UNREACHABLE */
  connect(multiaddr: string): Promise<void>;
}
