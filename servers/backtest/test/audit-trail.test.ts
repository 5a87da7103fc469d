/** The audit trail of the backtest service, over HTTP and by the command. */

import { expect, test, vi } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import type { Calls } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const KEY = "a-key-of-the-tests-0123";
const key = { "x-api-key": KEY };

async function trail(server: Calls, query = ""): Promise<readonly Record<string, unknown>[]> {
  const { body, status } = await server.get(`/api/audit?limit=100${query}`, key);
  expect(status).toBe(200);
  return body as readonly Record<string, unknown>[];
}

const CSV =
  "timestamp,open,high,low,close,volume\n1767225600000,1,2,1,2,5\n1767229200000,2,3,2,3,5\n";

test("orders, jobs, imports and cache deletions are rows with the key's fingerprint", async () => {
  const server = await runTestServer({ API_KEYS: KEY });
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "0.01" };
  const placed = await server.post("/api/execution/orders", order, key);
  expect(placed.status).toBe(200);
  const tooMuch = { ...order, quantity: "1000000" };
  expect((await server.post("/api/execution/orders", tooMuch, key)).status).toBe(400);
  const dispatched = await server.post("/api/backtests", { limit: 100 }, key);
  const imported = await server.post("/api/data/import?symbol=TEST&interval=1h", CSV, {
    ...key,
    "content-type": "text/csv",
  });
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
  await fetch(`${server.url}/api/data/cache`, { method: "DELETE", headers: key });

  const rows = (await trail(server)).toReversed();
  const common = {
    actor: expect.stringMatching(/^key:[0-9a-f]{8}$/) as string,
    address: "127.0.0.1",
  };
  expect(rows).toMatchObject([
    { action: "server.started", actor: "system" },
    {
      ...common,
      action: "order.placed",
      outcome: "ok",
      subject: (placed.body as { order: { order_id: string } }).order.order_id,
      details: { symbol: "BTCUSDT", side: "buy", quantity: "0.01", type: "market" },
    },
    { ...common, action: "order.placed", outcome: "refused", code: "INSUFFICIENT_FUNDS" },
    {
      ...common,
      action: "job.dispatched",
      subject: (dispatched.body as { job_id: string }).job_id,
      details: { kind: "backtest" },
    },
    { ...common, action: "candles.imported", subject: "TEST", details: { records: 2 } },
    { ...common, action: "cache.cleared" },
  ]);
  expect(JSON.stringify(rows)).not.toContain(KEY);
  expect(await trail(server, "&outcome=refused")).toHaveLength(1);
  expect((await server.get("/api/audit?cursor=x", key)).status).toBe(400);
});

test("a job and its row are one commit: a repeated request has none, a refused one has its own", async () => {
  const server = await runTestServer({ API_KEYS: KEY });
  const once = { ...key, "idempotency-key": "once" };
  const jobs = await Promise.all([
    server.post("/api/backtests", { limit: 100, strategy: "rsi" }, once),
    server.post("/api/backtests", { limit: 100, strategy: "rsi" }, once),
  ]);
  const [uuid] = jobs.map(({ body }) => (body as { job_id: string }).job_id);
  await server.post("/api/backtests", { limit: 100, strategy: "unknown" }, key);
  await vi.waitUntil(
    async () =>
      ((await server.get(`/api/jobs/${uuid}`, key)).body as { status: string }).status ===
      "completed",
    { timeout: 20_000 },
  );
  expect((await server.post(`/api/jobs/${uuid}/retry`, {}, key)).status).toBe(400);
  const rows = (await trail(server)).toReversed().slice(1);
  const [dispatched, refused, retried] = rows;
  expect(rows).toHaveLength(3);
  expect(dispatched).toMatchObject({
    action: "job.dispatched",
    outcome: "ok",
    subject: uuid,
    address: "127.0.0.1",
    details: { kind: "backtest", symbol: "BTCUSDT", strategy: "rsi" },
  });
  expect(refused).toMatchObject({
    action: "job.dispatched",
    outcome: "refused",
    code: "STRATEGY_NOT_FOUND",
    details: { strategy: "unknown" },
  });
  expect(retried).toMatchObject({ action: "job.retried", outcome: "refused", subject: uuid });
});

test("a misspelt filter and a time range that ends before it begins are refused", async () => {
  const server = await runTestServer({ API_KEYS: KEY });
  const refusals = [
    ["acton=login", "query.acton: is not a known field."],
    ["from=2026-01-16T00:00:00Z&to=2026-01-15T00:00:00Z", "query.from: must not be after to"],
  ];
  for (const [query, detail] of refusals) {
    const { status, body } = await server.get(`/api/audit?${query}`, key);
    expect([status, body]).toEqual([400, { detail, status_code: 400 }]);
  }
});

test("a key is needed on every server, also for programs on its machine", async () => {
  const withKeys = await runTestServer({ API_KEYS: KEY });
  expect((await withKeys.get("/api/audit")).status).toBe(401);
  const without = await runTestServer();
  expect((await without.get("/api/audit")).status).toBe(403);
});

test("audit verify says that the chain is whole", async () => {
  const server = await runTestServer({ API_KEYS: KEY });
  await server.post("/api/backtests", { limit: 100 }, key);
  await server.close();
  const lines: string[] = [];
  const stdout = (line: string): void => void lines.push(line);
  const output = { stdout, stderr: stdout, progress: () => undefined };
  const variables = { DATA_DIR: server.folder };
  expect(await runBacktest(["audit", "verify"], variables, output)).toBe(0);
  expect(lines[0]).toBe("The audit trail is whole: 2 rows.");
});
