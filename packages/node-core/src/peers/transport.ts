/**
 * The port between the peer network and an engine: authenticated connections to peers, and one request with one answer
 * on a connection. Everything above it (announcements, health, retries, limits) is the same on every engine.
 */
import type { Address } from "../address.ts";
import type { PeerLink } from "./port.ts";
import type { PeerProtocol } from "./protocol.ts";

/** Peer to dial, given by its node id, its addresses, or both. */
export interface DialTarget {
  /** Node id that must answer; null accepts any peer. */
  readonly nodeId: string | null;
  /** Addresses to dial; with an empty list the engine looks the peer up if it can. */
  readonly multiaddrs: readonly string[];
}

/** Server side of one protocol. */
export interface RequestHandler {
  /** Maximum length of a request in bytes; a longer one counts as an invalid frame. */
  readonly maxRequestBytes: number;
  /** Answers one request. A rejection resets the stream: the other side learns only that there is no answer. */
  readonly answer: (nodeId: string, request: Uint8Array) => Promise<Uint8Array>;
}

/** Callbacks from the engine to the peer network. None of them throws. */
export interface TransportEvents {
  /** Called when the first connection to a peer is open, whichever side dialled. */
  connected(nodeId: string): void;
  /** Called when the last connection to a peer is closed. */
  disconnected(nodeId: string): void;
  /** Called when local discovery has found a peer. */
  discovered(nodeId: string, multiaddrs: readonly string[]): void;
  /** Decides if a peer may connect; called after the handshake has proved its key. */
  admits(nodeId: string): boolean;
  /** Called when a peer has sent an invalid frame: one that is too long, or has bytes behind it. */
  misbehaved(nodeId: string): void;
}

/** Table of announcement records that the peers keep together, such as a distributed hash table. */
export interface Directory {
  /** Stores a record under an address. Never rejects; resolves soon after the signal is aborted at the latest. */
  put(address: Address, record: Uint8Array, signal: AbortSignal): Promise<void>;
  /**
   * Returns the newest valid record of an address. Never rejects; resolves soon after the signal is aborted at the
   * latest.
   */
  get(address: Address, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Engine of the peer network: connections, requests and discovery. */
export interface Transport {
  /** Node id of this node: the peer id of its key. */
  readonly nodeId: string;
  /** Shared table of announcements; null when the engine has none. */
  readonly directory: Directory | null;
  /** Opens the sockets and serves `handlers`. Rejects when a socket cannot be opened. */
  start(
    events: TransportEvents,
    handlers: Readonly<Record<PeerProtocol, RequestHandler>>,
  ): Promise<void>;
  /** Closes every connection and socket; peers are notified. */
  stop(): Promise<void>;
  /** Lists the addresses of this node; each ends in `/p2p/<node id>`. */
  multiaddrs(): readonly string[];
  /**
   * Returns the canonical spelling of a multiaddr, with the node id appended when one is given; undefined when this
   * engine cannot dial it.
   */
  canonical(multiaddr: string, nodeId: string | null): string | undefined;
  /**
   * Dials a peer and resolves to the node id that its handshake proved; returns at once when a connection is open.
   * Rejects when nobody answers, or another peer than the expected one.
   */
  dial(target: DialTarget, signal: AbortSignal): Promise<string>;
  /** Reports if a connection to the peer is open. */
  isConnected(nodeId: string): boolean;
  /** Lists the ids of the open connections to the peer, oldest first. Ids are never reused. */
  connections(nodeId: string): readonly string[];
  /**
   * Returns the newest open connection to the peer; null without one. Absent: the engine does not tell. The version is
   * the peer's own word.
   */
  link?(nodeId: string): PeerLink | null;
  /** Closes the given connections to the peer, by default all of them. Does nothing when there is none. */
  disconnect(nodeId: string, connections?: readonly string[]): Promise<void>;
  /** Measures the round-trip time on an open connection in milliseconds. */
  ping(nodeId: string, signal: AbortSignal): Promise<number>;
  /**
   * Sends one request and returns its answer. It uses the newest open connection, because an older one may be dead
   * already. Rejects when the connection breaks, the peer resets the stream, or the answer is longer than
   * `limits.maxAnswerBytes`.
   */
  request(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    limits: { readonly maxAnswerBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array>;
}
