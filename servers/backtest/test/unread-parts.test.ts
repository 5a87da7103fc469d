/** Parts of a request that a route does not read are refused: their sender believes that they count. */

import { describe, expect, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

const shared = sharedTestServer();
const uuid = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";

describe("an unknown query field is 400 by its name", () => {
  test.each([
    ["POST", "/api/strategies/rsi/signal?symbol=BTCUSDT&period=7", "period"],
    ["POST", "/api/backtests?limit=5", "limit"],
    ["POST", `/api/jobs/${uuid}/cancel?force=true`, "force"],
    ["POST", "/api/execution/orders?dry_run=true", "dry_run"],
    ["POST", "/api/execution/positions/close?limit=1", "limit"],
    ["POST", "/api/data/import?symbol=A&interval=1h&merge=true", "merge"],
    ["POST", "/api/sweeps?workers=4", "workers"],
    ["DELETE", "/api/data/cache?symbol=BTCUSDT", "symbol"],
    ["DELETE", `/api/execution/orders/${uuid}?symbol=BTCUSDT&side=buy`, "side"],
  ])("%s %s", async (method, path, name) => {
    const { url } = shared();
    const answer = await fetch(url + path, { method });
    expect(answer.status).toBe(400);
    const { detail } = (await answer.json()) as { detail: unknown };
    expect(JSON.stringify(detail)).toContain(name);
  });

  test("but none on a route of GET, which changes nothing", async () => {
    for (const path of ["/api/health?t=1", "/api/jobs?offset=1"]) {
      expect((await shared().get(path)).status).toBe(200);
    }
  });
});

describe("a body of a route without one is 400", () => {
  test.each([
    ["POST", "/api/strategies/rsi/signal?symbol=BTCUSDT", { parameters: { period: 7 } }],
    ["POST", `/api/jobs/${uuid}/cancel`, { reason: "late" }],
    ["POST", `/api/jobs/${uuid}/retry`, { limit: 5 }],
    ["DELETE", "/api/data/cache", { symbol: "BTCUSDT" }],
    ["DELETE", "/api/data/import?symbol=A&interval=1h", { exchange: "bybit" }],
    ["DELETE", `/api/execution/orders/${uuid}?symbol=BTCUSDT`, { quantity: 1 }],
  ])("%s %s", async (method, path, body) => {
    const { url } = shared();
    const answer = await fetch(url + path, { method, body: JSON.stringify(body) });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("this route has no body");
  });

  test.each(["", "{}", " { } "])("but %j says nothing, and is none", async (body) => {
    const { url } = shared();
    const path = "/api/strategies/rsi/signal?symbol=BTCUSDT";
    expect((await fetch(url + path, { method: "POST", body })).status).toBe(200);
  });
});

test("a run sized by its risk whose strategy brings no stop is refused by the field that was sent", async () => {
  const run = { symbol: "BTCUSDT", interval: "1h", limit: 300, strategy: "ma_crossover" };
  const sized = { ...run, position_size: { risk: 0.01 } };
  const windows = { train_candles: 100, test_candles: 50 };
  for (const [path, body] of [
    ["/api/backtests", sized],
    ["/api/sweeps", sized],
    ["/api/walk-forward", { ...sized, ...windows }],
  ] as const) {
    const { status, body: problem } = await shared().post(path, body);
    expect([path, status]).toEqual([path, 422]);
    expect(problem).toMatchObject({ detail: [{ loc: ["body", "position_size"] }] });
    expect(JSON.stringify(problem)).toContain(
      "is measured by the distance of the stop, and the strategy ma_crossover brings none; give a stop_loss_pct, or another position_size.",
    );
  }
  const varied = { ...sized, option_ranges: { stop_loss: [0.02, 0.05] } };
  const wavelets = { ...sized, strategy: "wavelet_reversal" };
  for (const [path, body] of [
    ["/api/backtests", { ...sized, stop_loss: 0.02 }],
    ["/api/sweeps", varied],
    ["/api/backtests", wavelets],
  ] as const) {
    const { body: answer } = await shared().post(path, body);
    const { status, error } = await shared().ended((answer as { job_id: string }).job_id);
    expect([status, error]).toEqual(["completed", null]);
  }
});

test("a dialect that was told and not used is not stated as the file's", async () => {
  const csv = "timestamp,open,high,low,close,volume\n2026-01-01,1,2,1,2,5\n2026-01-02,2,2,2,2,5\n";
  const path = "/api/data/import?symbol=TOLD&interval=1d&dialect=binance";
  const { body } = await shared().post(path, csv, { "content-type": "text/csv" });
  const { format } = body as { format: { dialect: string; assumptions: string[] } };
  expect(format.dialect).toBe("plain");
  expect(format.assumptions.join(" ")).toContain(
    "The dialect binance was told and made no difference",
  );
});
