/** The event sockets of a mock behind any carrier: msw's intercepted WebSockets, or those of a server. */

import type { Converse, TextCarrier } from "@bourse/sockets";

/**
 * Finds the feed at a path for a caller with this API key. Undefined refuses the connection before it opens; the
 * function that it else resolves with begins the conversation.
 */
export type SocketDoor = (
  path: string,
  apiKey: string | undefined,
) => Promise<((carrier: TextCarrier) => Converse) | undefined>;

/** The open conversations of a mock. */
export interface Talks {
  /** Number of connected clients. */
  readonly count: number;
  /** Begins a conversation, which counts until its end. */
  readonly begin: (carrier: TextCarrier, converse: (carrier: TextCarrier) => Converse) => Converse;
  /** Closes every connection as a server does that goes down. */
  readonly cut: () => void;
}

export function createTalks(): Talks {
  const open = new Set<() => void>();
  return {
    get count() {
      return open.size;
    },
    begin: (carrier, converse) => {
      const talk = converse(carrier);
      const end = (): void => {
        open.delete(cut);
        talk.end();
      };
      const cut = (): void => {
        end();
        carrier.close(1001, "the server is going down");
      };
      open.add(cut);
      return { hear: (text) => talk.hear(text), end };
    },
    cut: () => {
      open.forEach((cut) => {
        cut();
      });
    },
  };
}

/** Registered, because the served mock and the server around it are bundled apart. */
const DOOR = Symbol.for("bourse.mock.socket-door");

/** Remembers the sockets of a mock for whoever serves it. */
export function setDoor(mock: object, door: SocketDoor): void {
  Object.defineProperty(mock, DOOR, { value: door });
}

/** Returns the sockets of a mock; undefined for one without any. */
export function doorOf(mock: object): SocketDoor | undefined {
  return (mock as { readonly [DOOR]?: SocketDoor })[DOOR];
}
