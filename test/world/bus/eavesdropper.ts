/** Somebody with the login of the bus: hears everything, and says anything, byte for byte. */

import { createConnection, type Socket } from "node:net";

/** A message as it went over the bus. */
export interface Overheard {
  readonly subject: string;
  readonly reply: string;
  /** Header block with its last empty line; empty without one. */
  readonly headers: string;
  readonly body: Buffer;
}

export class Eavesdropper {
  readonly #socket: Socket;
  readonly #pongs: (() => void)[] = [];
  #unread = Buffer.alloc(0);

  /** Messages that were heard, the oldest first. */
  readonly heard: Overheard[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      this.#unread = Buffer.concat([this.#unread, data]);
      while (this.#readOne());
    });
  }

  /** Connects with the login of the address and hears every subject. */
  static async connect(url: string): Promise<Eavesdropper> {
    const { hostname, port, username: user, password: pass } = new URL(url);
    const one = new Eavesdropper(createConnection(Number(port), hostname));
    const settings = {
      verbose: false,
      headers: true,
      no_responders: true,
      echo: false,
      user,
      pass,
    };
    one.#socket.write(`CONNECT ${JSON.stringify(settings)}\r\nSUB > 1\r\n`);
    await one.flush();
    return one;
  }

  /** Ends the hearing: what is said from now on is not kept. */
  deafen(): void {
    this.#socket.write("UNSUB 1\r\n");
  }

  say({ subject, reply, headers, body }: Overheard): void {
    const line =
      headers === ""
        ? `PUB ${subject} ${reply} ${body.length}\r\n`
        : `HPUB ${subject} ${reply} ${Buffer.byteLength(headers)} ${Buffer.byteLength(headers) + body.length}\r\n${headers}`;
    this.#socket.write(Buffer.concat([Buffer.from(line), body, Buffer.from("\r\n")]));
  }

  /** Resolves when the server has read all that was said. */
  async flush(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pongs.push(resolve);
    this.#socket.write("PING\r\n");
    await promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Reads one line of the server, with the message behind it; false when it has not come as a whole. */
  #readOne(): boolean {
    const end = this.#unread.indexOf("\r\n");
    if (end < 0) return false;
    const [word = "", subject = "", , ...rest] = this.#unread.toString("latin1", 0, end).split(" ");
    const hasHeaders = word === "HMSG";
    let next = end + 2;
    if (hasHeaders || word === "MSG") {
      const total = Number(rest.pop());
      const split = hasHeaders ? Number(rest.pop()) : 0;
      if (this.#unread.length < next + total + 2) return false;
      const message = this.#unread.subarray(next, next + total);
      const headers = message.toString("utf8", 0, split);
      this.heard.push({
        subject,
        reply: rest[0] ?? "",
        headers,
        body: Buffer.from(message.subarray(split)),
      });
      next += total + 2;
    } else if (word === "PING") this.#socket.write("PONG\r\n");
    else if (word === "PONG") this.#pongs.shift()?.();
    this.#unread = this.#unread.subarray(next);
    return true;
  }
}
