import { callsOf } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import type { RouteCall } from "@bourse/contract/client";
import { dashboardCalls } from "@bourse/contract/node/client";
import { describe, expect, test } from "vitest";

import type { BacktestClientOptions } from "../src/backtest/index.ts";
import { createExecutionClient } from "../src/execution/index.ts";
import { JOB_ID, json, refusal, scripted, type Line, type Scripted } from "./script.ts";

/** Waits until the client sleeps for that long, then lets the time pass. */
async function pass({ clock }: Scripted, milliseconds: number): Promise<void> {
  await expect.poll(() => clock.waits(), { interval: 1 }).toContain(milliseconds);
  clock.advance(milliseconds);
}

const dispatched = { job_id: JOB_ID, status: "running", message: "m" };

describe("a failed try", () => {
  test.each([408, 425, 429, 500, 502, 503, 504])(
    "of an idempotent call with %i is made again after a jittered wait",
    async (status) => {
      const script = scripted([refusal(status, "x"), refusal(status, "x"), json(200, [])]);
      const call = script.client.listJobs();
      await pass(script, 125);
      await pass(script, 250);
      expect(await call).toEqual([]);
      expect(script.sent).toHaveLength(3);
    },
  );

  test("is the last after the limit, and its Problem comes out", async () => {
    const script = scripted([refusal(503, "1"), refusal(503, "2"), refusal(503, "3")]);
    const call = script.client.listJobs.safe();
    await pass(script, 125);
    await pass(script, 250);
    expect(await call).toMatchObject({ ok: false, error: { message: "3" } });
  });

  test.each([400, 404, 422, 501])("with %i is not made again", async (status) => {
    const script = scripted([refusal(status, "x")]);
    expect(await script.client.listJobs.safe()).toMatchObject({ ok: false, error: { status } });
    expect(script.sent).toHaveLength(1);
  });

  test("for want of a connection is made again", async () => {
    const script = scripted([new TypeError("fetch failed"), json(200, [])]);
    const call = script.client.listJobs();
    await pass(script, 125);
    expect(await call).toEqual([]);
  });

  test("waits as long as Retry-After says, in seconds or as a date", async () => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, 0, 7)).toUTCString();
    const script = scripted([
      refusal(429, "x", { "retry-after": "3" }),
      refusal(503, "x", { "retry-after": date }),
      json(200, []),
    ]);
    const call = script.client.listJobs();
    await pass(script, 3000);
    await pass(script, 4000);
    expect(await call).toEqual([]);
  });

  test("is the last when Retry-After reaches past the call's time", async () => {
    const script = scripted([refusal(429, "x", { "retry-after": "120" })]);
    expect(await script.client.listJobs.safe()).toMatchObject({
      ok: false,
      error: { code: "RATE_LIMITED", retryAfterSeconds: 120 },
    });
  });

  test("of a POST without a key is never made again", async () => {
    const script = scripted([refusal(503, "x")]);
    const call = script.client.cancelJob.safe({ params: { job_uuid: JOB_ID } });
    expect(await call).toMatchObject({ ok: false, error: { status: 503 } });
    expect(script.sent).toHaveLength(1);
  });

  test("of a POST with an Idempotency-Key is made again under the same key", async () => {
    const script = scripted([refusal(503, "x"), json(200, dispatched)], { createId: () => "id-1" });
    const call = script.client.createBacktest();
    await pass(script, 125);
    expect(await call).toEqual(dispatched);
    expect(script.sent.map(({ init }) => init.headers["idempotency-key"])).toEqual([
      "id-1",
      "id-1",
    ]);
  });

  test("is not made again when retries are off", async () => {
    const script = scripted([refusal(503, "x")]);
    const call = script.client.listJobs.safe({}, { retry: false });
    expect(await call).toMatchObject({ ok: false, error: { status: 503 } });
  });
});

describe("a call that trades or pays", () => {
  const order = { body: { symbol: "BTCUSDT", side: "buy", quantity: "1" } } as const;
  const placed = { success: true, order: {} };

  /** A client of orders beside that of backtests, on the same script. */
  function trading(lines: readonly Line[], options: Partial<BacktestClientOptions> = {}) {
    const script = scripted(lines, options);
    return { ...script, orders: createExecutionClient(script.options) };
  }

  test.each<[string, () => Line]>([
    ["503 with Retry-After", () => refusal(503, "x", { "retry-after": "20" })],
    ["503 without it", () => refusal(503, "x")],
    ["429", () => refusal(429, "x", { "retry-after": "1" })],
    ["a broken connection", () => new TypeError("fetch failed")],
  ])("is sent once after %s, and its error comes out at once", async (_, line) => {
    const { orders, sent, clock } = trading([line()], { retry: { limit: 5 } });
    expect(await orders.placeOrder.safe(order)).toMatchObject({
      ok: false,
      error: { attempts: 1 },
    });
    expect(sent).toHaveLength(1);
    expect(clock.waits()).toEqual([]);
  });

  test("is sent again under the same key when it asks for that itself", async () => {
    const script = trading([refusal(503, "x"), json(200, placed)]);
    const call = script.orders.placeOrder(order, { retry: { limit: 1 } });
    await pass(script, 125);
    expect(await call).toEqual(placed);
    const keys = script.sent.map(({ init }) => init.headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test("of a route that the client does not know is sent again only when it asks for that", async () => {
    const script = scripted([refusal(503, "x"), refusal(503, "x"), json(200, {})]);
    const options = { idempotencyKey: "k" };
    const failed = script.client.request("POST", "/execution/orders", {}, options);
    await expect(failed).rejects.toMatchObject({ status: 503, attempts: 1 });
    const call = script.client.request(
      "POST",
      "/execution/orders",
      {},
      { ...options, retry: { limit: 1 } },
    );
    await pass(script, 125);
    expect(await call).toMatchObject({ status: 200 });
  });

  test.each(["DELETE", "PUT"] as const)("by %s is no other", async (method) => {
    const script = scripted([refusal(503, "x")]);
    const failed = script.client.request(method, "/execution/orders/1");
    await expect(failed).rejects.toMatchObject({ status: 503, attempts: 1 });
  });

  test("is marked in the table of routes", () => {
    const marked = [callsOf(backtestApi.routes), dashboardCalls].flatMap((calls) =>
      Object.entries<RouteCall>(calls).flatMap(([key, call]) => (call.tradesOrPays ? [key] : [])),
    );
    expect(marked.toSorted()).toEqual([
      "cancelOrder",
      "changeTransaction",
      "closePositions",
      "createSession",
      "flattenSession",
      "generateSignal",
      "placeOrder",
      "resumeSession",
      "shareData",
      "stopSession",
      "transfer",
    ]);
  });
});

describe("time", () => {
  test("a try that wakes after the call's time, as on a machine that slept, is not sent", async () => {
    const { client, clock, sent } = scripted([refusal(503, "x", { "retry-after": "20" })]);
    const call = client.listJobs();
    await expect.poll(() => clock.waits(), { interval: 1 }).toContain(20_000);
    clock.advance(3_600_000);
    await expect(call).rejects.toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  test("a silent try ends at its limit and another is made", async () => {
    const script = scripted(["silence", json(200, [])], { timeoutMilliseconds: 1000 });
    const call = script.client.listJobs();
    await pass(script, 1000);
    await pass(script, 125);
    expect(await call).toEqual([]);
  });

  test("the whole call ends at its limit with TIMEOUT", async () => {
    const script = scripted(["silence"], { totalTimeoutMilliseconds: 2000 });
    const call = script.client.listJobs.safe();
    await pass(script, 2000);
    expect(await call).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    expect(script.clock.waits()).toEqual([]);
  });

  test("a caller's abort ends a try, rejects with its reason and leaves no timer", async () => {
    const script = scripted(["silence"]);
    const abort = new AbortController();
    const call = script.client.listJobs({}, { signal: abort.signal });
    await expect.poll(() => script.sent.length).toBe(1);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(script.clock.waits()).toEqual([]);
  });

  test("a caller's abort ends the wait before a retry", async () => {
    const script = scripted([refusal(503, "x")]);
    const abort = new AbortController();
    const call = script.client.listJobs({}, { signal: abort.signal });
    await expect.poll(() => script.clock.waits()).toContain(125);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(script.sent).toHaveLength(1);
  });

  test("a signal that is aborted already sends nothing", async () => {
    const script = scripted([]);
    const call = script.client.listJobs({}, { signal: AbortSignal.abort(new Error("enough")) });
    await expect(call).rejects.toThrow("enough");
    expect(script.sent).toHaveLength(0);
  });
});
