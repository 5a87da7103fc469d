/** A client that sends bytes as they are and keeps what comes back: fetch would never send such requests. */

import { connect, type Socket } from "node:net";

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) }, () =>
      resolve(socket),
    );
    socket.once("error", reject);
  });
}

/** Everything that the server sends until it ends the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = await openSocket(url);
  socket.write(bytes);
  return readAll(socket);
}

export async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1");
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** The first reply in `text`, whose body is all that follows its head. */
export function parseReply(text: string): RawReply {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((each) => {
      const colon = each.indexOf(":");
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const;
    }),
  );
  return { status: Number(line.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}
