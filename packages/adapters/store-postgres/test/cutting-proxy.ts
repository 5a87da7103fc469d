/** Passes connections on to a server, and cuts all of them at a chosen message of the client. */

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Place of the cut: before the message reaches the server, or before its answer reaches the client. */
export type Cut = "before" | "after";

export class CuttingProxy {
  readonly #sockets = new Set<Socket>();
  #server = createServer();
  #left = Infinity;
  #cut: Cut = "before";
  #isPaused = false;
  /** Messages of clients since it was armed, but for those that begin a connection. */
  seen = 0;

  /** Listens; resolves to its port. */
  async listen(port: number): Promise<number> {
    this.#server.on("connection", (client) => this.#pass(client, connect(port, "127.0.0.1")));
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts at message number n (from 1) from now on; never for Infinity. */
  arm(n: number, cut: Cut): void {
    this.#left = n;
    this.#cut = cut;
    this.seen = 0;
  }

  /** Cuts every connection, and every new one, until it resumes. */
  pause(): void {
    this.#isPaused = true;
    this.drop();
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Ends every connection. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.drop();
    this.#server.close();
    await once(this.#server, "close");
  }

  #pass(client: Socket, server: Socket): void {
    if (this.#isPaused) {
      client.destroy();
      server.destroy();
      return;
    }
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    let isMuted = false;
    let rest = Buffer.alloc(0);
    let isStarted = false;
    client.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message of a connection has no type: its length comes at once.
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4) return;
        const length = head + rest.readUInt32BE(head);
        if (rest.length < length) return;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        // Passwords begin a connection as well.
        if (isStarted && message[0] !== 0x70) {
          this.seen += 1;
          this.#left -= 1;
          if (this.#left === 0 && this.#cut === "before") return void client.destroy();
          if (this.#left === 0) isMuted = true;
        }
        isStarted = true;
        server.write(message);
        if (isMuted) {
          // The server works on what it has received; its answer goes nowhere.
          server.end();
          setTimeout(() => client.destroy(), 30);
          return;
        }
      }
    });
    server.on("data", (chunk: Buffer) => {
      if (!isMuted) client.write(chunk);
    });
  }
}
