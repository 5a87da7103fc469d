/**
 * The open connections of one server, and what each is doing.
 *
 * Node can close idle connections, but counts one as idle while its next request is under way on the wire; a drain
 * that loses nothing needs the finer view.
 */

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** State of one connection. */
interface Connection {
  /** The newest response; when that is finished, so are all before it. */
  newest: ServerResponse | undefined;
  /** True when a response was still open as the newest began (pipelining). */
  pipelined: boolean;
}

export interface Connections {
  readonly size: number;
  add(socket: Socket): void;
  /** Notes a request on `socket`. */
  begin(socket: Socket, response: ServerResponse): void;
  /** True when no later request of its connection waits behind `response`: only then may it say `Connection: close`. */
  isNewest(socket: Socket, response: ServerResponse): boolean;
  /** True when the client of `socket` expects a reply written straight to it next. */
  awaitsReply(socket: Socket): boolean;
  /** Notes the status that a reply written straight to `socket` gives the request that waits there, for the log. */
  noteStatus(socket: Socket, status: number): void;
  /** Ends the connections that were silent since the call before this one; cuts those whose peer ignores the end. */
  sweep(): void;
  destroyAll(): void;
}

/** An empty book of connections. */
export function createConnections(): Connections {
  const open = new Map<Socket, Connection>();
  const silent = new Map<Socket, number>();
  return {
    get size() {
      return open.size;
    },
    add(socket) {
      open.set(socket, { newest: undefined, pipelined: false });
      socket.once("close", () => {
        open.delete(socket);
        silent.delete(socket);
      });
    },
    begin(socket, response) {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.pipelined = isOpen(connection.newest);
      connection.newest = response;
    },
    isNewest: (socket, response) => open.get(socket)?.newest === response,
    awaitsReply(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return true;
      const { newest, pipelined } = connection;
      return !isOpen(newest) || (!pipelined && newest?.headersSent === false);
    },
    noteStatus(socket, status) {
      const newest = open.get(socket)?.newest;
      if (newest !== undefined && isOpen(newest) && !newest.headersSent) newest.statusCode = status;
    },
    sweep() {
      for (const [socket, { newest }] of open) {
        if (isOpen(newest)) silent.delete(socket);
        else if (socket.writableEnded) socket.destroy();
        else if (silent.get(socket) === socket.bytesRead) socket.end();
        else silent.set(socket, socket.bytesRead);
      }
    },
    destroyAll() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

function isOpen(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && !response.destroyed;
}
