/** Load without a client's cost in the way: the same bytes over and over on connections that stay open. */

import { connect, type Socket } from "node:net";

/** Number of connections that ask at once, each one request at a time. */
const CONNECTIONS = 32;

export interface Load {
  /** Sends `count` requests and resolves when the last reply is in. @throws when a reply is no 200 */
  run(count: number): Promise<void>;
  close(): void;
}

export async function openLoad(port: number, path: string): Promise<Load> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench\r\nAccept: application/json\r\n\r\n`,
  );
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  return {
    run: (count) => {
      let left = count;
      const worker = async (socket: Socket): Promise<void> => {
        while (left-- > 0) await exchange(socket, request);
      };
      return Promise.all(sockets.map(worker)).then(() => undefined);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.setNoDelay(true)));
    socket.once("error", reject);
  });
}

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) throw new Error("the server has closed a connection between two rounds");
    let text = "";
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (text.length < end + 4 + Number(length)) return;
      socket.off("data", onData);
      if (text.startsWith("HTTP/1.1 200")) resolve();
      else reject(new Error(`expected 200, found ${text.slice(0, 40)}`));
    };
    socket.on("data", onData);
    socket.write(request);
  });
}
