/**
 * A network between clients and a server of this machine, under one name. It can be lost: what is sent then goes
 * nowhere, and nobody is told. Connections from before never carry anything again, not even that one end has closed its
 * own, as behind a firewall that has forgotten them. It can also be cut, refuse, be slow, and lead to another server.
 */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The kernel's table of sockets; its third column is the remote address, its tenth is 0 once no process holds one. */
const SOCKETS = "/proc/net/tcp";

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isDead: boolean;
}

export class LossyProxy {
  readonly #pairs = new Set<Pair>();
  readonly #sockets = new Set<Socket>();
  readonly #listener = createServer({ allowHalfOpen: true });
  #port = 0;
  #isLost = false;
  #refuses = false;
  #delayMilliseconds = 0;
  #cutsAnswer: (sent: Buffer) => boolean = () => false;
  /** Connections taken so far. */
  taken = 0;
  /** Answers of which the client got one half, and then the end of its connection. */
  answersCut = 0;

  /** Listens in front of the server at `port`; resolves to the port of the proxy. */
  async listen(port: number): Promise<number> {
    this.#port = port;
    this.#listener.on("connection", (client) => this.#pass(client));
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    return (this.#listener.address() as AddressInfo).port;
  }

  /**
   * Sockets towards the proxy that a process still holds, also those that wait for the other end to be closed; null
   * where this cannot be seen.
   */
  held(): number | null {
    if (!existsSync(SOCKETS)) return null;
    const { port } = this.#listener.address() as AddressInfo;
    const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    return readFileSync(SOCKETS, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/u))
      .filter((fields) => fields[2]?.endsWith(remote) && fields[9] !== "0").length;
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

  /** Leads new connections to the server at `port`. */
  lead(port: number): void {
    this.#port = port;
  }

  /** Resets all connections. */
  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** Resets all connections, and every new one at once, until it is told otherwise. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses;
    if (refuses) this.cut();
  }

  /** Passes everything on so many milliseconds late, both ways. */
  delay(milliseconds: number): void {
    this.#delayMilliseconds = milliseconds;
  }

  /** Cuts a connection in the middle of the answer to what `cuts` returns true for; by default never again. */
  cutAnswers(cuts: (sent: Buffer) => boolean = () => false): void {
    this.#cutsAnswer = cuts;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  #pass(client: Socket): void {
    this.taken += 1;
    if (this.#refuses) return void client.resetAndDestroy();
    const server = connect({ port: this.#port, host: "127.0.0.1", allowHalfOpen: true });
    const pair: Pair = { client, server, isDead: this.#isLost };
    this.#pairs.add(pair);
    let isCutting = false;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("close", () => {
      this.#pairs.delete(pair);
      if (!pair.isDead || isCutting) server.destroy();
    });
    server.on("close", () => {
      if (!pair.isDead) client.destroy();
    });
    client.on("end", () => {
      if (!pair.isDead) server.end();
    });
    server.on("end", () => {
      if (!pair.isDead) client.end();
    });
    client.on("data", (chunk: Buffer) => {
      if (pair.isDead) return;
      if (this.#cutsAnswer(chunk)) isCutting = true;
      this.#carry(server, chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (pair.isDead) return;
      if (!isCutting) return this.#carry(client, chunk);
      this.answersCut += 1;
      client.end(chunk.subarray(0, chunk.length >> 1), () => client.destroy());
      pair.isDead = true;
    });
  }

  #carry(to: Socket, chunk: Buffer): void {
    if (this.#delayMilliseconds === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), this.#delayMilliseconds);
  }
}
