/**
 * What the peer network needs of an engine: connections to peers whose keys are proved, and one frame there and one
 * back on a connection. Everything above it (announcements, health, retries, budgets) is the same on every engine.
 */
import type { Address } from "../address.ts";
import type { PeerProtocol } from "./protocol.ts";

/** Whom to dial: where, who is expected there, or both. */
export interface DialTarget {
  /** Null: whoever answers there. */
  readonly nodeId: string | null;
  /** Empty: the engine looks the peer up if it can. */
  readonly multiaddrs: readonly string[];
}

/** How one protocol is served. */
export interface RequestHandler {
  /** A longer request is a broken one. */
  readonly maxRequestBytes: number;
  /** A rejection resets the exchange: the other side learns that there is no answer, and nothing else. */
  readonly answer: (nodeId: string, request: Uint8Array) => Promise<Uint8Array>;
}

/** What the engine tells. None of these throws. */
export interface TransportEvents {
  /** The first connection to a peer stands, whoever dialled. */
  connected(nodeId: string): void;
  /** The last connection to a peer is gone. */
  disconnected(nodeId: string): void;
  /** Somebody on the local network says that he is there. */
  discovered(nodeId: string, multiaddrs: readonly string[]): void;
  /** Whether a peer may connect; asked after its key was proved. */
  admits(nodeId: string): boolean;
  /** The peer sent something that is no frame: too long, or with bytes behind it. */
  misbehaved(nodeId: string): void;
}

/** A table that the peers keep together. Both resolve whatever happens, at the latest soon after the signal. */
export interface Directory {
  put(address: Address, record: Uint8Array, signal: AbortSignal): Promise<void>;
  /** The best record that passes the check given at the start. */
  get(address: Address, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

export interface Transport {
  readonly nodeId: string;
  /** Null when the engine has none. */
  readonly directory: Directory | null;
  start(
    events: TransportEvents,
    handlers: Readonly<Record<PeerProtocol, RequestHandler>>,
  ): Promise<void>;
  /** Tells the peers, and resolves when every socket is closed. */
  stop(): Promise<void>;
  /** Each ends in `/p2p/<node id>`. */
  multiaddrs(): readonly string[];
  /** The usual spelling of a multiaddr that this engine can dial, with the node id at its end when one is given. */
  canonical(multiaddr: string, nodeId: string | null): string | undefined;
  /** Resolves to the node id that was proved; at once when connected. Rejects when nobody answers, or another peer. */
  dial(target: DialTarget, signal: AbortSignal): Promise<string>;
  isConnected(nodeId: string): boolean;
  /** Names of the standing connections to the peer, oldest first; no later one takes a name again. */
  connections(nodeId: string): readonly string[];
  /** Closes these connections to the peer, by default every one; resolves also when there is none. */
  disconnect(nodeId: string, connections?: readonly string[]): Promise<void>;
  /** The round trip in milliseconds, on a standing connection. */
  ping(nodeId: string, signal: AbortSignal): Promise<number>;
  /**
   * One exchange on the newest standing connection: an older one may be dead already. Rejects when the connection breaks
   * or the peer resets it.
   */
  request(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    limits: { readonly maxAnswerBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array>;
}
