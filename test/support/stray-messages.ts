/** Messages as nobody's program sends them: for tests of whoever reads a bus. */

import { createConnection, type Socket } from "node:net";

/** A source of numbers from 0 to below 1. */
interface Random {
  next(): number;
}

const TEXTS = [
  "",
  "not JSON",
  "{",
  '{"id":"torn","payload":{"uu',
  "null",
  "true",
  "7",
  "-0",
  "1e999",
  '"text"',
  "[]",
  "[null]",
  "{}",
  '{"id":null,"payload":null}',
  '{"id":"a\\r\\nb","payload":null}',
  '{"id":"x","payload":{"uuid":{}}}',
  '{"id":"x","payload":{"uuid":"\\u0000"}}',
  '{"__proto__":{"value":1}}',
  '{"id":"p","payload":{"__proto__":{"uuid":"x"}}}',
  '{"id":"c","payload":{"constructor":{"prototype":{"uuid":1}}}}',
  '{"method":"toString","payload":null}',
  '{"method":"__proto__"}',
  '{"method":7}',
  '{"value":{"__proto__":null}}',
  '{"error":null}',
  '{"error":{"code":"__proto__","message":1,"details":7}}',
  '{"error":{"code":"PARAMETERS_INVALID","message":"m","details":{"faults":7}}}',
  '{"type":"job.completed","timestamp":1e300,"job":{"uuid":"x"}}',
  '{"type":"job.progress","timestamp":1,"job":null}',
  '{"type":"job.completed","timestamp":1,"sequence":1,"job":{"uuid":"x","jobType":"backtest"}}',
  '{"type":"job.failed","timestamp":1,"sequence":9007199254740991,"job":{"uuid":"x","jobType":"no"}}',
  '{"type":"trade.entered","timestamp":1,"sequence":2,"trade":null}',
  '{"type":"signal.generated","timestamp":1,"sequence":3,"signal":{"timestamp":"x"}}',
  '{"type":"__proto__","timestamp":1}',
  `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  `{"id":"deep","payload":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`,
  `{"method":"candles","payload":"${"x".repeat(900_000)}"}`,
];

/** Header blocks, some of which no client can parse. */
const HEADERS = [
  "NATS/1.0\r\n\r\n",
  "NATS/1.0\r\nno name\x01: x\r\n\r\n",
  "NATS/1.0\r\n: empty\r\n\r\n",
  "NATS/1.0 503\r\n\r\n",
  "NATS/1.0 abc def\r\n\r\n",
  "NATS/1.0\r\nBourse-Parts: 3\r\nBourse-From: $JS.API.INFO\r\n\r\n",
  "NATS/1.0\r\nBourse-Parts: 1e9\r\nBourse-From: _INBOX.nobody\r\n\r\n",
  "NATS/1.0\r\nBourse-Parts: -1\r\n\r\n",
  "NATS/1.0\r\nBourse-Working: yes\r\n\r\n",
];

/** One message: a listed one, a listed one with bytes changed, or random bytes; half of them with odd headers. */
export function strayMessage(random: Random): StrayMessage {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random.next() * items.length)]!;
  const bytes = Buffer.from(pick(TEXTS));
  const kind = random.next();
  if (kind < 0.3 && bytes.length > 0) {
    for (let change = 0; change < 3; change++) {
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256);
    }
  }
  const noise = Buffer.from(Array.from({ length: 40 }, () => Math.floor(random.next() * 256)));
  const body = kind > 0.8 ? noise : bytes;
  return random.next() < 0.5 ? { body } : { body, headers: pick(HEADERS) };
}

export interface StrayMessage {
  readonly body: Uint8Array;
  readonly headers?: string;
}

/** Every listed message without headers, and an empty one with each listed header block. */
export function allStrayMessages(): readonly StrayMessage[] {
  return [
    ...[...TEXTS, "\u00ff"].map((text) => ({ body: Buffer.from(text, "latin1") })),
    ...HEADERS.map((headers) => ({ body: Buffer.alloc(0), headers })),
  ];
}

/** A client of a NATS server that sends whatever bytes it is told to, which no library of a client would. */
export class RawNatsClient {
  readonly #socket: Socket;
  readonly #pongs: (() => void)[] = [];
  #log = "";
  #subscriptions = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      const text = data.toString("latin1");
      this.#log = (this.#log + text).slice(-10_000);
      for (const _ of text.matchAll(/PONG\r\n/gu)) this.#pongs.shift()?.();
      for (const _ of text.matchAll(/^PING\r$/gmu)) socket.write("PONG\r\n");
      for (const [, subject = "", , reply] of text.matchAll(
        /^MSG (\S+) (\d+)(?: (\S+))? \d+\r$|^HMSG (\S+) (\d+) (\S+) \d+ \d+\r$/gmu,
      )) {
        if (reply !== undefined) this.onRequest?.(subject, reply);
      }
    });
    socket.on("error", () => undefined);
  }

  /** Called with the subject and the reply address of each request that it hears. */
  onRequest: ((subject: string, reply: string) => void) | undefined;

  static async connect(url: string): Promise<RawNatsClient> {
    const { hostname, port, username: user, password: pass } = new URL(url);
    const socket = createConnection(Number(port), hostname);
    const client = new RawNatsClient(socket);
    const login = user === "" ? {} : { user, pass };
    const settings = { verbose: false, headers: true, no_responders: true, ...login };
    socket.write(`CONNECT ${JSON.stringify(settings)}\r\n`);
    await client.flush();
    return client;
  }

  /** The last words of the server. */
  get heard(): string {
    return this.#log;
  }

  /** Resolves when the server delivers what is sent to the subject. */
  async subscribe(subject: string, queue = ""): Promise<void> {
    this.#socket.write(`SUB ${subject} ${queue} ${(this.#subscriptions += 1)}\r\n`);
    await this.flush();
  }

  send(subject: string, { body, headers }: StrayMessage, reply = ""): void {
    const line =
      headers === undefined
        ? `PUB ${subject} ${reply} ${body.length}\r\n`
        : `HPUB ${subject} ${reply} ${headers.length} ${headers.length + body.length}\r\n${headers}`;
    this.#socket.write(Buffer.concat([Buffer.from(line, "latin1"), body, Buffer.from("\r\n")]));
  }

  /** Resolves when the server has read all of it. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#pongs.push(resolve);
      this.#socket.write("PING\r\n");
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
