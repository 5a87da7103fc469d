/** Requests that no client library would send, as bytes on a socket. */

import { connect } from "node:net";

/** Opens `/ws` with further header lines, and resolves with the head of the answer. */
export function rawUpgrade(base: string, ...lines: readonly string[]): Promise<string> {
  const url = new URL(base);
  return rawRequest(url, [
    "GET /ws HTTP/1.1",
    `Host: ${url.host}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...lines,
  ]);
}

/** Sends the lines and `end`, and resolves with all that the server has sent when it closes the connection. */
export function rawRequest(url: URL, lines: readonly string[], end = "\r\n"): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => {
      text += piece;
      if (text.includes("\r\n\r\n")) socket.end();
    });
    socket.once("close", () => resolve(text));
    socket.once("error", reject);
    socket.write(`${lines.join("\r\n")}\r\n${end}`);
  });
}
