/**
 * A network between clients and a server of this machine that can be lost: what is sent then goes nowhere, and nobody
 * is told. Connections from before stay open at both ends and never carry anything again, as behind a firewall that has
 * forgotten them.
 */

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isDead: boolean;
}

export class LossyProxy {
  readonly #pairs = new Set<Pair>();
  readonly #listener = createServer();
  #port = 0;
  #isLost = false;
  #cutsAnswer: (sent: Buffer) => boolean = () => false;
  /** Answers of which the client got one half, and then the end of its connection. */
  cut = 0;

  /** Listens in front of the server at `port`; resolves to the port of the proxy. */
  async listen(port: number): Promise<number> {
    this.#port = port;
    this.#listener.on("connection", (client) => this.#pass(client));
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Connections that clients hold open. */
  get open(): number {
    return this.#pairs.size;
  }

  /** Loses everything that is sent from now on; new connections are taken and get no answer. */
  lose(): void {
    this.#isLost = true;
    for (const pair of this.#pairs) pair.isDead = true;
  }

  /** Passes on what comes over new connections. */
  restore(): void {
    this.#isLost = false;
  }

  /** Cuts a connection in the middle of the answer to what `cuts` returns true for; by default never again. */
  cutAnswers(cuts: (sent: Buffer) => boolean = () => false): void {
    this.#cutsAnswer = cuts;
  }

  async close(): Promise<void> {
    for (const { client } of this.#pairs) client.destroy();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  #pass(client: Socket): void {
    const server = connect(this.#port, "127.0.0.1");
    const pair: Pair = { client, server, isDead: this.#isLost };
    this.#pairs.add(pair);
    let isCutting = false;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    client.on("close", () => {
      this.#pairs.delete(pair);
      server.destroy();
    });
    // A server that is gone is not heard of over a network that is.
    server.on("close", () => {
      if (!pair.isDead) client.destroy();
    });
    client.on("data", (chunk: Buffer) => {
      if (pair.isDead) return;
      if (this.#cutsAnswer(chunk)) isCutting = true;
      server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (pair.isDead) return;
      if (!isCutting) return void client.write(chunk);
      this.cut += 1;
      client.end(chunk.subarray(0, chunk.length >> 1), () => client.destroy());
      pair.isDead = true;
    });
  }
}
