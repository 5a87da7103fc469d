/** The peer network as the node sees it: addresses in, acknowledged frames out. libp2p is one engine, memory another. */
import type { Address } from "../address.ts";
import type { Announcement } from "../identity/port.ts";

/** A peer, as the node knows it; known peers outlive a restart. */
export interface Peer {
  readonly nodeId: string;
  /** The wallet that belongs to the peer's key. */
  readonly address: Address;
  /** Seen in the last 300 s and (success rate > 0.5 or fewer than 3 tries). */
  readonly healthy: boolean;
  readonly connected: boolean;
  /** Time of the last contact in epoch milliseconds; null when the peer was never reached. */
  readonly lastSeen: number | null;
  readonly latencyMilliseconds: number | null;
  /** 0–1; null before the first try. */
  readonly successRate: number | null;
  readonly multiaddrs: readonly string[];
}

export type PeerEvent =
  | { readonly type: "connected" | "disconnected"; readonly peer: Peer }
  | { readonly type: "health"; readonly peer: Peer }
  /** A good announcement, newer than the one known before: shares that wait for this address can go. */
  | { readonly type: "announced"; readonly announcement: Announcement };

/** What came from a peer. The handler's answer is the acknowledgement: give it only when the share is durable. */
export interface IncomingShare {
  readonly from: { readonly nodeId: string; readonly address: Address };
  readonly frame: Uint8Array;
}

/** The acknowledgement of a share: `refused` is final (wrong recipient, broken envelope), anything else is tried again. */
export type ShareAnswer =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: string };

export interface PeerNetwork {
  readonly nodeId: string;
  readonly state: "running" | "stopped";
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Where others reach this node. */
  multiaddrs(): readonly string[];
  peers(): readonly Peer[];
  /** Bytes of payload since the start. */
  traffic(): { readonly sent: number; readonly received: number };
  /** The newest good announcement of an address: from memory, else asked of the network for at most 3 s. */
  resolve(
    address: Address,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Announcement | undefined>;
  /**
   * Sends one share frame (≤ 1 MiB and its header) and waits for the acknowledgement; retries once on a stale connection.
   * @throws NodeError PEER_UNREACHABLE, RECIPIENT_UNKNOWN
   */
  sendShare(
    to: Address,
    frame: Uint8Array,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ShareAnswer>;
  /** One handler, set before `start`. */
  onShare(handler: (share: IncomingShare) => Promise<ShareAnswer>): void;
  onEvent(listener: (event: PeerEvent) => void): () => void;
  /**
   * Spreads an announcement, one's own or another's: a new key, a revocation. Resolves to whether it was good and
   * newer than the one known before; then it is stored and on its way to every connected peer.
   */
  publish(announcement: Announcement): Promise<boolean>;
  /** Dials a multiaddr now. @throws NodeError PEER_UNREACHABLE */
  connect(multiaddr: string): Promise<void>;
}
