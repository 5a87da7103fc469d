import { isProblem } from "@bourse/contract/client";
import { describe, expect, test } from "vitest";

import {
  createEventsClient,
  type AnyEvent,
  type EventsClientOptions,
  type EventSocket,
} from "../../src/events/index.ts";
import { stillClock } from "../still-clock.ts";

interface Tick extends AnyEvent {
  readonly data?: unknown;
}

/** The platform's socket, played by the test. */
class PlayedSocket extends EventTarget {
  readonly url: URL;
  readonly protocol = "bourse.events.v1";
  readonly sent: unknown[] = [];
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = new URL(url);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  /** The service accepts and says where it stands. */
  open(data: Readonly<Record<string, unknown>> = { history_available: 1 }): this {
    this.dispatchEvent(new Event("open"));
    return this.says({ type: "connected", data });
  }

  says(message: unknown): this {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent("message", { data }));
    return this;
  }

  tick(sequence: number, epoch = "e", type = "tick"): this {
    return this.says({ type, data: sequence, id: `${epoch}:${sequence}` });
  }

  breaks(facts: object = {}, type = "close"): void {
    this.dispatchEvent(Object.assign(new Event(type), facts));
  }
}

function played(options: Partial<EventsClientOptions> = {}) {
  const clock = stillClock();
  const sockets: PlayedSocket[] = [];
  const states: string[] = [];
  const client = createEventsClient<Tick>({
    url: "http://node.example/ws",
    clock,
    random: () => 0.5,
    createSocket: (url) => {
      const socket = new PlayedSocket(url);
      sockets.push(socket);
      return socket as unknown as EventSocket;
    },
    onState: (state) => states.push(state),
    ...options,
  });
  /** Everything that promises have to do. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const reconnect = async (milliseconds: number): Promise<PlayedSocket> => {
    await settle();
    clock.advance(milliseconds);
    await settle();
    return sockets.at(-1)!;
  };
  const read = async (count: number): Promise<unknown[]> => {
    const items: unknown[] = [];
    while (items.length < count) {
      const item = (await client.next()).value as Tick;
      items.push(item.type === "gap" ? item : item.data);
    }
    return items;
  };
  return { client, clock, sockets, states, settle, reconnect, read };
}

const resumeGap = { type: "gap", reason: "resume" };

describe("the events client", () => {
  test("hands on events, and nothing else that the service says", async () => {
    const { sockets, read, client } = played();
    sockets[0]!.open().tick(1).says({ type: "pong" }).says({ type: "history", data: {} }).tick(2);
    expect(await read(2)).toEqual([1, 2]);
    expect(client.lastId).toBe("e:2");
    expect(sockets[0]!.url.href).toBe("ws://node.example/ws");
  });

  test("goes on after the newest event when the connection breaks, and takes nothing twice", async () => {
    const { sockets, read, reconnect } = played();
    sockets[0]!.open().tick(1).tick(2).breaks();
    const again = await reconnect(125);
    expect(again.url.searchParams.get("since")).toBe("e:2");
    again.open().tick(2).tick(3);
    expect(await read(3)).toEqual([1, 2, 3]);
  });

  test("tells a gap where the service cannot go on, and where it never gave a place", async () => {
    const { sockets, read, reconnect } = played();
    sockets[0]!.open().tick(8).breaks();
    (await reconnect(125)).open({ gap: true }).tick(1, "f").breaks();
    const third = await reconnect(125);
    expect(third.url.searchParams.get("since")).toBe("f:1");
    expect(await read(3)).toEqual([8, resumeGap, 1]);
    const plain = played();
    plain.sockets[0]!.open().says({ type: "tick", data: 1 }).breaks();
    (await plain.reconnect(125)).open().says({ type: "tick", data: 2 });
    expect(await plain.read(3)).toEqual([1, resumeGap, 2]);
  });

  test("has a place to go on from before the first event", async () => {
    const { sockets, reconnect, read } = played();
    sockets[0]!.open({ history_available: 0, last_id: "e:0" }).breaks();
    const again = await reconnect(125);
    expect(again.url.searchParams.get("since")).toBe("e:0");
    again.open().tick(1);
    expect(await read(1)).toEqual([1]);
  });

  test("starts after `since`, and tells a gap when that is no longer known", async () => {
    const { sockets, read } = played({ since: "e:7" });
    expect(sockets[0]!.url.searchParams.get("since")).toBe("e:7");
    sockets[0]!.open({ gap: true }).tick(20);
    expect(await read(2)).toEqual([resumeGap, 20]);
  });

  test("waits longer after each failure in a row, up to the longest span, with full jitter", async () => {
    const { clock, sockets, settle } = played({ maxMilliseconds: 1000 });
    const waits: number[] = [];
    for (let failure = 0; failure < 5; failure++) {
      sockets.at(-1)!.breaks();
      await settle();
      waits.push(clock.waits()[0]!);
      clock.advance(1000);
      await settle();
    }
    expect(waits).toEqual([125, 250, 500, 500, 500]);
    sockets.at(-1)!.open().breaks();
    await settle();
    expect(clock.waits()).toEqual([125]);
  });

  test("gives up after as many failures in a row as it was told", async () => {
    const { client, sockets, reconnect, settle } = played({ attempts: 2 });
    sockets[0]!.breaks();
    (await reconnect(1000)).breaks();
    (await reconnect(1000)).breaks();
    await settle();
    await expect(client.next()).rejects.toMatchObject({ code: "NETWORK" });
    expect(client.state).toBe("closed");
  });

  test("pings a silent service, and leaves one that stays silent", async () => {
    const { clock, sockets, settle, states } = played({ heartbeatMilliseconds: 1000 });
    const [first] = sockets as [PlayedSocket];
    first.open();
    clock.advance(1000);
    await settle();
    expect(first.sent).toEqual([{ type: "ping" }]);
    first.says({ type: "pong" });
    clock.advance(1000);
    await settle();
    expect([first.sent.length, first.isClosed]).toEqual([2, false]);
    clock.advance(1000);
    await settle();
    expect(first.isClosed).toBe(true);
    expect(states).toEqual(["connecting", "open", "waiting"]);
  });

  test("leaves a connection on which something else than messages comes", async () => {
    const { sockets, settle } = played();
    sockets[0]!.open().says("no JSON");
    await settle();
    expect(sockets[0]!.isClosed).toBe(true);
  });

  test("drops the oldest for newer ones when nobody reads, and says so once", async () => {
    const { sockets, read } = played({ bufferSize: 4 });
    sockets[0]!.open();
    for (let sequence = 1; sequence <= 10; sequence++) sockets[0]!.tick(sequence);
    expect(await read(4)).toEqual([{ type: "gap", reason: "overflow" }, 8, 9, 10]);
    sockets[0]!.tick(11);
    expect(await read(1)).toEqual([11]);
  });

  test("asks for names and families, and passes over what comes before the service has heard", async () => {
    const { sockets, read, client } = played({ events: ["token.*", "system.error"] });
    sockets[0]!
      .open()
      .tick(1, "e", "token.added")
      .tick(2, "e", "tokens")
      .tick(3, "e", "system.error");
    const events = ["token.*", "system.error"];
    expect(sockets[0]!.sent).toEqual([{ type: "subscribe", events, data: { events } }]);
    expect(await read(2)).toEqual([1, 3]);
    sockets[0]!.tick(4, "e", "other");
    expect(client.lastId).toBe("e:4");
  });

  test("throws what the service has against its subscription", async () => {
    const { sockets, client } = played({ events: [" "] });
    sockets[0]!
      .open()
      .says({ type: "error", data: { code: "MESSAGE_INVALID", message: "bad name" } });
    await expect(client.next()).rejects.toMatchObject({
      code: "INPUT_INVALID",
      message: "bad name",
    });
  });

  test.each([
    ["close", { code: 1008, reason: "UNAUTHORIZED: the key has ended" }, "UNAUTHORIZED", 401],
    ["error", { message: "Unexpected server response: 401" }, "UNAUTHORIZED", 401],
    ["error", { message: "Unexpected server response: 403" }, "FORBIDDEN", 403],
  ])(
    "stops for good with a dead key: %s with %j is the Problem %s",
    async (type, facts, code, status) => {
      const { sockets, client, reconnect } = played();
      sockets[0]!.open().tick(1).breaks(facts, type);
      expect(await client.next()).toMatchObject({ value: { data: 1 } });
      const failure: unknown = await client.next().catch((error: unknown) => error);
      expect(isProblem(failure) && [failure.code, failure.status]).toEqual([code, status]);
      await reconnect(600_000);
      expect([client.state, sockets.length]).toEqual(["closed", 1]);
    },
  );

  test.each([
    ["close", { code: 1008, reason: "5 bad messages in 10 s" }],
    ["close", { code: 1001, reason: "the server is going down" }],
    ["close", { code: 1013, reason: "keys cannot be verified now: connect again" }],
    ["error", { message: "Unexpected server response: 503" }],
  ])("connects again after %s with %j", async (type, facts) => {
    const { sockets, reconnect } = played();
    sockets[0]!.open().tick(1).breaks(facts, type);
    await reconnect(600_000);
    expect(sockets).toHaveLength(2);
  });

  test("ends with its loop, whether it is closed or left", async () => {
    const { client, sockets } = played();
    sockets[0]!.open().tick(1).tick(2);
    const heard: unknown[] = [];
    for await (const event of client) {
      heard.push(event);
      break;
    }
    expect(heard).toHaveLength(1);
    expect([client.state, sockets[0]!.isClosed]).toEqual(["closed", true]);
    expect(await client.next()).toEqual({ done: true, value: undefined });
    const other = played();
    other.sockets[0]!.open().tick(1);
    other.client.close();
    expect([(await other.client.next()).done, (await other.client.next()).done]).toEqual([
      false,
      true,
    ]);
  });

  test("throws to its reader when createSocket returns no socket, or a function of the app throws", async () => {
    const nothing = played({ createSocket: (() => ({})) as never });
    await expect(nothing.client.next()).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: "the socket of createSocket.send: expected function, found undefined",
    });
    expect(nothing.client.state).toBe("closed");
    const fault = new RangeError("a bug of the app");
    const fails = (): never => {
      throw fault;
    };
    await expect(played({ onState: fails }).client.next()).rejects.toBe(fault);
    const broken = played({ random: fails });
    await broken.settle();
    broken.sockets[0]?.breaks();
    await expect(broken.client.next()).rejects.toBe(fault);
  });

  test.each([{ url: "ftp://x" }, { bufferSize: 1 }, { baseMilliseconds: 0 }, { attempts: 0 }])(
    "refuses the options %j",
    (options) => {
      expect(() => played(options)).toThrow(expect.objectContaining({ code: "OPTION_INVALID" }));
    },
  );
});
