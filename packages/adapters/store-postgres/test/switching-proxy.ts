/** A network in front of a server whose new connections can be led to another one, while those of before stay. */

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export class SwitchingProxy {
  readonly #sockets = new Set<Socket>();
  readonly #listener = createServer();
  #port: number;
  /** Connections taken so far. */
  taken = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Resolves to the port of the proxy. */
  async listen(): Promise<number> {
    this.#listener.on("connection", (client) => {
      this.taken += 1;
      const server = connect(this.#port, "127.0.0.1");
      for (const [one, other] of [[client, server] as const, [server, client] as const]) {
        this.#sockets.add(one);
        one.on("error", () => undefined).on("close", () => other.destroy());
        one.pipe(other);
      }
    });
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Leads new connections to the server at `port`. */
  lead(port: number): void {
    this.#port = port;
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async close(): Promise<void> {
    this.cut();
    this.#listener.close();
    await once(this.#listener, "close");
  }
}
