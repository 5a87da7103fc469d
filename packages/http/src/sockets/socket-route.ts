/** WebSocket routes, as a server takes them: who may connect is asked here, what is said is the acceptor's. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { Incoming } from "@bourse/contract";

/** A handshake, as far as a request without a body goes. */
export type Handshake = Omit<Incoming, "body" | "signal" | "method">;

/** A socket that has been let in; the 101 is the acceptor's to write. */
export interface Upgrade {
  /** The checked handshake. */
  readonly handshake: Handshake;
  /** The request of the handshake. */
  readonly request: IncomingMessage;
  /** The raw connection. */
  readonly socket: Duplex;
  /** Bytes that the client has sent after its handshake. */
  readonly head: Buffer;
}

/** One WebSocket path of a server. */
export interface SocketRoute {
  /** `/ws`, or a template such as `/api/ws/jobs/:uuid`. */
  readonly path: string;
  /**
   * Lets the client in by returning, refuses it by throwing a Problem, which is answered as the API spells errors and
   * before the handshake. Anything else thrown is a 500. Default: everybody.
   */
  readonly authorize?: (handshake: Handshake) => unknown;
  /** Answers the handshake and keeps the socket. The handshake has been checked by RFC 6455 section 4.2.1. */
  readonly accept: (upgrade: Upgrade) => void;
  /** Tells every client 1001 when a drain begins. Awaited up to the drain's deadline. */
  readonly drain?: () => void | Promise<void>;
}
