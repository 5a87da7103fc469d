/** The event sockets of a mock over WebSockets of a server. */

import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import { EVENTS_PROTOCOL } from "@bourse/sockets";
import { WebSocketServer, type WebSocket } from "ws";

import type { SocketDoor } from "../socket-door.ts";

/** Answers upgrades by `door` once it is there; what it refuses is 404 before the socket opens. */
export function acceptSockets(server: Server, door: () => Promise<SocketDoor | undefined>): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(EVENTS_PROTOCOL) && EVENTS_PROTOCOL,
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    void accept(sockets, door, request, socket, head).catch(() => socket.destroy());
  });
  server.on("close", () => sockets.close());
}

async function accept(
  sockets: WebSocketServer,
  door: () => Promise<SocketDoor | undefined>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://mock");
  const key = request.headers["x-api-key"];
  const admit = await (await door())?.(pathname, typeof key === "string" ? key : undefined);
  if (admit === undefined) {
    socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    return;
  }
  sockets.handleUpgrade(request, socket, head, (carrier: WebSocket) => {
    const talk = admit({
      search,
      protocols: (request.headers["sec-websocket-protocol"] ?? "")
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
      send: (text) => carrier.send(text),
      close: (code, reason) => carrier.close(code, reason),
    });
    carrier.on("message", (data, isBinary) =>
      talk.hear(isBinary ? undefined : (data as Buffer).toString("utf8")),
    );
    carrier.on("close", () => talk.end());
    carrier.on("error", () => carrier.terminate());
  });
}
