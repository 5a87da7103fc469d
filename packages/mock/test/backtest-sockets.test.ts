import { createBacktestClient } from "@bourse/client/backtest";
import { backtestAnswers } from "@bourse/client/backtest/validation";
import { createEventsClient, type EventsClient, type Gap } from "@bourse/client/events";
import { createExecutionClient } from "@bourse/client/execution";
import type { BacktestEvent } from "@bourse/contract/backtest";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  createBacktestMock,
  type BacktestMock,
  type BacktestMockOptions,
} from "../src/backtest/index.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe("the sockets of the backtest mock", () => {
  test("tell of a job from its creation to its end", async () => {
    const { mock, client } = await start();
    const events = await follow(mock, "/events");
    const { job_id: uuid } = await client.createBacktest({ body: { limit: 500 } });
    const types = await until(events, "job.completed");
    expect(types.filter(({ type }) => type !== "job.progress").map(({ type }) => type)).toEqual([
      "job.created",
      "job.started",
      "job.completed",
    ]);
    expect(types.at(-1)?.payload).toEqual(await client.getJob({ params: { uuid } }));
    expect(types.at(-1)?.timestamp).toBe("2026-01-01T00:00:00.000Z");
  });

  test("tell of trades and signals", async () => {
    const { mock, client } = await start();
    const events = await follow(mock, "/events", ["trade.*", "signal.generated"]);
    const execution = createExecutionClient({
      baseUrl: mock.baseUrl,
      retry: false,
      validateAnswers: backtestAnswers,
    });
    await execution.placeOrder({
      body: { symbol: "BTCUSDT", side: "buy", quantity: "0.01", client_order_id: "mine" },
    });
    await client.generateSignal({ params: { strategy_name: "rsi" }, query: { symbol: "BTCUSDT" } });
    const told = await until(events, "signal.generated");
    expect(told.map(({ type }) => type)).toEqual(["trade.entered", "signal.generated"]);
    expect(told[0]?.payload).toMatchObject({ client_order_id: "mine", quantity: "0.01" });
  });

  test("of one job tell of that job alone, those who come late too", async () => {
    const { mock, client } = await start();
    const first = await client.createBacktest({ body: { limit: 500 } });
    await client.createBacktest({ body: { limit: 500 } });
    await mock.settled();
    const told = await until(await follow(mock, `/jobs/${first.job_id}`), "job.completed");
    const uuids = told.map(({ payload }) => ("uuid" in payload ? payload.uuid : undefined));
    expect(new Set(uuids)).toEqual(new Set([first.job_id]));
    expect(told).toHaveLength(3);
  });

  test("of a job that nobody made never open, nor do those of a mock with keys", async () => {
    const { mock } = await start();
    const refused = ["error", "close 1006"];
    expect(await fateOf(mock, "/jobs/00000000-0000-4000-8000-000000000000")).toEqual(refused);
    expect(await fateOf(mock, "/jobs")).toEqual(refused);
    expect(await fateOf(mock, "/elsewhere")).toEqual(refused);
    const locked = await start({ apiKeys: ["a-key-of-sixteen-or-more"] });
    expect(await fateOf(locked.mock, "/events")).toEqual(refused);
  });

  test("are closed by a reset; who comes back is told that something may be missing", async () => {
    const { mock, client } = await start();
    const events = await follow(mock, "/events");
    await client.createBacktest({ body: { limit: 500 } });
    await until(events, "job.completed");
    await mock.reset();
    expect((await events.next()).value).toMatchObject({ type: "gap" });
    await client.createBacktest({ body: { limit: 500 } });
    expect(await until(events, "job.completed")).not.toHaveLength(0);
  });

  test("that are opened while the mock is reset hear of what comes after it", async () => {
    const { mock, client } = await start();
    const renewed = mock.reset();
    const opened = Array.from({ length: 20 }, async (_, turns) => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      return follow(mock, "/events");
    });
    await renewed;
    await client.createBacktest({ body: { limit: 500 } });
    for (const events of opened) {
      expect(await until(await events, "job.completed")).not.toHaveLength(0);
    }
  });
});

async function start(options?: BacktestMockOptions) {
  const mock = await createBacktestMock(options);
  server.use(...mock.handlers);
  onTestFinished(() => mock.close());
  return {
    mock,
    client: createBacktestClient({
      baseUrl: mock.baseUrl,
      retry: false,
      validateAnswers: backtestAnswers,
    }),
  };
}

/** Connected when it resolves. */
async function follow(
  { baseUrl }: BacktestMock,
  path: string,
  names?: readonly string[],
): Promise<EventsClient<BacktestEvent>> {
  return new Promise((resolve) => {
    const events: EventsClient<BacktestEvent> = createEventsClient<BacktestEvent>({
      url: `${baseUrl}/api/ws${path}`,
      baseMilliseconds: 1,
      ...(names !== undefined && { events: names }),
      onState: (state) => {
        if (state === "open") resolve(events);
      },
    });
    onTestFinished(() => events.close());
  });
}

async function until(
  events: EventsClient<BacktestEvent>,
  last: BacktestEvent["type"],
): Promise<readonly BacktestEvent[]> {
  const told: BacktestEvent[] = [];
  while (told.at(-1)?.type !== last) {
    const { value } = (await events.next()) as IteratorResult<BacktestEvent | Gap, undefined>;
    if (value === undefined) throw new Error(`the feed ended before ${last}`);
    if (value.type !== "gap") told.push(value);
  }
  return told;
}

/** Events of a socket up to its end. */
function fateOf({ baseUrl }: BacktestMock, path: string): Promise<readonly string[]> {
  const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/api/ws${path}`);
  const fate: string[] = [];
  return new Promise((resolve) => {
    for (const type of ["open", "message", "error"] as const) {
      socket.addEventListener(type, () => fate.push(type));
    }
    socket.addEventListener("close", ({ code }) => resolve([...fate, `close ${code}`]));
  });
}
