/** The node's event socket for msw: the server's protocol over an intercepted WebSocket. */

import { wireEvent } from "@bourse/handlers/node";
import type { EventBus } from "@bourse/node-core";
import { converse, plainDialect, type Converse, type TextCarrier } from "@bourse/sockets";
import { ws, type WebSocketHandler } from "msw";

import { createTalks, type SocketDoor } from "../socket-door.ts";

export interface MockEvents {
  readonly handler: WebSocketHandler;
  /** The socket for other carriers. */
  readonly door: SocketDoor;
  /** Returns the number of connected clients. */
  readonly clients: () => number;
  /** Closes every connection as a stopping server does. */
  readonly cut: () => void;
}

/** Creates the socket handler; `bus` is called for every connection. */
export function mockEvents(url: string, bus: () => EventBus): MockEvents {
  const talks = createTalks();
  const admit = (carrier: TextCarrier): Converse =>
    talks.begin(carrier, (inner) =>
      converse({ source: bus(), dialect: { ...plainDialect, event: wireEvent } }, inner),
    );
  const handler = ws.link(url).addEventListener("connection", ({ client, info }) => {
    const offered = info.protocols ?? [];
    const talk = admit({
      search: client.url.search,
      protocols: typeof offered === "string" ? [offered] : offered,
      send: (text) => client.send(text),
      close: (code, reason) => client.close(code, reason),
    });
    client.addEventListener("message", ({ data }) =>
      talk.hear(typeof data === "string" ? data : undefined),
    );
    client.addEventListener("close", () => talk.end());
  });
  const { pathname } = new URL(url);
  return {
    handler,
    door: (path) => Promise.resolve(path === pathname ? admit : undefined),
    clients: () => talks.count,
    cut: talks.cut,
  };
}
