/** A connection from its opening to its end, with a time limit on its silence. */

import type { ClientClock } from "../options.ts";

/** The part of a WebSocket that a client needs; the global one fits. */
export interface EventSocket {
  /** Subprotocol that the service chose; empty when it chose none. */
  readonly protocol: string;
  /** Sends a text message. */
  send(text: string): void;
  /** Closes the connection. */
  close(code?: number): void;
  /** Adds a listener for an event of the connection. */
  addEventListener(type: "open", listener: () => void): void;
  /** Adds a listener for the end of the connection; a browser tells no reason of a refused handshake. */
  addEventListener(type: "close" | "error", listener: (event?: SocketEnd) => void): void;
  /** Adds a listener for messages. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** The end of a connection, as the events `close` and `error` of a socket tell it. */
export interface SocketEnd {
  /** Close code of RFC 6455; only of `close`. */
  readonly code?: number;
  /** Reason of the close; only of `close`. */
  readonly reason?: string;
  /** Sentence about a failure; only of `error`, and not in browsers. */
  readonly message?: string;
}

/** The options of {@link listen}. */
export interface ListenOptions {
  readonly clock: ClientClock;
  readonly signal: AbortSignal;
  /** Time without a message in milliseconds before a ping is sent, and again before the connection is closed. */
  readonly heartbeatMilliseconds: number;
  readonly onOpen: () => void;
  readonly onMessage: (message: Readonly<Record<string, unknown>>) => void;
  /** Called before the end, where the socket tells about it. */
  readonly onEnd: (end: SocketEnd) => void;
}

/** Resolves when the connection has ended: true when a message was received. Never rejects. */
export function listen(socket: EventSocket, options: ListenOptions): Promise<boolean> {
  const { clock, signal, heartbeatMilliseconds, onOpen, onMessage, onEnd } = options;
  let isHeard = false;
  let heardAt = clock.now();
  const over = new AbortController();
  const end = (): void => over.abort();
  return new Promise((resolve) => {
    over.signal.addEventListener("abort", () => {
      signal.removeEventListener("abort", end);
      try {
        socket.close();
      } catch {
        // It was never open.
      }
      resolve(isHeard);
    });
    signal.addEventListener("abort", end);
    for (const type of ["close", "error"] as const) {
      socket.addEventListener(type, (event = {}) => {
        if (!over.signal.aborted) onEnd(event);
        end();
      });
    }
    socket.addEventListener("open", onOpen);
    socket.addEventListener("message", ({ data }) => {
      if (over.signal.aborted) return;
      heardAt = clock.now();
      const message = parsed(data);
      if (!message) return end();
      isHeard = true;
      onMessage(message);
    });
    void watch();
  });

  async function watch(): Promise<void> {
    for (;;) {
      await clock.sleep(heartbeatMilliseconds, over.signal).catch(() => {});
      if (over.signal.aborted) return;
      const silence = clock.now() - heardAt;
      if (silence >= 2 * heartbeatMilliseconds) return end();
      try {
        if (silence >= heartbeatMilliseconds) socket.send('{"type":"ping"}');
      } catch {
        // Not open yet: the next look ends it.
      }
    }
  }
}

function parsed(data: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data as string);
    return typeof value === "object" && value
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
