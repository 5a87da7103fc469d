/** The node's event socket for msw: the server's protocol over an intercepted WebSocket. */

import { wireEvent } from "@bourse/handlers/node";
import type { EventBus } from "@bourse/node-core";
import { converse, plainDialect } from "@bourse/sockets";
import { ws, type WebSocketHandler } from "msw";

export interface MockEvents {
  readonly handler: WebSocketHandler;
  /** Returns the number of connected clients. */
  readonly clients: () => number;
  /** Closes every connection as a stopping server does. */
  readonly cut: () => void;
}

/** Creates the socket handler; `bus` is called for every connection. */
export function mockEvents(url: string, bus: () => EventBus): MockEvents {
  const link = ws.link(url);
  const open = new Set<() => void>();
  const handler = link.addEventListener("connection", ({ client, info }) => {
    const offered = info.protocols ?? [];
    const talk = converse(
      { source: bus(), dialect: { ...plainDialect, event: wireEvent } },
      {
        search: client.url.search,
        protocols: typeof offered === "string" ? [offered] : offered,
        send: (text) => client.send(text),
        close: (code, reason) => client.close(code, reason),
      },
    );
    const cut = (): void => {
      open.delete(cut);
      talk.end();
      client.close(1001, "the server is going down");
    };
    open.add(cut);
    client.addEventListener("message", ({ data }) =>
      talk.hear(typeof data === "string" ? data : undefined),
    );
    client.addEventListener("close", () => {
      open.delete(cut);
      talk.end();
    });
  });
  return {
    handler,
    clients: () => open.size,
    cut: () => {
      open.forEach((cut) => cut());
    },
  };
}
