import { once } from "node:events";
import { request } from "node:http";

import { createFollowJob, type JobProgressEvent } from "@bourse/client/backtest/progress";
import { createEventsClient, type Gap } from "@bourse/client/events";
import { BacktestEvent } from "@bourse/contract/backtest";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { feedCheck } from "../../../test/support/feed-check.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 30_000 });

const PROTOCOL = "bourse.events.v1";
const key = "a-key-of-sixteen-or-more";

describe("the feed of all events", () => {
  test("tells of a job from its creation to its end, in the documented shape", async () => {
    const server = await runTestServer();
    const socket = await listen(server, "/api/ws/events");
    const check = await feedCheck(server.url, "/api/ws/events");
    const { body } = await server.post("/api/backtests", { limit: 500 });
    const { job_id: uuid } = body as { job_id: string };
    await socket.until("job.completed");
    const events = socket.events();
    for (const event of events) {
      const isRecorded = event.type !== "job.progress";
      const keys = ["type", "timestamp", "payload", ...(isRecorded ? ["id"] : [])];
      expect(Object.keys(event)).toEqual(keys);
      BacktestEvent.parse(event);
      check(event);
    }
    const steps = events.filter(({ type }) => type !== "job.progress").map(({ type }) => type);
    expect(steps).toEqual(["job.created", "job.started", "job.completed"]);
    expect(events.at(-1)?.payload).toEqual((await server.get(`/api/jobs/${uuid}`)).body);
  });

  test("answers what a client asks in the documented shape", async () => {
    const server = await runTestServer();
    const { body } = await server.post("/api/backtests", { limit: 500 });
    const path = `/api/ws/jobs/${(body as { job_id: string }).job_id}`;
    const socket = await listen(server, path);
    const check = await feedCheck(server.url, "/api/ws/jobs/{uuid}");
    const asked = [
      { type: "ping" },
      { type: "get_history", payload: { count: 5 } },
      { type: "subscribe", payload: { events: ["job.*"] } },
    ];
    for (const message of asked) socket.send(message);
    socket.send({ type: "subscribe", payload: { events: "job.*" } });
    await socket.until("error");
    await socket.until("job.completed");
    const types = socket.events().map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["pong", "history", "subscribed"]));
    for (const message of [socket.connected(), ...socket.events(), ...asked]) check(message);
  });

  test("has a stream beside it in which a client follows one job to its end", async () => {
    const server = await runTestServer();
    const { body } = await server.post("/api/backtests", { limit: 500 });
    const { job_id: uuid } = body as { job_id: string };
    const check = await feedCheck(server.url, "/api/jobs/{uuid}/progress");
    const told: JobProgressEvent[] = [];
    for await (const event of createFollowJob({ baseUrl: server.url })(uuid)) told.push(event);
    expect(told.at(-1)).toEqual({
      type: "job",
      data: (await server.get(`/api/jobs/${uuid}`)).body,
    });
    for (const { type, data } of told) check({ event: type, data: JSON.stringify(data) });
    await expect(createFollowJob({ baseUrl: server.url })("nobody").next()).rejects.toMatchObject({
      code: "JOB_NOT_FOUND",
    });
  });

  test("tells of trades and signals", async () => {
    const server = await runTestServer();
    const socket = await listen(server, "/api/ws/events");
    const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.01, client_order_id: "mine" };
    await server.post("/api/execution/orders", order);
    await server.post("/api/execution/positions/close", { symbol: "BTCUSDT" });
    await server.post("/api/strategies/rsi/signal");
    await socket.until("signal.generated");
    const events = socket.events().map((event) => BacktestEvent.parse(event));
    const check = await feedCheck(server.url, "/api/ws/events");
    for (const event of socket.events()) check(event);
    expect(events.map(({ type }) => type)).toEqual([
      "trade.entered",
      "trade.exited",
      "signal.generated",
    ]);
    expect(events[0]?.payload).toMatchObject({ client_order_id: "mine", quantity: "0.01" });
  });

  test("is resumed where it broke off, without loss or double", async () => {
    const server = await runTestServer();
    const first = await listen(server, "/api/ws/events", { protocol: PROTOCOL });
    await server.post("/api/strategies/rsi/signal");
    await first.until("signal.generated");
    const since = first.events().at(-1)?.["id"] as string;
    first.close();
    await server.post("/api/strategies/rsi/signal");
    await server.post("/api/strategies/ma_crossover/signal");
    const path = `/api/ws/events?since=${encodeURIComponent(since)}`;
    const second = await listen(server, path, { protocol: PROTOCOL });
    await second.until("signal.generated", 2);
    expect(
      second.events().map(({ payload }) => (payload as { strategy_name: string }).strategy_name),
    ).toEqual(["rsi", "ma_crossover"]);
  });
});

describe("a socket that opens after the events", () => {
  const trade = async (server: TestServer): Promise<void> => {
    await server.post("/api/execution/orders", { symbol: "BTCUSDT", side: "buy", quantity: 0.01 });
    await server.post("/api/strategies/rsi/signal");
    await server.ended(await dispatch(server));
  };
  const types = (events: readonly Message[]): string[] =>
    events.map(({ type }) => type).filter((type) => type !== "job.progress");
  const steps = ["job.created", "job.started", "job.completed"];

  test("is not told again of trades and signals, which a program would act upon", async () => {
    const server = await runTestServer();
    await trade(server);
    const socket = await listen(server, "/api/ws/events");
    await socket.until("job.completed");
    expect(types(socket.events())).toEqual(steps);
    for (const { id } of socket.events()) expect(id).toMatch(/^[^:]+:\d+$/u);
    expect(socket.connected()["payload"]).toMatchObject({
      last_id: socket.events().at(-1)?.["id"],
    });
  });

  test("is told of them with replay=true, with the ids that they had", async () => {
    const server = await runTestServer();
    const live = await listen(server, "/api/ws/events");
    await trade(server);
    await live.until("job.completed");
    const socket = await listen(server, "/api/ws/events?replay=true");
    await socket.until("job.completed");
    const recorded = live.events().filter(({ type }) => type !== "job.progress");
    expect(socket.events()).toEqual(recorded);
    expect(types(recorded)).toEqual(["trade.entered", "signal.generated", ...steps]);
  });

  test.each(["since", "Last-Event-ID"])("resumes by %s without a subprotocol", async (by) => {
    const server = await runTestServer();
    const live = await listen(server, "/api/ws/events");
    await trade(server);
    await live.until("job.completed");
    const first = String(live.events()[0]?.["id"]);
    const told =
      by === "since"
        ? listen(server, `/api/ws/events?since=${encodeURIComponent(first)}`)
        : listen(server, "/api/ws/events", { headers: { "last-event-id": first } });
    const socket = await told;
    await socket.until("job.completed");
    expect(types(socket.events())).toEqual(["signal.generated", ...steps]);
  });
});

test("the events client follows the feed, typed by the contract", async () => {
  const server = await runTestServer();
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
  const events = createEventsClient<BacktestEvent>({
    url: `${server.url}/api/ws/events`,
    events: ["job.created", "job.completed"],
    onState: (state) => {
      if (state === "open") opened();
    },
  });
  onTestFinished(() => events.close());
  await isOpen;
  const uuid = await dispatch(server);
  const told: (BacktestEvent | Gap)[] = [];
  for await (const event of events) {
    told.push(event);
    if (event.type === "job.completed") break;
  }
  expect(told).toMatchObject([
    { type: "job.created", payload: { uuid } },
    { type: "job.completed", payload: { uuid, status: "completed" } },
  ]);
});

describe("the feed of one job", () => {
  test("tells of that job alone", async () => {
    const server = await runTestServer();
    const first = await dispatch(server);
    const socket = await listen(server, `/api/ws/jobs/${first}`);
    const second = await dispatch(server);
    await server.ended(second);
    await socket.until("job.completed");
    const uuids = socket.events().map(({ payload }) => {
      const { uuid, job_id: id } = payload as { uuid?: string; job_id?: string };
      return uuid ?? id;
    });
    expect(new Set(uuids)).toEqual(new Set([first]));
  });

  test("of a job that nobody made is 404, before the handshake", async () => {
    const server = await runTestServer();
    const uuid = "00000000-0000-4000-8000-000000000000";
    expect(await handshake(server, `/api/ws/jobs/${uuid}`)).toBe(404);
    expect(await handshake(server, "/api/ws/jobs/x%2Fy")).toBe(404);
  });
});

describe("access", () => {
  test("a server with keys lets in who brings one", async () => {
    const server = await runTestServer({ API_KEYS: key });
    expect(await handshake(server, "/api/ws/events")).toBe(401);
    expect(await handshake(server, "/api/ws/events", { "x-api-key": `${key}x` })).toBe(401);
    expect(await handshake(server, "/api/ws/events", { "x-api-key": key })).toBe(101);
  });

  test("a page of another origin is refused, one of this server's or of CORS_ORIGINS is let in", async () => {
    const server = await runTestServer({ CORS_ORIGINS: "https://desk.example.com" });
    const from = (origin: string): Promise<number> =>
      handshake(server, "/api/ws/events", { origin });
    expect(await from("https://evil.example.com")).toBe(403);
    expect(await from("null")).toBe(403);
    expect(await from(new URL(server.url).origin)).toBe(101);
    expect(await from("https://desk.example.com")).toBe(101);
  });

  test("a request that asks for no socket is told to", async () => {
    const server = await runTestServer();
    expect((await server.get("/api/ws/events")).status).toBe(426);
  });
});

async function dispatch(server: TestServer): Promise<string> {
  const { body } = await server.post("/api/backtests", { limit: 500 });
  return (body as { job_id: string }).job_id;
}

interface Message {
  readonly type: string;
  readonly payload: unknown;
  readonly [name: string]: unknown;
}

/** A socket that has been greeted. */
async function listen(
  server: TestServer,
  path: string,
  given: { readonly protocol?: string; readonly headers?: Record<string, string> } = {},
) {
  const { protocol, headers } = given;
  const socket = new WebSocket(server.url.replace("http", "ws") + path, {
    ...(protocol !== undefined && { protocols: protocol }),
    ...(headers !== undefined && { headers }),
  } as unknown as string);
  const messages: Message[] = [];
  socket.addEventListener("message", ({ data }) => messages.push(JSON.parse(String(data))));
  onTestFinished(() => socket.close());
  const events = (): Message[] => messages.filter(({ type }) => type !== "connected");
  const until = async (type: string, count = 1): Promise<void> => {
    while (messages.filter((message) => message.type === type).length < count) {
      await once(socket, "message");
    }
  };
  await until("connected");
  expect(messages[0]).toMatchObject({ timestamp: expect.any(String) as string });
  const connected = (): Message => messages[0]!; // awaited above
  const send = (message: object): void => socket.send(JSON.stringify(message));
  return { connected, events, until, send, close: () => socket.close() };
}

/** The status that a handshake is answered with. */
async function handshake(
  { url }: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const asked = request(url + path, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    },
  });
  asked.end();
  return new Promise((resolve, reject) => {
    asked.on("error", reject);
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}
