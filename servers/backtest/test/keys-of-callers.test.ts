import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const ADA = "a-key-of-the-tests-0001";
const BOB = "a-key-of-the-tests-0002";
const API_KEYS = `${ADA},${BOB}`;
const ORDER = { symbol: "BTCUSDT", side: "buy", quantity: "0.01" };

type Server = Awaited<ReturnType<typeof runTestServer>>;

/** Posts under one Idempotency-Key; resolves to the id of what came of it. */
async function idOf(server: Server, path: string, body: object, apiKey?: string): Promise<string> {
  const headers = {
    "idempotency-key": "one-key",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
  };
  const answer = await server.post(path, body, headers);
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
  const reply = answer.body as { job_id?: string; order?: { order_id: string } };
  return reply.order?.order_id ?? reply.job_id!;
}

const SWEEP = { strategy: "rsi", parameters: { period: [5, 9] }, limit: 200 };

test.each([
  ["/api/execution/orders", ORDER],
  ["/api/backtests", { limit: 100 }],
  ["/api/sweeps", SWEEP],
  ["/api/walk-forward", { ...SWEEP, train_candles: 100, test_candles: 50 }],
])(
  "one Idempotency-Key of two API keys is two requests of %s, each repeated by its own",
  async (path, body) => {
    const server = await runTestServer({ API_KEYS });
    const ada = await idOf(server, path, body, ADA);
    const bob = await idOf(server, path, body, BOB);
    expect(bob).not.toBe(ada);
    expect(await idOf(server, path, body, ADA)).toBe(ada);
    expect(await idOf(server, path, body, BOB)).toBe(bob);
    const other = { ...body, symbol: "ETHUSDT" };
    const headers = { "x-api-key": BOB, "idempotency-key": "one-key" };
    expect((await server.post(path, other, headers)).status).toBe(422);
  },
);

test("one Idempotency-Key of two API keys retries a job twice", async () => {
  const server = await runTestServer({ API_KEYS });
  const long = { interval: "1", limit: 1_000_000 };
  const made = await server.post("/api/backtests", long, { "x-api-key": ADA });
  const { job_id: job } = made.body as { job_id: string };
  await server.post(`/api/jobs/${job}/cancel`, undefined, { "x-api-key": ADA });
  await server.ended(job, { "x-api-key": ADA });
  const path = `/api/jobs/${job}/retry`;
  const [ada, bob] = [await idOf(server, path, {}, ADA), await idOf(server, path, {}, BOB)];
  expect(bob).not.toBe(ada);
  expect(await idOf(server, path, {}, BOB)).toBe(bob);
});

test("a server without API keys has one caller, whose requests are found when it has keys later", async () => {
  const before = await runTestServer({});
  const order = await idOf(before, "/api/execution/orders", ORDER);
  expect(await idOf(before, "/api/execution/orders", ORDER)).toBe(order);
  const job = await idOf(before, "/api/backtests", { limit: 100 });
  await before.close();
  const server = await runTestServer({ API_KEYS, DATA_DIR: before.folder });
  expect(await idOf(server, "/api/execution/orders", ORDER, ADA)).toBe(order);
  expect(await idOf(server, "/api/backtests", { limit: 100 }, ADA)).toBe(job);
});

test("what another API key has placed or started is there for every key to read", async () => {
  const server = await runTestServer({ API_KEYS });
  const order = await idOf(server, "/api/execution/orders", ORDER, ADA);
  const job = await idOf(server, "/api/backtests", { limit: 100 }, ADA);
  const asBob = { "x-api-key": BOB };
  expect((await server.get(`/api/execution/orders/${order}`, asBob)).status).toBe(200);
  expect((await server.get(`/api/jobs/${job}`, asBob)).status).toBe(200);
});
