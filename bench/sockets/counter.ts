/** A WebSocket client that costs next to nothing: it shakes hands and counts bytes. */

import { connect } from "node:net";

export interface Counter {
  /** Resolves when that many bytes of frames have come, from now on. */
  received(bytes: number): Promise<void>;
  close(): void;
}

const HANDSHAKE = [
  "GET /ws HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n",
].join("\r\n");

/** Connected, greeted, and at rest. */
export async function openCounter(port: number): Promise<Counter> {
  const socket = connect({ port, host: "127.0.0.1" });
  let count = 0;
  let wanted = Infinity;
  let arrived: () => void = () => {};
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    let head = "";
    const greet = (chunk: Buffer): void => {
      head += chunk.toString("latin1");
      // Both contenders greet with one message that ends in this word.
      if (!head.includes("ready")) return;
      socket.off("data", greet);
      socket.on("data", (bytes: Buffer) => {
        count += bytes.length;
        if (count >= wanted) arrived();
      });
      resolve();
    };
    socket.on("data", greet);
    socket.write(HANDSHAKE);
  });
  return {
    received: (bytes) =>
      new Promise((resolve) => {
        count = 0;
        wanted = bytes;
        arrived = resolve;
      }),
    close: () => socket.destroy(),
  };
}
