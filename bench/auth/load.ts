/** Requests as ready bytes on connections that stay open, one at a time on each. */

import { connect, type Socket } from "node:net";

export interface Wire {
  /** Sends one request on each connection over and over, `count` in all; milliseconds of each, in order of arrival. */
  run(request: Buffer, count: number): Promise<number[]>;
  close(): void;
}

export function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Buffer {
  const lines = Object.entries({
    host: "127.0.0.1",
    ...headers,
    ...(body === "" ? {} : { "content-type": "application/json" }),
    "content-length": String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** `expected`: the statuses that count as an answer; any other rejects. */
export async function openWire(
  port: number,
  connections: number,
  expected: readonly number[] = [200],
): Promise<Wire> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  return {
    run: async (request, count) => {
      const times: number[] = [];
      let left = count;
      const worker = async (socket: Socket): Promise<void> => {
        while (left-- > 0) {
          const start = performance.now();
          const status = await exchange(socket, request);
          if (!expected.includes(status))
            throw new Error(`expected ${expected.join()}, found ${status}`);
          times.push(performance.now() - start);
        }
      };
      await Promise.all(sockets.map(worker));
      return times;
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

function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let text = "";
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (text.length < end + 4 + Number(length)) return;
      socket.off("data", onData);
      resolve(Number(text.slice(9, 12)));
    };
    socket.on("data", onData);
    socket.write(request);
  });
}
