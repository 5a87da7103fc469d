/** Whatever others write to the server: it is refused, reported, and stops nothing. */

import {
  hasCode,
  seededRandom,
  type Bus,
  type BusFault,
  type DeadLetter,
  type Random,
} from "@bourse/kernel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { noNats, startNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { rounds } from "../../../../test/support/rounds.ts";
import {
  allStrayMessages,
  RawNatsClient,
  strayMessage,
  type StrayMessage,
} from "../../../../test/support/stray-messages.ts";
import { openNatsBus } from "../src/index.ts";

const ONE = { concurrency: 1, leaseMilliseconds: 60_000 } as const;
const SOON = { timeoutMilliseconds: 20_000 } as const;
const text = (body: string): StrayMessage => ({ body: Buffer.from(body) });

describe.skipIf(noNats !== undefined)(`strangers${noNats ? ` (${noNats})` : ""}`, () => {
  let server: NatsServer;
  let bus: Bus;
  let stranger: RawNatsClient;
  const faults: BusFault[] = [];
  beforeEach(async () => {
    server = await startNatsServer();
    faults.length = 0;
    bus = await openNatsBus({ url: server.url, onFault: (fault) => void faults.push(fault) });
    stranger = await RawNatsClient.connect(server.url);
  });
  afterEach(async () => {
    stranger.close();
    await bus.close();
    await server.close();
  });

  const unreadable = (where: BusFault["where"]): number =>
    faults.filter((one) => one.where === where && hasCode(one.error, "BUS_MESSAGE_UNREADABLE"))
      .length;
  const isDisconnected = (): boolean => faults.some(({ where }) => where === "connection");

  test("put what is no message into a queue: a dead letter at once, and the next message comes", async () => {
    const seen: string[] = [];
    await bus.enqueue("work", "first", {});
    stranger.send("bourse.queue.work.odd", text("not JSON"));
    stranger.send("bourse.queue.work.=YSBi", { body: Buffer.from([0xff, 0xfe]) });
    stranger.send("bourse.queue.work.half", text('{"id":"half"}'));
    await stranger.flush();
    bus.consume("work", async ({ id }) => void seen.push(id), ONE);
    await bus.enqueue("work", "last", {});
    await expect.poll(() => seen).toEqual(["first", "last"]);
    const letters = await bus.deadLetters("work");
    expect(letters).toMatchObject([
      { id: "odd", attempts: 1, payload: { bytes: 8, base64: "bm90IEpTT04=" } },
      { id: "a b", attempts: 1, payload: { bytes: 2, base64: "//4=" } },
      { id: "half", attempts: 1 },
    ]);
    expect(letters.map(({ error }: DeadLetter) => error)).toEqual([
      "A message of the bus cannot be read: it is no plain JSON.",
      "A message of the bus cannot be read: it is no plain JSON.",
      "A message of the bus cannot be read: it has no id and payload.",
    ]);
    expect(unreadable("consumer")).toBe(3);
    expect(await bus.removeDeadLetters("work", "a b")).toBe(true);
    expect(isDisconnected()).toBe(false);
  });

  test("cannot make a message come again for ever because its letter has no room", async () => {
    const seen: string[] = [];
    const failing = async ({ id }: { id: string }): Promise<void> => {
      seen.push(id);
      throw new Error(`broken ${"x".repeat(5000)}`);
    };
    bus.consume("work", failing, { ...ONE, maxDeliveries: 1 });
    await bus.enqueue("work", "large\r\nline", { text: "x".repeat(1_048_400) });
    await expect.poll(() => bus.countDeadLetters("work")).toBe(1);
    await bus.enqueue("work", "next", {});
    await expect.poll(() => bus.countDeadLetters("work")).toBe(2);
    expect(seen).toEqual(["large\r\nline", "next"]);
    const [large] = await bus.deadLetters("work");
    expect(large).toMatchObject({ id: "large\r\nline", payload: { bytes: 1_048_444 } });
  });

  test("write letters that no consumer wrote: they are listed as what they are, and deleted", async () => {
    bus.consume("work", () => Promise.reject(new Error("broken")), { ...ONE, maxDeliveries: 1 });
    await bus.enqueue("work", "own", {});
    await expect.poll(() => bus.countDeadLetters("work")).toBe(1);
    stranger.send("bourse.dead.work", text("garbage"));
    stranger.send("bourse.dead.work", text('{"id":{},"sequence":1}'));
    const late = { id: "late", payload: 1, attempts: 1, error: "", time: 1e300 };
    stranger.send("bourse.dead.work", text(JSON.stringify(late)));
    await stranger.flush();
    await expect.poll(() => bus.countDeadLetters("work")).toBe(4);
    expect(await bus.deadLetters("work")).toMatchObject([
      { id: "own", error: "broken" },
      { id: "unreadable-2", attempts: 0, payload: { base64: "Z2FyYmFnZQ==" } },
      { id: "unreadable-3", sequence: 3 },
      { id: "unreadable-4" },
    ]);
    expect(await bus.removeDeadLetters("work", "unreadable-2")).toBe(true);
    expect(await bus.countDeadLetters("work")).toBe(3);
  });

  test("publish what is no event: it is dropped and reported, and the connection stays", async () => {
    const heard: unknown[] = [];
    bus.subscribe("tick", (event) => heard.push(event));
    await bus.probe();
    for (const body of ["not JSON", '{"__proto__":{"a":1}}', "[".repeat(70) + "]".repeat(70)]) {
      stranger.send("bourse.topic.tick", text(body));
    }
    stranger.send("bourse.topic.tick", text('{"n":1}'));
    await expect.poll(() => heard).toEqual([{ n: 1 }]);
    expect(unreadable("listener")).toBe(3);
    expect(isDisconnected()).toBe(false);
  });

  test("ask what is no request: they get an error as an answer, at once", async () => {
    bus.serve("sums", { one: async () => 1 });
    await bus.probe();
    await stranger.subscribe("answers");
    for (const message of [text("not JSON"), text("null"), text('{"method":7}'), ...oddHeaders()]) {
      stranger.send("bourse.service.sums", message, "answers");
    }
    await expect
      .poll(() => stranger.heard.match(/"code":"BUS_REQUEST_FAILED"/gu)?.length ?? 0)
      .toBe(3 + oddHeaders().length);
    expect(unreadable("service")).toBe(3 + oddHeaders().length);
    const other = await openNatsBus({ url: server.url });
    expect(await other.request("sums", "one", null, SOON)).toBe(1);
    await other.close();
    expect(isDisconnected()).toBe(false);
  });

  test("answer in a service's place: what is no answer is an error of its caller, never a wait", async () => {
    await stranger.subscribe("bourse.service.sums");
    const messages = [
      ...["not JSON", "null", "{}", '{"error":null}', '{"error":{"code":7}}'].map((one) =>
        text(one),
      ),
      text('{"error":{"code":"constructor","message":"m","details":{}}}'),
      ...oddHeaders(),
    ];
    for (const message of messages) {
      stranger.onRequest = (_, reply) => stranger.send(reply, message);
      await expect(bus.request("sums", "one", null, SOON)).rejects.toMatchObject({
        code: "BUS_REQUEST_FAILED",
        message: 'The service "sums" failed at "one": its answer cannot be read.',
      });
    }
    expect(isDisconnected()).toBe(false);
  });

  test("answer in the server's place: calls end in an error of the bus, and the connection stays", async () => {
    await stranger.subscribe("$JS.API.>");
    await stranger.subscribe("bourse.present.work");
    const malformed = oddHeaders()[0]!;
    stranger.onRequest = (_, reply) => stranger.send(reply, malformed);
    await bus.countDeadLetters("work").catch((error: unknown) => {
      expect(error).toMatchObject({ code: "BUS_UNAVAILABLE" });
    });
    await bus.enqueue("work", "a", {}).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "BUS_UNAVAILABLE" });
    });
    stranger.onRequest = undefined;
    await bus.probe();
    expect(isDisconnected()).toBe(false);
  });

  test("send anything at all to every subject: each reader lives, and does its next work", async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const worked: string[] = [];
    const heard: unknown[] = [];
    bus.consume("work", async ({ id }) => void worked.push(id), ONE);
    bus.subscribe("tick", (event) => heard.push(event));
    bus.serve("sums", { one: async () => 1 });
    await bus.probe();
    const messages = [
      ...allStrayMessages(),
      ...Array.from({ length: rounds(200, 3000) }, () => strayMessage(random)),
    ];
    for (const message of messages) {
      const subject = `bourse.${pickOne(random, ["topic.tick", "service.sums", "dead.work"])}`;
      stranger.send(subject, message);
      stranger.send(`bourse.queue.work.${Math.floor(random.next() * 1e9)}`, message);
      stranger.send("bourse.present.work", message, "bourse.topic.tick");
    }
    await stranger.flush();
    await bus.enqueue("work", "the last one", {});
    bus.publish("tick", "the last one");
    await expect
      .poll(() => worked, { timeout: 60_000, message: `seed ${seed}` })
      .toContain("the last one");
    await expect.poll(() => heard.at(-1), { message: `seed ${seed}` }).toBe("the last one");
    expect(await bus.request("sums", "one", null, SOON)).toBe(1);
    await bus.deadLetters("work", { limit: 1000 });
    expect(isDisconnected(), `seed ${seed}`).toBe(false);
  });
});

/** Messages whose headers no client can parse. */
function oddHeaders(): readonly StrayMessage[] {
  return ["NATS/1.0\r\nno name\u0001: x\r\n\r\n"].map((headers) => ({
    body: Buffer.alloc(0),
    headers,
  }));
}

function pickOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random.next() * items.length)]!;
}
