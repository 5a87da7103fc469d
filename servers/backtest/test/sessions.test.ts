/** Trading sessions of a server on the stand-in exchange, with its sockets. */

import { BacktestEvent, Session, type SessionDecision } from "@bourse/contract/backtest";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { behaviourOf } from "../../../test/world/exchange/behaviour.ts";
import { openExchange } from "../../../test/world/exchange/server.ts";
import { callsTo, type Calls } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";
import { openSessionStage } from "./support/session-stage.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

const LONG = { timeout: 30_000, interval: 5 };
const ADA = "a-key-of-ada-Vb7Tq2Lr";
const REQUEST = {
  strategy: "ma_crossover",
  parameters: { fast_period: 2, slow_period: 5 },
  symbol: "SOLUSDT",
  interval: "1",
  warm_up_candles: 20,
};

describe("a session on the exchange's socket", () => {
  test("trades each candle once, as the simulation does, through pauses and a flatten", async () => {
    const stage = await openSessionStage("memory:");
    const { calls } = await stage.start();
    const id = await create(calls);
    await stage.pass(calls, id, 45);
    const running = await read(calls, id);
    expect(running).toMatchObject({ state: "running", late_candles: 0, exchange: "bybit" });
    expect(running.fills).toBeGreaterThan(1);
    expect(await list(calls, id, "fills")).toHaveLength(running.fills);
    expect(await list(calls, id, "orders")).toHaveLength(running.orders);
    expect(await list(calls, id, "equity")).toHaveLength(running.candles);
    expect(await drift(calls, id)).toMatchObject({
      decisions: running.candles,
      reproduced: true,
      affected: 0,
      trades: [],
      simulated_equity: running.equity,
    });

    expect((await act(calls, id, "pause")).state).toBe("paused");
    await stage.pass(calls, id, 20);
    const paused = await read(calls, id);
    const fills = (await list(calls, id, "fills")) as readonly { candle: number; entry: boolean }[];
    expect(fills.filter(({ entry, candle }) => entry && candle > running.candles)).toEqual([]);
    expect((await act(calls, id, "resume")).state).toBe("running");
    await vi.waitUntil(async () => {
      await stage.pass(calls, id, 1);
      return (await read(calls, id)).positions.length > 0;
    }, LONG);
    expect((await act(calls, id, "flatten")).state).toBe("flattening");
    await stage.pass(calls, id, 2);
    expect(await read(calls, id)).toMatchObject({ state: "paused", positions: [] });
    expect((await act(calls, id, "stop")).state).toBe("stopped");
    expect(paused.candles).toBe(running.candles + 20);
    expect(await drift(calls, id)).toMatchObject({ reproduced: true, differences: [] });
  });

  test("goes on after a restart without a candle missed or decided twice", async () => {
    const stage = await openSessionStage(`sqlite:${await tempFolder()}/sessions.db`);
    const first = await stage.start();
    const id = await create(first.calls);
    await stage.pass(first.calls, id, 10);
    const before = await read(first.calls, id);
    await first.stop();
    await stage.wait(5);
    const { calls } = await stage.start();
    await reached(calls, id, before.candles + 5);
    await stage.pass(calls, id, 10);
    await expectEachOnce(calls, id);
    expect((await read(calls, id)).candles).toBe(before.candles + 15);
    expect(await drift(calls, id)).toMatchObject({ reproduced: true });
  });

  test("is taken over by another server on the store when its own is dead", async () => {
    const stage = await openSessionStage("memory:");
    const [first, second] = [await stage.start(), await stage.start()];
    const id = await create(first.calls);
    await stage.pass(first.calls, id, 5);
    first.die();
    // The lease is six seconds, and the other one looks every two.
    await stage.wait(1);
    const { candles } = await read(second.calls, id);
    await stage.pass(second.calls, id, 5);
    expect((await read(second.calls, id)).candles).toBeGreaterThanOrEqual(candles + 5);
    await expectEachOnce(second.calls, id);
    expect(await drift(second.calls, id)).toMatchObject({ reproduced: true });
  });

  test.each(["lowdb", "sqlite"])("is kept in a store of %s", async (kind) => {
    const stage = await openSessionStage(`${kind}:${await tempFolder()}/sessions`);
    const { calls } = await stage.start();
    const id = await create(calls);
    await stage.pass(calls, id, 3);
    expect((await read(calls, id)).state).toBe("running");
  });
});

describe("the server", () => {
  test("follows the stream of its settings, keeps rows and events, and goes on after a restart", async () => {
    const exchange = await openExchange(behaviourOf([]));
    const beats = setInterval(() => exchange.sockets.update(), 50);
    onTestFinished(() => clearInterval(beats));
    onTestFinished(() => exchange.close());
    const settings = {
      API_KEYS: ADA,
      DATA_PROVIDER: "bybit",
      BYBIT_HOST: exchange.url,
      BYBIT_STREAM_HOST: exchange.url.replace("http", "ws"),
      SESSIONS_PER_KEY: "1",
    };
    const server = await runTestServer(settings);
    const calls = keyed(server);
    const id = await create(calls);
    await reached(calls, id, 20);
    expect((await calls.post("/api/sessions", REQUEST)).status).toBe(409);
    await vi.waitUntil(() => exchange.sockets.opened > 0, LONG);
    await act(calls, id, "pause");
    await server.close();

    const again = await runTestServer({ ...settings, DATA_DIR: server.folder });
    const kept = keyed(again);
    expect(await read(kept, id)).toMatchObject({ state: "paused" });
    await act(kept, id, "resume");
    await vi.waitUntil(() => exchange.sockets.opened > 1, LONG);
    await act(kept, id, "stop");
    const { body } = await kept.get(`/api/audit?subject=${id}`);
    expect((body as { action: string }[]).map(({ action }) => action)).toEqual([
      "session.stopped",
      "session.resumed",
      "session.paused",
      "session.created",
    ]);
    expect(await events(again.url)).toEqual(
      expect.arrayContaining(["session.created", "session.changed"]),
    );
  });

  test("tells what is not allowed: without a key, and to callers from elsewhere", async () => {
    const server = await runTestServer({ API_KEYS: ADA });
    expect((await server.get("/api/sessions")).status).toBe(401);
    expect((await server.post("/api/sessions", REQUEST)).status).toBe(401);
    expect((await keyed(server).get("/api/sessions")).status).toBe(200);
  });
});

function keyed({ url }: { readonly url: string }): Calls {
  const calls = callsTo(url);
  const headers = { "x-api-key": ADA };
  return {
    ...calls,
    get: (path) => calls.get(path, headers),
    post: (path, body) => calls.post(path, body, headers),
  };
}

async function create(calls: Calls): Promise<string> {
  const { status, body } = await calls.post("/api/sessions", REQUEST);
  expect([status, body]).toEqual([201, expect.objectContaining({ state: "warming" })]);
  return Session.parse(body).id;
}

async function read(calls: Calls, id: string): Promise<Session> {
  return Session.parse((await calls.get(`/api/sessions/${id}`)).body);
}

async function act(calls: Calls, id: string, name: string): Promise<Session> {
  return Session.parse((await calls.post(`/api/sessions/${id}/${name}`)).body);
}

async function list(calls: Calls, id: string, name: string): Promise<readonly unknown[]> {
  return (await calls.get(`/api/sessions/${id}/${name}?limit=1000`)).body as readonly unknown[];
}

async function drift(calls: Calls, id: string): Promise<unknown> {
  return (await calls.get(`/api/sessions/${id}/drift`)).body;
}

async function reached(calls: Calls, id: string, candles: number): Promise<void> {
  await vi.waitUntil(async () => (await read(calls, id)).candles >= candles, LONG);
}

async function expectEachOnce(calls: Calls, id: string): Promise<void> {
  const decisions = (await list(calls, id, "decisions")) as readonly SessionDecision[];
  const minutes = decisions.map(({ time }) => Date.parse(time) / 60_000);
  const [first = 0] = minutes;
  expect(minutes).toEqual(minutes.map((_, place) => first + place));
}

/** Types of the events that a listener gets who asks for all of the newest. */
async function events(url: string): Promise<readonly string[]> {
  const types: string[] = [];
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/ws/events?replay=true`, {
    headers: { "x-api-key": ADA },
  });
  onTestFinished(() => socket.terminate());
  socket.on("message", (data) => {
    const event: unknown = JSON.parse(String(data as Buffer));
    const { type } = event as { readonly type: string };
    if (!type.startsWith("session.")) return;
    BacktestEvent.parse(event);
    types.push(type);
  });
  await vi.waitUntil(() => types.includes("session.changed"), LONG);
  return types;
}
