import { Agent, get, type IncomingMessage } from "node:http";

import { describe, expect, test } from "vitest";

import { eventually } from "./eventually.ts";
import { openSocket, parseReply, readAll } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

/** Outcome of one request. */
type Outcome = "answered" | "answered, connection to be closed" | "refused";

/** One request on the agent's connections. Rejects on anything but a whole answer or a refused connection. */
function request(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const call = get(`${url}/api/jobs/stats`, { agent }, (reply) => {
      readWhole(reply).then(
        (body) => {
          if (body !== '{"stats":true}') reject(new Error(`half an answer: ${body}`));
          const last = reply.headers.connection === "close";
          resolve(last ? "answered, connection to be closed" : "answered");
        },
        (error: unknown) => reject(new Error("cut in the middle of an answer", { cause: error })),
      );
    });
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve("refused");
      else reject(new Error(`a request was lost: ${error.code}`, { cause: error }));
    });
  });
}

async function readWhole(reply: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of reply) text += String(chunk);
  return text;
}

describe("a drain", () => {
  test("loses no request: every caller gets a whole answer or is refused a connection", async () => {
    const { url, http } = await serveSample();
    const outcomes: Outcome[] = [];
    const caller = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const outcome = await request(url, agent);
        outcomes.push(outcome);
        if (outcome === "refused") return;
      }
    };
    const callers = Array.from({ length: 16 }, caller);
    await eventually("the callers to be in full swing", () => outcomes.length > 500);
    const result = await http.drain();
    await Promise.all(callers);
    expect(result).toEqual({ cut: 0 });
    expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(16);
    expect(outcomes).toContain("answered, connection to be closed");
  }, 20_000);

  test("waits for a request under way, tells its caller to go, and refuses new connections at once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isWaiting = false;
    const wait = (): Promise<void> => {
      isWaiting = true;
      return promise;
    };
    const { url, http } = await serveSample({}, { wait });
    const reply = fetch(`${url}/api/wait`);
    await eventually("the request to arrive", () => isWaiting);
    const drained = http.drain();
    await eventually("the port to be closed", () => !http.server.listening);
    await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
    resolve();
    const answered = await reply;
    expect(answered.headers.get("connection")).toBe("close");
    expect(await answered.json()).toEqual({ waited: true });
    expect(await drained).toEqual({ cut: 0 });
  });

  test.each([
    [true, 200, { status: "ready" }],
    [false, 503, { status: "not ready" }],
    ["The store is full.", 503, { status: "not ready", reason: "The store is full." }],
    [{ warnings: ["Change it."] }, 200, { status: "ready", warnings: ["Change it."] }],
  ])("answers /readyz by what the service says: %j is %i", async (answer, status, body) => {
    const { url } = await serveSample({ ready: () => Promise.resolve(answer) });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
  });

  test("turns /readyz to 503 at once for whoever is still connected", async () => {
    const { url, http } = await serveSample();
    const socket = await openSocket(url);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const drained = http.drain();
    socket.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const reply = parseReply(await readAll(socket));
    expect(reply).toMatchObject({ status: 503, body: '{"status":"draining"}' });
    await drained;
  });

  test("answers all of several pipelined requests before it ends their connection", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let arrived = 0;
    const wait = (): Promise<void> => {
      arrived++;
      return promise;
    };
    const { url, http } = await serveSample({}, { wait });
    const socket = await openSocket(url);
    socket.write("GET /api/wait HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
    await eventually("all three to arrive", () => arrived === 3);
    const drained = http.drain();
    resolve();
    const text = await readAll(socket);
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(3);
    expect(text.match(/Connection: close/g)).toHaveLength(1);
    expect(await drained).toEqual({ cut: 0 });
  });

  test("cuts what is still busy at the deadline, and tells how many", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const wait = (signal: AbortSignal | undefined): Promise<void> => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const { url, http } = await serveSample({}, { wait });
    const reply = fetch(`${url}/api/wait`).catch((error: unknown) => error);
    await eventually("the request to arrive", () => signals.length === 1);
    expect(await http.drain({ deadlineMilliseconds: 50 })).toEqual({ cut: 1 });
    expect(await reply).toBeInstanceOf(Error);
    await eventually("the handler to be told", () => signals[0]?.aborted === true);
  });

  test("ends connections that have nothing to say, long before the deadline", async () => {
    const { url, http } = await serveSample();
    const fresh = await openSocket(url);
    const used = await openSocket(url);
    used.write("GET /api/jobs/stats HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => used.once("data", resolve));
    const ends = Promise.all([readAll(fresh), readAll(used)]);
    expect(await http.drain({ deadlineMilliseconds: 60_000 })).toEqual({ cut: 0 });
    expect(await ends).toEqual(["", ""]);
  });

  test("calls its hook once and answers every call with one result", async () => {
    let calls = 0;
    const { http } = await serveSample({ onDrain: () => void calls++ });
    const [first, second] = await Promise.all([http.drain(), http.drain()]);
    expect(first).toBe(second);
    expect(calls).toBe(1);
  });

  test("does not wait past its deadline for a hook that hangs", async () => {
    const { http } = await serveSample({ onDrain: () => new Promise(() => {}) });
    expect(await http.drain({ deadlineMilliseconds: 30 })).toEqual({ cut: 0 });
  });
});

describe("a stream", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test("of events ends in good order when a drain begins", async () => {
    let isCancelled = false;
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => controller.enqueue(bytes("data: 1\n\n")),
        cancel: () => void (isCancelled = true),
      });
    const { url, http } = await serveSample({}, { stream });
    const reply = await fetch(`${url}/api/stream`);
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    const text = reply.text();
    expect(await http.drain()).toEqual({ cut: 0 });
    expect(await text).toBe("data: 1\n\n");
    expect(isCancelled).toBe(true);
  });

  test("is cancelled at its source when the caller goes", async () => {
    let isCancelled = false;
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(bytes("data: 1\n\n")),
        cancel: () => void (isCancelled = true),
      });
    const { url } = await serveSample({}, { stream });
    const controller = new AbortController();
    const reply = await fetch(`${url}/api/stream`, { signal: controller.signal });
    await reply.body?.getReader().read();
    expect(isCancelled).toBe(false);
    controller.abort();
    await eventually("the source to be cancelled", () => isCancelled);
  });

  test("that fails midway cuts the connection: half an answer never looks whole", async () => {
    const stream = (): ReadableStream<Uint8Array> => {
      let count = 0;
      return new ReadableStream({
        pull: (controller) => {
          if (count++ === 0) controller.enqueue(bytes("data: 1\n\n"));
          else controller.error(new Error("the source broke"));
        },
      });
    };
    const { url } = await serveSample({}, { stream });
    const reply = await fetch(`${url}/api/stream`);
    await expect(reply.text()).rejects.toThrow("terminated");
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  test("asked for by HEAD is not begun", async () => {
    let isCancelled = false;
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({ cancel: () => void (isCancelled = true) });
    const { url } = await serveSample({}, { stream });
    expect((await fetch(`${url}/api/stream`, { method: "HEAD" })).status).toBe(200);
    await eventually("the source to be cancelled", () => isCancelled);
  });

  test("never runs ahead of a caller who does not read", async () => {
    let pulled = 0;
    const piece = new Uint8Array(65_536);
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => {
          if (++pulled > 2000) controller.close();
          else controller.enqueue(piece);
        },
      });
    const { url } = await serveSample({}, { stream });
    const socket = await openSocket(url);
    socket.pause();
    socket.write("GET /api/stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let before = -1;
    await eventually("the source to be at rest", () => {
      const isAtRest = pulled > 0 && pulled === before;
      before = pulled;
      return isAtRest;
    });
    expect(pulled).toBeLessThan(1000);
    expect((await readAll(socket)).length).toBeGreaterThan(2000 * 65_536);
  });
});
