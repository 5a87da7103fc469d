/** A bus with keys, and strangers who forge, change, repeat or keep for later what goes over it. */

import { hasCode, systemClock, type Bus, type BusFault, type Clock } from "@bourse/kernel";
import {
  connect,
  createInbox,
  headers,
  type Msg,
  type NatsConnection,
} from "@nats-io/transport-node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { noNats, startNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { openNatsBus, type NatsBusOptions } from "../src/index.ts";

const KEY = "the key of this bus, 32 or more letters";
const OTHER = "another key, which has 32 letters as well";
const SOON = { timeoutMilliseconds: 10_000 } as const;
const ONE = { concurrency: 1, leaseMilliseconds: 60_000 } as const;
const SUMS = "bourse.service.sums";

describe.skipIf(noNats !== undefined)(`a bus with keys${noNats ? ` (${noNats})` : ""}`, () => {
  let server: NatsServer;
  let stranger: NatsConnection;
  const faults: BusFault[] = [];
  const opened: Bus[] = [];
  const open = async (options: Partial<NatsBusOptions> = {}): Promise<Bus> => {
    const onFault = (fault: BusFault): void => void faults.push(fault);
    const bus = await openNatsBus({ url: server.url, keys: [KEY], onFault, ...options });
    opened.push(bus);
    return bus;
  };
  const refused = (where: BusFault["where"]): number =>
    faults.filter((one) => one.where === where && hasCode(one.error, "BUS_MESSAGE_UNPROVED"))
      .length;
  /** A service that counts what it does, and names its callers. */
  const serve = async (options: Partial<NatsBusOptions> = {}) => {
    const bus = await open(options);
    const done: unknown[] = [];
    const callers: (string | null)[] = [];
    bus.serve("sums", {
      async add(payload, { caller }) {
        done.push(payload);
        callers.push(caller);
        return done.length;
      },
    });
    await bus.probe();
    return { bus, done, callers };
  };
  /** Hears what is sent to a subject. */
  const overhear = async (subject: string): Promise<Msg[]> => {
    const heard: Msg[] = [];
    stranger.subscribe(subject, { callback: (_, message) => void heard.push(message) });
    await stranger.flush();
    return heard;
  };
  const again = (message: Msg, subject = message.subject): void =>
    stranger.publish(subject, message.data, {
      ...(message.reply !== undefined && { reply: message.reply }),
      ...(message.headers !== undefined && { headers: message.headers }),
    });

  beforeEach(async () => {
    server = await startNatsServer();
    stranger = await connect({ servers: server.url });
    faults.length = 0;
  });
  afterEach(async () => {
    await stranger.close();
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
    await server.close();
  });

  test("answers its own, who are told by name", async () => {
    const { callers } = await serve({ clientName: "the service" });
    const caller = await open({ clientName: "the caller: Zoë" });
    expect(await caller.request("sums", "add", 1, SOON)).toBe(1);
    expect(callers).toEqual(["the caller: Zoë"]);
    expect(faults).toEqual([]);
  });

  test("carries a request and an answer of several megabytes", async () => {
    const { bus } = await serve();
    bus.serve("echo", { back: async (payload) => payload });
    await bus.probe();
    const caller = await open();
    const text = "x".repeat(3_000_000);
    expect(await caller.request("echo", "back", { text }, SOON)).toEqual({ text });
  });

  test("does nothing for a call without a signature, or with one of another key", async () => {
    const { done } = await serve();
    const call = { payload: null, method: "add" };
    const answer = await stranger.request(SUMS, JSON.stringify(call), { timeout: 5000 });
    expect(answer.json()).toMatchObject({ error: { code: "BUS_REQUEST_FAILED" } });
    expect(answer.headers?.has("Bourse-Signature") ?? false).toBe(false);
    const foreign = await open({ keys: [OTHER] });
    const calling = foreign.request("sums", "add", 1, { timeoutMilliseconds: 300 });
    await expect(calling).rejects.toMatchObject({
      code: "BUS_TIMEOUT",
      details: { isUndone: true },
    });
    expect(done).toEqual([]);
    expect(refused("service")).toBe(2);
  });

  test("does a call once, whoever sends it again and to whichever process", async () => {
    const one = await serve();
    const heard = await overhear(SUMS);
    const caller = await open();
    await caller.request("sums", "add", 1, SOON);
    const other = await serve();
    await expect.poll(() => heard.length).toBe(1);
    for (let copy = 0; copy < 20; copy++) again(heard[0]!);
    await expect.poll(() => refused("service"), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    // The other process asks the caller, who confirms no call twice.
    await stranger.flush();
    await other.bus.probe();
    expect(one.done.length + other.done.length).toBe(1);
  });

  test("does not do a call that its caller has given up", async () => {
    const { done } = await serve({ clientName: "late" });
    const late = opened.pop()!;
    await late.close();
    const heard = await overhear(SUMS);
    const caller = await open();
    await expect(
      caller.request("sums", "add", 1, { timeoutMilliseconds: 300 }),
    ).rejects.toMatchObject({ code: "BUS_TIMEOUT", details: { isUndone: true } });
    const back = await serve();
    again(heard[0]!);
    await stranger.flush();
    expect(await caller.request("sums", "add", 2, SOON)).toBe(1);
    expect(back.done).toEqual([2]);
    expect(done).toEqual([]);
  });

  test("refuses a call that was changed, or that asks for its answer elsewhere", async () => {
    const { done } = await serve();
    const heard = await overhear(SUMS);
    const caller = await open();
    await caller.request("sums", "add", 1, SOON);
    const [call] = heard;
    const body = call!.string().replace("1", "2");
    const head = call!.headers!;
    stranger.publish(SUMS, body, { reply: call!.reply!, headers: head });
    stranger.publish(SUMS, call!.data, { reply: createInbox(), headers: head });
    for (const name of ["Bourse-Nonce", "Bourse-Time", "Bourse-Caller"]) {
      const changed = headers();
      for (const key of head.keys()) changed.set(key, head.get(key));
      changed.set(name, "1");
      stranger.publish(SUMS, call!.data, { reply: call!.reply!, headers: changed });
    }
    await expect.poll(() => refused("service")).toBe(5);
    expect(done).toEqual([1]);
  });

  test("refuses a call from beyond 30 s by its clock", async () => {
    const { done } = await serve();
    const behind = (milliseconds: number): Clock => ({
      ...systemClock,
      now: () => systemClock.now() - milliseconds,
    });
    const near = await open({ clock: behind(20_000) });
    expect(await near.request("sums", "add", 1, SOON)).toBe(1);
    for (const offset of [40_000, -40_000]) {
      const far = await open({ clock: behind(offset) });
      const calling = far.request("sums", "add", 2, { timeoutMilliseconds: 300 });
      await expect(calling).rejects.toMatchObject({ code: "BUS_TIMEOUT" });
    }
    expect(done).toEqual([1]);
  });

  test("takes no answer but that of the service to this very call", async () => {
    const { bus } = await serve();
    const caller = await open();
    const heard = await overhear("_INBOX.>");
    await caller.request("sums", "add", 0, SOON);
    await expect.poll(() => heard.some((one) => one.string().includes("value"))).toBe(true);
    const old = heard.findLast((one) => one.string().includes("value"))!;
    bus.serve("slow", {
      async wait() {
        await expect.poll(() => forged).toBe(true);
        return "the true answer";
      },
    });
    await bus.probe();
    let forged = false;
    const nobody = headers(503, "No Responders");
    stranger.subscribe("bourse.service.slow", {
      callback: (_, { reply = "" }) => {
        stranger.publish(reply, JSON.stringify({ value: "forged" }));
        again(old, reply);
        stranger.publish(reply, "", { headers: nobody });
        forged = true;
      },
    });
    await stranger.flush();
    const answer = await caller
      .request("slow", "wait", null, SOON)
      .catch((error: unknown) => error);
    // The server's word that nobody listens can be forged before the call is confirmed: then nothing is done.
    if (hasCode(answer, "BUS_NO_RESPONDER")) {
      expect(answer).toMatchObject({ details: { isUndone: true } });
    } else {
      expect(answer).toBe("the true answer");
    }
    expect(refused("connection")).toBeGreaterThanOrEqual(2);
  });

  test("gives up a queued message that it has not signed, and takes its own at any age, once more and again", async () => {
    const bus = await open();
    const seen: string[] = [];
    const heard = await overhear("bourse.queue.work.*");
    await bus.enqueue("work", "own", { n: 1 });
    await stranger.flush();
    const [own] = heard;
    stranger.publish("bourse.queue.work.forged", JSON.stringify({ id: "forged", payload: {} }));
    again(own!, "bourse.queue.work.moved");
    await stranger.flush();
    const old: Clock = { ...systemClock, now: () => systemClock.now() + 30 * 86_400_000 };
    const later = await open({ clock: old });
    later.consume("work", async ({ id }) => void seen.push(id), ONE);
    await expect.poll(() => later.countDeadLetters("work")).toBe(2);
    await expect.poll(() => seen).toEqual(["own"]);
    expect(await later.deadLetters("work")).toMatchObject([
      { id: "forged", attempts: 1, error: "A message of the bus was refused: it is not signed." },
      { id: "moved", attempts: 1 },
    ]);
  });

  test("tells its listeners no event that is forged, changed or old", async () => {
    const bus = await open();
    const other = await open();
    const told: unknown[] = [];
    other.subscribe("tick", (event) => told.push(event));
    await other.probe();
    const heard = await overhear("bourse.topic.tick");
    bus.publish("tick", { n: 1 });
    await expect.poll(() => told).toEqual([{ n: 1 }]);
    const [own] = heard;
    stranger.publish("bourse.topic.tick", JSON.stringify({ n: 2 }));
    stranger.publish("bourse.topic.tick", JSON.stringify({ n: 3 }), { headers: own!.headers! });
    const past = await open({ clock: { ...systemClock, now: () => systemClock.now() - 60_000 } });
    past.publish("tick", { n: 4 });
    await expect.poll(() => refused("listener")).toBe(3);
    expect(told).toEqual([{ n: 1 }]);
  });

  test("changes its key without a pause: new at the end, new in front, old away", async () => {
    const steps: (readonly string[])[] = [[KEY], [KEY, OTHER], [OTHER, KEY], [OTHER]];
    for (let step = 0; step + 1 < steps.length; step++) {
      const served = await serve({ keys: steps[step]! });
      const caller = await open({ keys: steps[step + 1]! });
      expect(await caller.request("sums", "add", step, SOON)).toBe(1);
      await served.bus.close();
      const newer = await serve({ keys: steps[step + 1]! });
      const older = await open({ keys: steps[step]! });
      expect(await older.request("sums", "add", step, SOON)).toBe(1);
      await newer.bus.close();
    }
  });

  test("with `acceptsUnsigned` works with one that signs nothing, in both directions, and takes no wrong signature", async () => {
    const old = { keys: undefined } as unknown as Partial<NatsBusOptions>;
    const lenient = { acceptsUnsigned: true };
    const newer = await serve(lenient);
    const before = await open(old);
    expect(await before.request("sums", "add", 1, SOON)).toBe(1);
    expect(newer.callers).toEqual([null]);
    await newer.bus.close();
    const older = await serve(old);
    const caller = await open(lenient);
    expect(await caller.request("sums", "add", 2, SOON)).toBe(1);
    await older.bus.close();
    const again = await serve(lenient);
    const foreign = await open({ keys: [OTHER] });
    const calling = foreign.request("sums", "add", 3, { timeoutMilliseconds: 300 });
    await expect(calling).rejects.toMatchObject({ code: "BUS_TIMEOUT" });
    expect(again.done).toEqual([]);
  });
});

test.each([[["short"]], [[]], [[KEY, 7]], ["text"]])(
  "keys %o are refused, and not shown",
  async (keys) => {
    const opening = openNatsBus({ url: "nats://127.0.0.1:1", keys: keys as unknown as string[] });
    await expect(opening).rejects.toMatchObject({ code: "OPTION_INVALID" });
    await expect(opening).rejects.not.toThrow(/short/u);
  },
);
