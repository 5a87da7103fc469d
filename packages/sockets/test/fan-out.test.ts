import { describe, expect, test } from "vitest";

import { EVENTS_PROTOCOL } from "../src/index.ts";
import { Listener, serve } from "./support.ts";

const upTo = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, at) => from + at);

describe("a client that connects", () => {
  test("hears the connected message, the last 20 events, then live ones, with exactly the documented keys", async () => {
    const { url, emit } = await serve();
    for (const value of upTo(30)) emit(value);
    const client = await new Listener(`${url}/ws`).heard(21);
    emit(31);
    await client.heard(22);
    expect(client.messages[0]).toEqual({
      type: "connected",
      data: { message: "Connected to the event stream", history_available: 30 },
    });
    expect(client.messages[1]).toEqual({ type: "tick", data: 11, timestamp: 1.1 });
    expect(client.dataOf()).toEqual(upTo(21, 11));
  });

  test("during a storm misses nothing and hears nothing twice", async () => {
    const { url, emit } = await serve();
    let told = 0;
    const storm = setInterval(() => {
      // 50 every 5 ms: 10,000 a second.
      for (let index = 0; index < 50; index++) emit(++told);
    }, 5);
    const clients: Listener[] = [];
    for (let index = 0; index < 40; index++) {
      clients.push(await new Listener(`${url}/ws`).heard(1));
    }
    await clients.at(-1)?.heard(500);
    clearInterval(storm);
    emit("end");
    await Promise.all(clients.map((client) => client.until((all) => all.at(-1)?.data === "end")));
    for (const client of clients) {
      const values = client.dataOf().slice(0, -1) as number[];
      const first = values[0] ?? 0;
      expect(values).toEqual(upTo(values.length, first));
      expect(values.at(-1)).toBe(told);
    }
  }, 30_000);

  test("sees of a filtered path only what the path is about, history included", async () => {
    const { url, emit } = await serve({
      route: {
        select: ({ params }) =>
          params["room"] === undefined
            ? { key: "", accepts: () => true }
            : { key: params["room"], accepts: ({ data }) => data === params["room"] },
      },
    });
    emit("a");
    emit("b");
    const client = await new Listener(`${url}/ws/a%20b`).heard(1);
    const other = await new Listener(`${url}/ws/b`).heard(2);
    emit("a b");
    emit("b");
    await client.heard(2);
    await other.heard(3);
    expect(client.dataOf()).toEqual(["a b"]);
    expect(other.dataOf()).toEqual(["b", "b"]);
    expect(other.messages[0]?.data).toMatchObject({ history_available: 1 });
  });

  test("is not told passing events later, and they carry no id", async () => {
    const { url, ring, emit } = await serve();
    const client = await new Listener(`${url}/ws`, { protocol: EVENTS_PROTOCOL }).heard(1);
    emit("kept");
    ring.tell((sequence) => ({ type: "tick", data: "passing", timestamp: 0, sequence }));
    await client.heard(3);
    const late = await new Listener(`${url}/ws`).heard(2);
    expect(client.messages.map(({ data, id }) => [data, id]).slice(1)).toEqual([
      ["kept", "epoch:1"],
      ["passing", undefined],
    ]);
    expect(late.dataOf()).toEqual(["kept"]);
  });
});

describe("the subprotocol bourse.events.v1", () => {
  const connect = (url: string, since?: string): Listener =>
    new Listener(`${url}/ws${since === undefined ? "" : `?since=${since}`}`, {
      protocol: EVENTS_PROTOCOL,
    });

  test("gives every event its id, and resumes after one without loss or double", async () => {
    const { url, emit } = await serve();
    for (const value of upTo(60)) emit(value);
    const first = await connect(url).heard(21);
    expect(first.messages.at(-1)?.id).toBe("epoch:60");
    const again = await connect(url, "epoch:5").heard(56);
    expect(again.dataOf()).toEqual(upTo(55, 6));
    expect(again.messages[0]?.data).not.toHaveProperty("gap");
    const upToDate = await connect(url, "epoch:60").heard(1);
    emit(61);
    await upToDate.heard(2);
    expect(upToDate.dataOf()).toEqual([61]);
  });

  test.each(["epoch:3", "other:60", "epoch:61", "nonsense"])(
    "tells a gap when it cannot resume from %s",
    async (since) => {
      const { url, emit } = await serve({ capacity: 50 });
      for (const value of upTo(60)) emit(value);
      const client = await connect(url, since).heard(21);
      expect(client.messages[0]?.data).toMatchObject({ gap: true });
      expect(client.dataOf()).toEqual(upTo(20, 41));
    },
  );

  test("over 1,000 cuts at any moment loses nothing, or says that it does", async () => {
    const { url, emit } = await serve({ capacity: 400 });
    let told = 0;
    const storm = setInterval(() => {
      for (let index = 0; index < 5; index++) emit(++told);
    }, 1);
    let last = 0;
    let gaps = 0;
    for (let cut = 0; cut < 1000; cut++) {
      const client = await connect(url, `epoch:${last}`).heard(1 + (cut % 7));
      client.socket.terminate();
      const [connected, ...events] = client.messages;
      const isGap = (connected?.data as { gap?: boolean } | undefined)?.gap === true;
      const values = events.map(({ data }) => data as number);
      if (isGap) gaps += 1;
      else expect(values).toEqual(upTo(values.length, last + 1));
      last = values.at(-1) ?? last;
    }
    clearInterval(storm);
    expect(last).toBeGreaterThan(1000);
    expect(gaps).toBeLessThan(1000);
  }, 60_000);

  test("is not chosen for a client that offers another one only", async () => {
    const { url } = await serve();
    const client = new Listener(`${url}/ws`, { protocol: "other" });
    await client.closed;
    expect(client.messages).toEqual([]);
  });
});
